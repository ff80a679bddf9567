import { element } from "./element.js";
import { highlightLines } from "./highlight.js";

/** Python source with highlighting; long code scrolls in its own box, which the keyboard reaches. */
export function codeBlock(code: string, label = "Python source"): HTMLElement {
  return element`<pre class="code" tabindex="0" role="group" aria-label=${label}><code>${highlightLines(
    code,
  ).flatMap((line) => [...line, "\n"])}</code></pre>`;
}
