import {
  ALL_DENSE,
  type LikelihoodFirstRow,
  type LikelihoodPairRow,
  type LikelihoodScore,
  LIKELIHOOD_SCORES,
  type PairGrouping,
} from "../shared/likelihood-rows.js";
import {
  GROUPING_LABELS,
  groupLabel,
  pairsBy,
  SCORE_LABELS,
  systemsFirst,
} from "../shared/findings/likelihood.js";
import { count, percent, range, rate, signedPoints, pointsRange } from "../shared/format.js";
import { bugColor } from "./bug-types.js";
import { bounds, estimate, intervalColumns, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { isRetriever, systemColor, systemIndex, systemLabel } from "./systems.js";

const OF_MODEL = "var(--theme-foreground)";

const scoreName = (context: FigureContext, score: string): string =>
  score === ALL_DENSE
    ? "Embedding models, pooled"
    : (SCORE_LABELS[score as LikelihoodScore] ?? systemLabel(systemIndex(context.systems), score));

/** How often the canonical comes first of its own five, by every score of the language model and every system. */
export function firstFigure(
  rows: readonly LikelihoodFirstRow[],
  { dataset, file }: { dataset: string; file: string },
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  const scores = LIKELIHOOD_SCORES.flatMap(
    (score) => rows.find((row) => row.dataset === dataset && row.score === score) ?? [],
  );
  const systems = systemsFirst(rows, dataset, (id) => isRetriever(index.get(id)));
  const shown = [...scores, ...systems];
  const marks = shown.map((row): IntervalRow => {
    const system = index.get(row.score);
    const name = scoreName(context, row.score);
    return {
      label: name,
      value: row.value,
      low: row.low,
      high: row.high,
      color: system ? systemColor(system) : OF_MODEL,
      right: rate(row.value),
      title: `${system ? "" : "Language model, "}${name}\ncanonical first in ${percent(row.value)} (${range(row.low, row.high)}) of ${count(row.n)} queries\nsum after the query minus this ${signedPoints(row.above)} (${pointsRange(row.above_low, row.above_high)})`,
    };
  });
  const chance = shown[0]?.chance ?? 0;
  return figureFrame(
    {
      id: "first",
      figure: "ablations/likelihood",
      title: "The canonical comes first among its own near-clones",
      subtitle: `Share of ${count(shown[0]?.n ?? 0)} queries, 95% intervals over queries: five scores of the language model, then the retrieval systems over the same queries.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "share of queries",
          reference: { value: chance, label: `chance ${percent(chance)}` },
        }),
      rows: shown,
      columns: [
        words<LikelihoodFirstRow>("score", "Score or system", (score) => scoreName(context, score)),
        ...intervalColumns<LikelihoodFirstRow>("value", "Canonical first"),
        estimate<LikelihoodFirstRow>("above", "Sum after the query minus this"),
        ...bounds<LikelihoodFirstRow>("above_low", "above_high"),
      ],
      file,
    },
    context,
  );
}

/** How often the canonical is preferred to one near-clone, by one grouping, beside the embedding models. */
export function pairsFigure(
  rows: readonly LikelihoodPairRow[],
  options: {
    dataset: string;
    score: LikelihoodScore;
    grouping: Exclude<PairGrouping, "all">;
    file: string;
  },
  context: FigureContext,
): HTMLElement {
  const { dataset, score, grouping, file } = options;
  const both = (which: string): LikelihoodPairRow[] =>
    (["all", grouping] as const).flatMap((by) => pairsBy(rows, { dataset, score: which, grouping: by }));
  const [shown, dense] = [both(score), both(ALL_DENSE)];
  const marks = shown.map((row): IntervalRow => {
    const other = dense.find(({ group }) => group === row.group);
    const name = row.grouping === "all" ? "all pairs" : groupLabel(row.grouping, row.group);
    const interval = Number.isFinite(row.low)
      ? ` (${range(row.low, row.high)})`
      : ", too few pairs for an interval";
    return {
      label: name,
      value: row.value,
      low: row.low,
      high: row.high,
      ...(other ? { second: other.value } : {}),
      color: row.grouping === "bug_type" ? bugColor(row.group) : OF_MODEL,
      right: `${rate(row.value)}   ${count(row.pairs)}`,
      title: `${name}\ncanonical preferred in ${percent(row.value)}${interval}\n${other ? `embedding models ${percent(other.value)}\n` : ""}${count(row.pairs)} pairs of ${count(row.n)} queries`,
    };
  });
  return figureFrame(
    {
      id: "pairs",
      figure: "ablations/likelihood-pairs",
      title: `Canonical against one near-clone, by ${GROUPING_LABELS[grouping]}`,
      subtitle: `Share of pairs in which “${SCORE_LABELS[score]}” prefers the canonical (dot, 95% interval over queries) and in which embedding models do, pooled (diamond); at the right, the share and the number of pairs.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ", ")).join("; "),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "share of pairs",
          reference: { value: 0.5, label: "a coin" },
        }),
      rows: [...shown, ...dense],
      columns: [
        words<LikelihoodPairRow>("score", "Score", (name) => scoreName(context, name)),
        words<LikelihoodPairRow>("group", "Group", (group) => groupLabel(grouping, group)),
        ...intervalColumns<LikelihoodPairRow>("value", "Canonical preferred"),
        whole<LikelihoodPairRow>("pairs", "Pairs"),
      ],
      file,
    },
    context,
  );
}
