import { finePercent, quantity } from "../shared/findings/economics.js";
import { count, listed, percent, range, rate, usd } from "../shared/format.js";
import type { EconomicsGateRow, EconomicsPublishedRow } from "../shared/rows.ts";
import { words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { key } from "./key.js";
import type { Column } from "./table-model.js";

const PUBLISHED = "var(--class-published)";
const OURS = "var(--class-local_dense)";

const PRINT: Record<string, (value: number) => string> = {
  usd,
  usd_per_1m: usd,
  rate: finePercent,
  s: (value) => `${count(value)} s`,
};

/** A quantity of the paper in its unit; a dash where there is none. Means keep two decimals, so that rounding shows. */
function printed(value: number, unit: string): string {
  if (!Number.isFinite(value)) return "–";
  const print = PRINT[unit];
  return print ? print(value) : Number.isInteger(value) ? count(value) : value.toFixed(2);
}

const STATUS: Record<string, string> = {
  given: "published total",
  agrees: "agrees to its last digit",
  differs: "differs",
  derived: "not published",
};

const dollarTick = (value: number): string => `$${count(value)}`;

/** Room for the largest mark of a chart in dollars. */
const reach = (marks: readonly IntervalRow[]): [number, number] => [
  0,
  1.08 * Math.max(1, ...marks.map(({ high }) => high)),
];

const point = (label: string, value: number, rest: Partial<IntervalRow> = {}): IntervalRow => ({
  label,
  value,
  low: value,
  high: value,
  color: OURS,
  right: usd(value),
  title: `${label}\n${usd(value)}`,
  ...rest,
});

const sourceKey = (own: string): HTMLElement =>
  key([
    { shape: "hollow", color: PUBLISHED, label: "published" },
    { shape: "dot", color: OURS, label: own },
  ]);

/** The published price, the same recomputed, and what other readings of the same totals give. */
export function priceFigure(
  rows: readonly EconomicsPublishedRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const of = (name: string): number => quantity(rows, name);
  const list = rows.find((row) => row.quantity === "list_usd");
  const [low, high] = [of("usd_without_fix_low"), of("usd_without_fix_high")];
  const marks = list
    ? [
        point("as published", list.published, { hollow: true, color: PUBLISHED }),
        point("its totals at list price", list.recomputed),
        point("without hidden reasoning", of("usd_without_reasoning")),
        point("all calls in batches", of("all_batch_usd")),
        point(`${percent(of("batch_share"))} of calls in batches`, of("billed_usd")),
        point("failed calls paid, too", of("usd_with_failures")),
        point("and a prompt fix missing", (low + high) / 2, {
          low,
          high,
          right: `${usd(low)}–${usd(high)}`,
          title: `failed calls paid, and a prompt fix missing\n${usd(low)} to ${usd(high)} over the published pass rates`,
        }),
      ]
    : [];
  return figureFrame(
    {
      id: "price",
      figure: "near-clones/economics-published",
      title: "What the published tasks cost, by what is counted",
      subtitle: `${count(of("entries"))} tasks, one call each. Every filled mark is computed from the published totals; the bar spans the published pass rates.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ": ")).join("; "),
      key: sourceKey("recomputed"),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "US dollars",
          domain: reach(marks),
          tickFormat: dollarTick,
        }),
      rows,
      columns: [
        { ...words<EconomicsPublishedRow>("label", "Quantity"), wrap: true },
        {
          key: "published",
          label: "Published",
          value: (row) => row.published,
          cell: (row) => printed(row.published, row.unit),
          numeric: true,
        },
        {
          key: "recomputed",
          label: "Recomputed",
          value: (row) => row.recomputed,
          cell: (row) => printed(row.recomputed, row.unit),
          numeric: true,
        },
        words<EconomicsPublishedRow>("status", "Agrees", (status) => STATUS[status] ?? status),
        { ...words<EconomicsPublishedRow>("formula", "From"), wrap: true },
      ],
      file,
    },
    context,
  );
}

interface GateShare {
  what: string;
  whose: string;
  value: number;
  low: number;
  high: number;
  n: string;
}

const OUR_SHARES: readonly { share: string; what: string }[] = [
  { share: "survive", what: "passes every test" },
  { share: "crash", what: "crashes" },
  { share: "raise", what: "only raises" },
  { share: "time_out", what: "times out" },
  { share: "exhaust", what: "exhausts memory" },
];

/** Published and own shares of broken code that a gate turns away, those of one kind together. */
function gateShares(
  published: readonly EconomicsPublishedRow[],
  gates: readonly EconomicsGateRow[],
): GateShare[] {
  const theirs = (what: string, whose: string, name: string): GateShare => {
    const value = quantity(published, name);
    return { what, whose: `published, ${whose}`, value, low: Number.NaN, high: Number.NaN, n: "" };
  };
  const PUBLISHED_SHARES: Record<string, GateShare[]> = {
    survive: [
      theirs("passes every test", "earlier model", "accident_earlier"),
      theirs("passes every test", "final model", "accident_final"),
    ],
    crash: [
      theirs("crashes", "before the prompt fix", "crash_before"),
      theirs("crashes", "after it", "crash_after"),
    ],
  };
  return OUR_SHARES.flatMap(({ share, what }) => [
    ...(PUBLISHED_SHARES[share] ?? []),
    ...gates
      .filter((row) => row.share === share)
      .map((row) => ({ ...row, what, whose: "ours, every mutant", n: count(row.mutants) })),
  ]);
}

/** What execution turns away: published shares hollow, ours with their intervals. */
export function gateSharesFigure(
  published: readonly EconomicsPublishedRow[],
  gates: readonly EconomicsGateRow[],
  { label, file }: { label: string; file: string },
  context: FigureContext,
): HTMLElement {
  const shares = gateShares(published, gates);
  const marks = shares.map(({ what, whose, value, low, high }): IntervalRow => {
    const isOurs = Number.isFinite(low);
    const label = `${what}: ${isOurs ? "ours" : whose.replace("published, ", "")}`;
    return {
      label,
      value,
      low: isOurs ? low : value,
      high: isOurs ? high : value,
      color: isOurs ? OURS : PUBLISHED,
      hollow: !isOurs,
      right: printed(value, "rate"),
      title: `${what}, ${whose}\n${printed(value, "rate")}${isOurs ? `\n95% interval ${range(low, high)}` : ""}`,
    };
  });
  const columns: Column<GateShare>[] = [
    words<GateShare>("what", "Broken code that"),
    words<GateShare>("whose", "Whose"),
    ...(["value", "low", "high"] as const).map((name) => ({
      key: name,
      label: { value: "Share", low: "2.5%", high: "97.5%" }[name],
      value: (row: GateShare) => row[name],
      cell: (row: GateShare) => (Number.isFinite(row[name]) ? rate(row[name]) : "–"),
      numeric: true,
    })),
    words<GateShare>("n", "Mutants"),
  ];
  const largest = Math.max(0.1, ...marks.map(({ high }) => high));
  return figureFrame(
    {
      id: "gate-shares",
      figure: "near-clones/economics-gates",
      title: `Broken code that is no use, on ${label}`,
      subtitle: `Share of broken versions that execution turns away. Ours: every edit that the rules make, ${listed(gates.slice(0, 1).map((row) => `${count(row.mutants)} mutants of ${count(row.n)} tasks`))}, 95% intervals over tasks. Published: what a language model wrote.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      key: sourceKey("ours"),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "share of broken versions",
          domain: [0, Math.min(1, 1.15 * largest)],
        }),
      rows: shares,
      columns,
      file,
    },
    context,
  );
}
