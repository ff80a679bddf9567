import { spaced } from "../shared/format.js";
import type { ExplorerRankingRow, ExplorerSnippetRow } from "../shared/rows.ts";
import { bugChip } from "./bug-types.js";
import { codeBlock } from "./code-block.js";
import { codeDiff } from "./code-diff.js";
import { element } from "./element.js";
import { failingTest } from "./failing-test.js";
import { verdict } from "./verdict.js";

export interface CardOptions {
  /** The snippet of a row where its text is at hand. */
  snippet: (id: string) => ExplorerSnippetRow | undefined;
  /** Fetches a snippet that is not: one of another task. */
  fetchSnippet?: (row: ExplorerRankingRow) => Promise<ExplorerSnippetRow | undefined>;
  /** The canonical of the query's own task. */
  canonical: ExplorerSnippetRow | undefined;
  /** What another task's function is called, where its id does not say it. */
  nameOf?: (query: string) => string;
  /** Leaves the failing test to the explorer. */
  compact?: boolean;
}

/** Results in rank order. Each says whether it works, how similar it is, and what was edited. */
export function resultCards(rows: readonly ExplorerRankingRow[], options: CardOptions): HTMLElement {
  const similarities = rows.map(({ similarity }) => similarity);
  const low = Math.min(...similarities);
  const high = Math.max(...similarities);
  const share = (value: number): number => (high > low ? (value - low) / (high - low) : 1);
  return element`<ol class=${options.compact ? "cards compact" : "cards"}>${rows.map((row) => card(row, share(row.similarity), options))}</ol>`;
}

function card(row: ExplorerRankingRow, share: number, options: CardOptions): HTMLElement {
  return element`<li class=${`card-result ${row.passes ? "passes" : "fails"}`}>
    <div class="head">
      <span class="rank" aria-label=${`Rank ${row.rank}`}>${row.rank}</span>
      ${verdict(row.passes)}
      <span class="what">${what(row, options)}</span>
      <span class="similarity" title="Similarity to the question; the bar spans the results shown"><span class="track" aria-hidden="true"><span style=${`width:${(8 + 92 * share).toFixed(1)}%`}></span></span>${row.similarity.toFixed(4)}</span>
    </div>
    ${body(row, options)}
  </li>`;
}

const isOwn = (row: ExplorerRankingRow): boolean => row.snippet_query === row.query;

function what(row: ExplorerRankingRow, options: CardOptions): Node | string {
  if (isOwn(row) && row.kind === "canonical") return "the canonical";
  if (isOwn(row)) {
    return row.unseen
      ? element`<span>${bugChip(row.bug_type)} <span title="The system stopped reading before this edit: to it, this text is the canonical’s">edit not read</span></span>`
      : bugChip(row.bug_type);
  }
  const [domain = "", last = ""] = row.snippet_query.split("/");
  const name = options.nameOf?.(row.snippet_query) || last;
  if (options.compact) return `another task: ${name}`;
  return `${row.kind === "canonical" ? "another task" : "a variant of another task"}: ${name}, ${spaced(domain)}`;
}

function body(row: ExplorerRankingRow, options: CardOptions): Node | null {
  const snippet = options.snippet(row.snippet);
  if (!isOwn(row)) return options.fetchSnippet ? lazySource(row, options.fetchSnippet) : null;
  if (!snippet || snippet.code === "") return null;
  if (row.kind === "canonical") {
    return element`<details><summary>Source</summary>${codeBlock(snippet.code)}</details>`;
  }
  if (!options.canonical) return null;
  const context = options.compact ? 0 : 1;
  return element`<div class="body">${codeDiff(options.canonical.code, snippet.code, { context })}${options.compact ? null : failingTest(snippet)}</div>`;
}

function lazySource(
  row: ExplorerRankingRow,
  fetchSnippet: (row: ExplorerRankingRow) => Promise<ExplorerSnippetRow | undefined>,
): HTMLElement {
  const place = element`<div class="body">Loading…</div>`;
  const node = element<HTMLDetailsElement>`<details><summary>Source</summary>${place}</details>`;
  node.addEventListener(
    "toggle",
    () => {
      void fetchSnippet(row).then((snippet) =>
        place.replaceChildren(
          snippet && snippet.code !== "" ? codeBlock(snippet.code) : "The text of this snippet is not here.",
        ),
      );
    },
    { once: true },
  );
  return node;
}
