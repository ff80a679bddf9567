import { svg } from "htl";
import { count, difference, percent, rate } from "../shared/format.js";
import { VERDICT_WORDS, type Verdict } from "../shared/findings/claims.js";
import type { ClaimRow } from "../shared/rows.ts";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";

const ICONS: Record<Verdict, () => Node | null> = {
  holds: () =>
    svg`<svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7.5" fill="currentColor" /><path d="M4.4 8.4 7 11 11.6 5.6" fill="none" stroke="var(--theme-background)" stroke-width="2" /></svg>`,
  does_not_hold: () =>
    svg`<svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true"><path d="M5 .5h6L15.5 5v6L11 15.5H5L.5 11V5Z" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M5 5 11 11M11 5 5 11" stroke="currentColor" stroke-width="2" /></svg>`,
  cannot_tell: () =>
    svg`<svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="3 2.4" /><path d="M4.5 8h7" stroke="currentColor" stroke-width="2" /></svg>`,
};

const FORMAT: Record<string, (value: number) => string> = {
  rate: percent,
  difference,
  rho: rate,
  count: (value) => count(Math.round(value)),
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

/** Each published claim beside ours, with its verdict by a rule that was written before the numbers. */
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
        "Each claim in our words, its published value, ours with a 95% interval, and a verdict by a rule that was committed before the numbers were looked at.",
      description: rows.map((row) => `${row.text} ${VERDICT_WORDS[row.verdict as Verdict]}`).join(" "),
      body: element`<ol class="claims">${rows.map(card)}</ol>`,
      rows,
      columns: [
        { key: "claim", label: "Claim", value: (row) => row.text, wrap: true },
        { key: "published", label: "Published", value: (row) => row.published },
        { key: "ours", label: "Ours", value: (row) => row.ours, cell: (row) => ours(row) },
        {
          key: "low",
          label: "2.5%",
          value: (row) => row.low,
          cell: (row) => (Number.isFinite(row.low) ? rate(row.low) : "–"),
          numeric: true,
        },
        {
          key: "high",
          label: "97.5%",
          value: (row) => row.high,
          cell: (row) => (Number.isFinite(row.high) ? rate(row.high) : "–"),
          numeric: true,
        },
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
