import { count, difference, percent, rate } from "../shared/format.js";
import { VERDICT_WORDS, type Verdict } from "../shared/findings/claims.js";
import type { ClaimRow } from "../shared/rows.ts";
import { bounds } from "./columns.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { ICONS } from "./mark-icons.js";

const FORMAT: Record<string, (value: number) => string> = {
  rate: percent,
  difference,
  rho: rate,
};

function ours(row: ClaimRow): string {
  if (!Number.isFinite(row.ours)) return "not measured here";
  const print = FORMAT[row.unit] ?? rate;
  return `${print(row.ours)}${Number.isFinite(row.low) ? ` (${print(row.low)} to ${print(row.high)})` : ""}`;
}

function card(row: ClaimRow): HTMLElement {
  const verdict = row.verdict as Verdict;
  return element`<li class=${`claim ${verdict}`}>
    <p class="claim-verdict">${ICONS[verdict]()}<span>${VERDICT_WORDS[verdict]}</span></p>
    <div>
      <p class="claim-text">${row.text}</p>
      <dl>
        <div><dt>Published</dt><dd>${row.published}</dd></div>
        <div><dt>Ours</dt><dd>${ours(row)}</dd></div>
        <div><dt>On</dt><dd>${row.systems}${row.n > 0 ? `, n = ${count(row.n)}` : ""}</dd></div>
      </dl>
      <details><summary>The rule</summary><p>It ${row.rule}${row.note === "" ? "" : ` ${row.note}`} <a href=${`./${row.page}.html`}>See the page</a>.</p></details>
    </div>
  </li>`;
}

/** Each published claim beside ours, with its verdict by a rule that our own tasks have not shaped. */
export function claimsFigure(
  rows: readonly ClaimRow[],
  { label, file }: { label: string; file: string },
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "claims",
      figure: "near-clones/claims",
      title: `Published claims beside ours, on ${label}`,
      subtitle:
        "Each claim in our words, its published value, ours with a 95% interval, and a verdict by a rule that was committed before its value on our own tasks was looked at.",
      description: rows.map((row) => `${row.text} ${VERDICT_WORDS[row.verdict as Verdict]}`).join(" "),
      body: element`<ol class="claims">${rows.map(card)}</ol>`,
      rows,
      columns: [
        { key: "claim", label: "Claim", value: (row) => row.text, wrap: true },
        { key: "published", label: "Published", value: (row) => row.published },
        { key: "ours", label: "Ours", value: (row) => row.ours, cell: (row) => ours(row) },
        ...bounds<ClaimRow>("low", "high"),
        { key: "n", label: "n", value: (row) => row.n, numeric: true },
        {
          key: "verdict",
          label: "Verdict",
          value: (row) => row.verdict,
          cell: (row) => VERDICT_WORDS[row.verdict as Verdict],
        },
        { key: "rule", label: "Rule", value: (row) => row.rule, wrap: true },
      ],
      file,
    },
    context,
  );
}
