import type { ExplorerSnippetRow } from "../shared/rows.ts";
import { element } from "./element.js";

/** The first test that a snippet fails: what went in, what should come out, what came out. Empty when it fails none. */
export function failingTest(snippet: ExplorerSnippetRow): HTMLElement | null {
  if (snippet.failing_test < 0) return null;
  const {
    failing_input: input,
    failing_expected: expected,
    failing_got: got,
    failing_outcome: outcome,
  } = snippet;
  // An exception or a timeout gives no value; then the outcome is what came out.
  const shown = got === "" ? outcome : got;
  if (input === "")
    return element`<p class="figure-note">Fails test ${snippet.failing_test + 1} with <code>${outcome}</code>.</p>`;
  return element`<dl class="failing-test" aria-label=${`First failing test, number ${snippet.failing_test + 1}`}>
    <dt>Input</dt><dd tabindex="0"><code>${input}</code></dd>
    <dt>Expected</dt><dd class="expected" tabindex="0"><code>${expected === "" ? "(see the test)" : expected}</code></dd>
    <dt>Got</dt><dd class="got" tabindex="0"><code>${shown}</code></dd>
  </dl>`;
}
