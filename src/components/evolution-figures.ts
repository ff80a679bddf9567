import { count, difference, percent, points, rate } from "../shared/format.js";
import { byKind, CHOICES, type KindAt } from "../shared/findings/kafka-evolution.js";
import type { EvolutionLeaderRow, EvolutionNeedRow, EvolutionRow } from "../shared/kafka-evolution-rows.ts";
import { protocolLabel } from "../shared/kafka-labels.js";
import { bounds, estimate, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { key } from "./key.js";
import { linePlot, type Line } from "./line-plot.js";
import { stackedBars, type Part } from "./stacked-bars.js";

/** Kinds of choice are told apart by label and dash: colors belong to classes of systems. */
const LOOKS: Pick<Line, "color" | "dashed">[] = [
  { color: "var(--theme-foreground)" },
  { color: "var(--theme-foreground)", dashed: true },
  { color: "var(--theme-foreground-muted)" },
];

const KIND_NAMES: Record<KindAt["about"], [one: string, many: string]> = {
  system: ["choice of a system", "choices of a system"],
  chunking: ["choice of a chunking", "choices of a chunking"],
  mode: ["choice of a mode", "choices of a mode"],
};

const sizesOf = (rows: readonly { size: number }[]): number[] => [...new Set(rows.map(({ size }) => size))];

/** How often a part of the questions chooses what all choose, by kind of choice. @param rows of one study and protocol */
export function kindsFigure(
  rows: readonly EvolutionRow[],
  { protocol, file }: { protocol: string; file: string },
  context: FigureContext,
): HTMLElement {
  const kinds = byKind(rows);
  const lines = CHOICES.flatMap((about, at): Line[] => {
    const own = kinds.filter((kind) => kind.about === about);
    const [first] = own;
    if (!first) return [];
    const label = `${count(first.contests)} ${KIND_NAMES[about][first.contests === 1 ? 0 : 1]}`;
    const points = own.map(({ size, mean, least, most }) => ({
      x: size,
      value: mean,
      low: least,
      high: most,
      title: `${label}\n${count(size)} questions: ${percent(mean)} of draws${first.contests > 1 ? `\nfrom ${percent(least)} to ${percent(most)}` : ""}`,
    }));
    return [{ label, ...LOOKS[at]!, points }];
  });
  return figureFrame(
    {
      id: "kinds",
      figure: "kafka/evolution",
      title: "How often so many questions choose what all of them choose",
      subtitle: `Share of ${count(rows[0]?.draws ?? 0)} random draws of the n = ${count(rows[0]?.n ?? 0)} questions in which the best by recall@10 (human form) is the best over all of them, ties by lot; ${protocolLabel(protocol)}. Lines are means over the choices of a kind, bars reach from the least to the most certain of them.`,
      description: lines
        .map(({ label, points }) => `${label}: ${points.map(({ x, value }) => `${percent(value)} with ${x}`).join(", ")}`)
        .join("; "),
      plot: (width) =>
        linePlot(lines, {
          width,
          xLabel: "questions",
          yLabel: "draws that choose the same",
          stops: sizesOf(kinds),
        }),
      note: "Draws come from the questions that there are: near the right end they hold almost the same ones, and agree for that reason alone. Where several are equally good over all questions, each of them is right.",
      rows: kinds,
      columns: [
        words<KindAt>("about", "Choice"),
        whole<KindAt>("size", "Questions"),
        estimate<KindAt>("mean", "Same choice, mean"),
        estimate<KindAt>("least", "Least"),
        estimate<KindAt>("most", "Most"),
        whole<KindAt>("contests", "Choices"),
        whole<KindAt>("n", "n"),
      ],
      file,
    },
    context,
  ); // prettier-ignore
}

const PARTS: Part[] = [
  { key: "alone", label: "leads alone", color: "var(--theme-foreground-muted)" },
  {
    key: "lot",
    label: "leads together with others, chosen by lot",
    color: "color-mix(in srgb, var(--theme-foreground-muted) 40%, var(--theme-background))",
    ink: "var(--theme-foreground)",
  },
  {
    key: "other",
    label: "another is chosen",
    color: "var(--theme-foreground-faintest)",
    ink: "var(--theme-foreground)",
  },
];

/** Who is chosen by so many questions. @param rows of one contest, protocol and size */
export function leadersFigure(
  rows: readonly EvolutionLeaderRow[],
  options: { size: number; n: number; held: string; file: string; name: (row: EvolutionLeaderRow) => string },
  context: FigureContext,
): HTMLElement {
  const { size, n, held, file, name } = options;
  const sorted = [...rows].sort((a, b) => b.value - a.value);
  const label = (row: EvolutionLeaderRow): string => `${name(row)}${row.best ? ", best of all" : ""}`;
  return figureFrame(
    {
      id: "leaders",
      figure: "kafka/evolution-leaders",
      title: `Who is chosen by ${count(size)} questions`,
      subtitle: `Share of draws of ${count(size)} of n = ${count(n)} questions in which each is chosen; ${held}. In the order of recall@10 over all questions.`,
      description: sorted.map((row) => `${label(row)}: ${percent(row.leads)}`).join("; "),
      key: key(PARTS.map(({ color, label }) => ({ shape: "square", color, label }))),
      plot: (width) =>
        stackedBars(
          sorted.map((row) => ({
            label: label(row),
            counts: { alone: row.alone, lot: row.leads - row.alone, other: 1 - row.leads },
            title: (part, share) =>
              `${name(row)}, recall@10 ${rate(row.value)} over all\n${part.label}: ${percent(share)} of draws`,
          })),
          PARTS,
          { width, xLabel: "share of draws" },
        ),
      rows: sorted,
      columns: [
        { key: "option", label: "Option", value: (row) => name(row) },
        estimate<EvolutionLeaderRow>("leads", "Chosen"),
        estimate<EvolutionLeaderRow>("alone", "Leads alone"),
        estimate<EvolutionLeaderRow>("value", "recall@10 of all"),
        ...bounds<EvolutionLeaderRow>("low", "high"),
      ],
      file,
    },
    context,
  );
}

/** How wide an interval so many questions leave. @param rows of one contest and protocol, by size */
export function widthFigure(
  rows: readonly EvolutionRow[],
  { size, best, held, file }: { size: number; best: string; held: string; file: string },
  context: FigureContext,
): HTMLElement {
  const line: Line = {
    label: "mean",
    color: "var(--theme-foreground)",
    band: true,
    points: rows.map((row) => ({
      x: row.size,
      value: row.half_width,
      low: row.half_width_low,
      high: row.half_width_high,
      title: `${count(row.size)} questions\n±${points(row.half_width)} (${points(row.half_width_low)} to ${points(row.half_width_high)})\nno width in ${percent(row.no_width)} of draws`,
    })),
  };
  return figureFrame(
    {
      id: "widths",
      figure: "kafka/evolution",
      title: "How far an interval reaches",
      subtitle: `Half-width of the 95% bootstrap interval of recall@10 of ${best}, ${held}: mean over draws from the n = ${count(rows[0]?.n ?? 0)} questions, and the band that holds 95% of draws.`,
      description: rows.map((row) => `${row.size} questions: ${percent(row.half_width)}`).join("; "),
      plot: (width) =>
        linePlot([line], {
          width,
          height: 300,
          xLabel: "questions",
          yLabel: "half-width",
          stops: sizesOf(rows),
          domain: [0, Math.max(0.1, ...rows.map(({ half_width_high }) => half_width_high)) * 1.05],
          cursor: size,
        }),
      rows,
      columns: [
        whole<EvolutionRow>("size", "Questions"),
        estimate<EvolutionRow>("half_width", "Half-width"),
        ...bounds<EvolutionRow>("half_width_low", "half_width_high"),
        estimate<EvolutionRow>("no_width", "No width"),
        estimate<EvolutionRow>("right", "Best chosen"),
        estimate<EvolutionRow>("right_again", "with replacement"),
        estimate<EvolutionRow>("alone", "Single leader"),
        estimate<EvolutionRow>("settled", "Settled"),
        whole<EvolutionRow>("n", "n"),
      ],
      file,
    },
    context,
  );
}

/** How many questions a claim needs: a row a rival and size of claim. @param rows of one contest and protocol */
export function needsFigure(
  rows: readonly EvolutionNeedRow[],
  options: { best: string; held: string; file: string; name: (row: EvolutionNeedRow) => string },
  context: FigureContext,
): HTMLElement {
  const { best, held, file, name } = options;
  const needed = (value: number): string => (Number.isFinite(value) ? count(value) : "–");
  const questions = (field: "questions" | "questions_low" | "questions_high", label: string) => ({
    key: field,
    label,
    value: (row: EvolutionNeedRow) => row[field],
    cell: (row: EvolutionNeedRow) => needed(row[field]),
    numeric: true,
  });
  return figureFrame(
    {
      id: "needs",
      figure: "kafka/evolution-needs",
      title: "How many questions a claim needs",
      subtitle: `${best} against each other one, paired, 80% power at the 5% level, from the share of the n = ${count(rows[0]?.n ?? 0)} questions on which they disagree, and from the ends of its 95% interval; ${held}.`,
      description: rows
        .map((row) => `${name(row)}, +${points(row.delta)}: ${needed(row.questions)} questions`)
        .join("; "),
      note: "A dash: the two disagree on fewer questions than the claim says, so that it cannot be true of such questions.",
      rows,
      columns: [
        { key: "option", label: "Against", value: (row) => name(row) },
        {
          key: "delta",
          label: "Claim",
          value: (row) => row.delta,
          cell: (row) => `+${points(row.delta).replace(".0", "")}`,
        },
        questions("questions", "Questions"),
        questions("questions_low", "from"),
        questions("questions_high", "to"),
        estimate<EvolutionNeedRow>("discordant", "Disagree on"),
        ...bounds<EvolutionNeedRow>("discordant_low", "discordant_high"),
        {
          key: "behind",
          label: "Behind",
          value: (row) => row.behind,
          cell: (row) => difference(row.behind),
          numeric: true,
        },
        whole<EvolutionNeedRow>("n", "n"),
      ],
      file,
    },
    context,
  );
}
