import { diffLines, type DiffGap, type DiffLine } from "../shared/diff-lines.js";
import { element } from "./element.js";
import { highlightLines } from "./highlight.js";

const SIGN = { same: " ", removed: "−", added: "+" } as const;
const SPOKEN = { same: "", removed: "only in the canonical: ", added: "only in the variant: " } as const;

/**
 * The canonical against a near-clone: changed tokens marked, a sign on each changed line (color is not the only mark), and
 * only the lines around the edit.
 */
export function codeDiff(
  canonical: string,
  variant: string,
  options: { context?: number } = {},
): HTMLElement {
  const lines = diffLines(canonical, variant, options.context ?? 2);
  const changed = lines.filter((line): line is DiffLine => line.kind !== "gap");
  const before = highlightLines(
    canonical,
    (at) => changed.find((line) => line.before === at + 1)?.marks ?? [],
  );
  const after = highlightLines(variant, (at) => changed.find((line) => line.after === at + 1)?.marks ?? []);
  const source = (line: DiffLine): Node[] =>
    (line.kind === "added" ? after[line.after - 1] : before[line.before - 1]) ?? [];
  return element`<div class="diff" tabindex="0" role="group" aria-label="Difference between the canonical and this variant">${lines.map(
    (line) => (line.kind === "gap" ? gap(line) : row(line, source(line))),
  )}</div>`;
}

function gap({ lines }: DiffGap): HTMLElement {
  return element`<div class="gap">⋯ ${lines} ${lines === 1 ? "line" : "lines"} alike</div>`;
}

function row(line: DiffLine, source: Node[]): HTMLElement {
  return element`<div class=${`line ${line.kind}`}><span class="number" aria-hidden="true">${line.after || line.before}</span><span class="sign" aria-hidden="true">${SIGN[line.kind]}</span><code>${
    SPOKEN[line.kind] === "" ? null : element`<span class="visually-hidden">${SPOKEN[line.kind]}</span>`
  }${source}</code></div>`;
}
