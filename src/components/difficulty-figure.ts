import * as Plot from "@observablehq/plot";
import { count, listed, percent, rate, spaced } from "../shared/format.js";
import type { DomainRate, SolvedCount, SolvedQuery } from "../shared/findings/difficulty.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { heatmap } from "./heatmap.js";
import { key } from "./key.js";
import { CHART, TIP } from "./plot-style.js";
import { systemIndex, systemLabel } from "./systems.js";

interface Source {
  figure: string;
  file: string;
}

/** How many systems solve each query, beside independent systems of the same strength. */
export function solvedFigure(
  distribution: readonly SolvedCount[],
  total: number,
  { figure, file }: Source,
  context: FigureContext,
): HTMLElement {
  const titleOf = (entry: SolvedCount): string =>
    `solved by ${entry.solved}\n${count(entry.queries)} questions (${percent(entry.queries / total)})\nindependent systems: ${entry.independent.toFixed(1)}`;
  return figureFrame(
    {
      id: "solved",
      figure,
      title: "How many systems solve each question at rank 1",
      subtitle: `${count(total)} questions, ${distribution.length - 1} systems without the chance baseline. Diamonds: what independent systems with the same rates would give.`,
      description: distribution.map((entry) => titleOf(entry).replaceAll("\n", ", ")).join("; "),
      key: key([
        { shape: "square", color: "var(--class-local_dense)", label: "questions" },
        { shape: "diamond", color: "currentColor", label: "expected of independent systems" },
      ]),
      plot: (width) =>
        Plot.plot({
          ...CHART,
          width,
          height: 300,
          marginLeft: 42,
          marginBottom: 44,
          marginTop: 26,
          x: { domain: distribution.map(({ solved }) => solved), label: null, padding: 0.2 },
          y: { label: null },
          marks: [
            Plot.gridY({ stroke: "var(--theme-foreground-faintest)", strokeOpacity: 1, ticks: 5 }),
            Plot.axisY({ ticks: 5, tickSize: 0, label: "questions", labelArrow: "none" }),
            Plot.axisX({
              tickSize: 0,
              label: "systems that put code that works first",
              labelArrow: "none",
              labelAnchor: "left",
              labelOffset: 38,
            }),
            Plot.barY(distribution, {
              x: "solved",
              y: "queries",
              fill: "var(--class-local_dense)",
              fillOpacity: 0.85,
              ariaLabel: titleOf,
              className: "points",
            }),
            Plot.dot(distribution, {
              x: "solved",
              y: "independent",
              symbol: "diamond2",
              r: 5,
              stroke: "currentColor",
              fill: "var(--theme-background)",
              strokeWidth: 1.5,
            }),
            Plot.tip(distribution, Plot.pointerX({ ...TIP, x: "solved", y: "queries", title: titleOf })),
          ],
        }),
      rows: distribution,
      columns: [
        { key: "solved", label: "Systems", value: (entry) => entry.solved, numeric: true },
        { key: "queries", label: "Questions", value: (entry) => entry.queries, numeric: true },
        {
          key: "independent",
          label: "If independent",
          value: (entry) => entry.independent,
          cell: (entry) => entry.independent.toFixed(1),
          numeric: true,
        },
      ],
      file,
    },
    context,
  );
}

/** exec@1 by domain and system. */
export function domainFigure(
  rates: readonly DomainRate[],
  domains: readonly string[],
  { figure, file }: Source,
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  const present = new Set(rates.map(({ system }) => system));
  return figureFrame(
    {
      id: "domains",
      figure,
      title: "exec@1 by domain and system",
      subtitle: `Domains from hard to easy, averaged over systems; ${rates[0]?.n ?? 0} questions or more each, so single cells are rough.`,
      description: `${domains.length} domains by ${present.size} systems; the hardest domain is ${spaced(domains[0] ?? "")}.`,
      plot: (width) =>
        heatmap(
          rates.map((row) => ({
            x: row.system,
            y: row.domain,
            value: row.value,
            text: rate(row.value),
            title: `${systemLabel(index, row.system)}, ${spaced(row.domain)}\nexec@1 ${rate(row.value)}, n = ${row.n}`,
          })),
          {
            width,
            xs: context.systems
              .filter(({ system }) => present.has(system))
              .map(({ system, label }) => ({ key: system, label })),
            ys: domains.map((domain) => ({ key: domain, label: spaced(domain) })),
            color: "var(--pass)",
            domain: [0, Math.max(...rates.map(({ value }) => value))],
          },
        ),
      rows: rates,
      columns: [
        { key: "domain", label: "Domain", value: (row) => row.domain, cell: (row) => spaced(row.domain) },
        {
          key: "system",
          label: "System",
          value: (row) => row.system,
          cell: (row) => systemLabel(index, row.system),
        },
        {
          key: "value",
          label: "exec@1",
          value: (row) => row.value,
          cell: (row) => rate(row.value),
          numeric: true,
        },
        { key: "n", label: "n", value: (row) => row.n, numeric: true },
      ],
      file,
    },
    context,
  );
}

/** Columns of the table of queries, each with a link to its results. */
export const solvedColumns = (dataset: string) => [
  { key: "solved", label: "Systems", value: (row: SolvedQuery) => row.solved, numeric: true },
  {
    key: "query",
    label: "Question",
    value: (row: SolvedQuery) => row.query,
    cell: (row: SolvedQuery) =>
      element`<a href=${`./explorer.html?dataset=${dataset}&query=${row.query}`}>${row.query}</a>`,
  },
  {
    key: "domain",
    label: "Domain",
    value: (row: SolvedQuery) => row.domain,
    cell: (row: SolvedQuery) => spaced(row.domain),
  },
  {
    key: "solvers",
    label: "Solved by",
    value: (row: SolvedQuery) => listed(row.solvers) || "none",
    wrap: true,
  },
];
