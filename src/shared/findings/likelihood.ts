import {
  ALL_DENSE,
  CLOSE,
  type LikelihoodFirstRow,
  type LikelihoodPairRow,
  type LikelihoodScore,
  LIKELIHOOD_SCORES,
  type PairGrouping,
} from "../likelihood-rows.js";
import { count, percent, points, pointsRange, range, spaced } from "../format.js";

export const SCORE_LABELS: Record<LikelihoodScore, string> = {
  conditional: "after the query",
  unconditional: "code alone",
  pmi: "difference (PMI)",
  conditional_mean: "after the query, a token",
  unconditional_mean: "code alone, a token",
};

export const GROUPING_LABELS: Record<Exclude<PairGrouping, "all">, string> = {
  bug_type: "bug type",
  length_change: "what the edit does to the length",
  edit_size: "size of the edit",
  code_length: "length of the code",
};

const LENGTH_LABELS: Record<string, string> = {
  shorter: "bug makes it shorter",
  same: "as many tokens",
  longer: "bug makes it longer",
};

/** A group's name as figures and sentences print it. */
export function groupLabel(grouping: string, group: string): string {
  if (grouping === "length_change") return LENGTH_LABELS[group] ?? group;
  if (grouping === "edit_size") return `${group} ${group === "1" ? "character" : "characters"}`;
  if (grouping === "code_length") return `${group.replace("-", "–")} tokens`;
  return spaced(group);
}

const isScore = (score: string): score is LikelihoodScore =>
  LIKELIHOOD_SCORES.some((known) => known === score);

/** The systems of a dataset among the rows, the best first; chance baselines stay out by `isSystem`. */
export const systemsFirst = (
  rows: readonly LikelihoodFirstRow[],
  dataset: string,
  isSystem: (id: string) => boolean,
): LikelihoodFirstRow[] =>
  rows
    .filter((row) => row.dataset === dataset && !isScore(row.score) && isSystem(row.score))
    .toSorted((a, b) => b.value - a.value);

/** Fewer queries than this are no finding. */
const ENOUGH_QUERIES = 30;

/** Whether a language model prefers code that works, in a sentence that holds whatever the rows say. */
export function likelihoodFinding(
  rows: readonly LikelihoodFirstRow[],
  dataset: string,
  isEmbedding: (id: string) => boolean,
  labelOf: (id: string) => string,
): string {
  const of = (score: LikelihoodScore) => rows.find((row) => row.dataset === dataset && row.score === score);
  const [conditional, alone] = [of("conditional"), of("unconditional")];
  const best = systemsFirst(rows, dataset, isEmbedding)[0];
  if (!conditional || !alone || !best)
    return "No query of this dataset has been scored by a language model yet.";
  if (conditional.n < ENOUGH_QUERIES) {
    return `A language model has scored ${count(conditional.n)} of ${count(conditional.queries)} queries of this dataset: too few to say whether it prefers code that works.`;
  }
  const comparison =
    best.above_low > 0 ? "more often than" : best.above_high < 0 ? "less often than" : "about as often as";
  return (
    `A small language model puts the code that works first among its near-clones ${comparison} the best embedding model: ` +
    `${share(conditional)} of ${count(conditional.n)} queries against ${share(best)} (${labelOf(best.score)}); chance is ${percent(conditional.chance)}. ` +
    `${querySentence(alone)}${sampleSentence(conditional)}`
  );
}

const share = ({ value, low, high }: LikelihoodFirstRow): string => `${percent(value)} (${range(low, high)})`;

/** What the query adds to the code alone. */
function querySentence(alone: LikelihoodFirstRow): string {
  const gap = `${points(alone.above)} (${pointsRange(alone.above_low, alone.above_high)})`;
  if (alone.above_low > 0) return `The query adds ${gap} to what the code alone gives.`;
  if (alone.above_high < 0) return `The query takes ${gap} from what the code alone gives.`;
  return `The code alone, without any query, gives ${share(alone)}.`;
}

function sampleSentence({ n, queries }: LikelihoodFirstRow): string {
  return n < queries ? ` So far ${count(n)} of ${count(queries)} queries are scored, a random sample.` : "";
}

/** Rows of one grouping in their fixed order. */
export const pairsBy = (
  rows: readonly LikelihoodPairRow[],
  where: { dataset: string; score: string; grouping: PairGrouping },
): LikelihoodPairRow[] =>
  rows.filter(
    (row) => row.dataset === where.dataset && row.score === where.score && row.grouping === where.grouping,
  );

const pairShare = ({ value, low, high, pairs }: LikelihoodPairRow): string =>
  Number.isFinite(low)
    ? `${percent(value)} (${range(low, high)}, ${count(pairs)} pairs)`
    : `${percent(value)} (${count(pairs)} pairs)`;

/** Pairs over all, and the bug types at both ends. */
export function bugSentence(
  rows: readonly LikelihoodPairRow[],
  where: { dataset: string; score: LikelihoodScore },
): string {
  const all = pairsBy(rows, { ...where, grouping: "all" })[0];
  const dense = pairsBy(rows, { ...where, score: ALL_DENSE, grouping: "all" })[0];
  const bugs = pairsBy(rows, { ...where, grouping: "bug_type" })
    .filter(({ low }) => Number.isFinite(low))
    .toSorted((a, b) => b.value - a.value);
  if (!all) return "";
  const opening =
    `Pair by pair, the score “${SCORE_LABELS[where.score]}” prefers the canonical to a near-clone in ${pairShare(all)}` +
    (dense
      ? `; embedding models, pooled, in ${percent(dense.value)} (${range(dense.low, dense.high)}). `
      : ". ");
  const [most, least] = [bugs[0], bugs.at(-1)];
  if (!most || !least || most === least) return opening + "No two bug types have 30 pairs yet.";
  return (
    opening +
    `It sees ${spaced(most.group)} best, ${pairShare(most)}, and ${spaced(least.group)} least, ${pairShare(least)}; one half would be a coin.`
  );
}

/** How many pairs the rounding of the runtime may have decided. */
export function closeSentence(rows: readonly LikelihoodPairRow[], dataset: string): string {
  const all = pairsBy(rows, { dataset, score: "conditional", grouping: "all" })[0];
  return all
    ? `In ${count(all.close)} of ${count(all.pairs)} pairs the two sums after the query lie within ${CLOSE} nat of each other, where the rounding of the runtime may decide.`
    : "";
}

/** The confound of a sum: fewer tokens cost less. */
export function shorterSentence(rows: readonly LikelihoodPairRow[], dataset: string): string {
  const of = (score: LikelihoodScore, group: string) =>
    pairsBy(rows, { dataset, score, grouping: "length_change" }).find((row) => row.group === group);
  const [shorter, same, longer] = ["shorter", "same", "longer"].map((group) => of("conditional", group));
  const mean = of("conditional_mean", "shorter");
  if (!shorter || !same || !longer || !mean) return "";
  const favored = shorter.high < same.low;
  return (
    `A sum of log-probabilities ${favored ? "favors" : "could favor"} whatever is shorter. After the query it prefers the canonical in ${pairShare(shorter)} where the bug takes tokens away, ` +
    `in ${pairShare(same)} where their number stays, and in ${pairShare(longer)} where it adds some. ` +
    `A mean a token gives ${pairShare(mean)} where the bug takes tokens away. Pairs with as many tokens are the fair comparison.`
  );
}

/** From short code to long code, over the ranges that have enough pairs. */
export function codeLengthSentence(
  rows: readonly LikelihoodPairRow[],
  where: { dataset: string; score: LikelihoodScore },
): string {
  const ranges = pairsBy(rows, { ...where, grouping: "code_length" }).filter(({ low }) =>
    Number.isFinite(low),
  );
  const [short, long] = [ranges[0], ranges.at(-1)];
  if (!short || !long || short === long) return "";
  const apart =
    long.high < short.low
      ? "less sure"
      : long.low > short.high
        ? "surer"
        : "neither surer nor less sure beyond the intervals";
  return `In long code it is ${apart}: ${pairShare(long)} at ${groupLabel("code_length", long.group)}, ${pairShare(short)} at ${groupLabel("code_length", short.group)}.`;
}

const TRAINING: Record<string, string> = {
  humaneval:
    "HumanEval has been public since 2021 and may stand in the training data of the model, with its canonical solutions: what a model remembers looks like what it understands. Our own tasks, written for this workbook, are the clean test.",
  "near-miss":
    "These tasks were written for this workbook after the model was trained, so that it cannot have read them. A language model wrote them, though, and what one writes may look natural to another.",
};

/** What the model may have read before, and what the same score gives on another dataset, over all and at one length of code. */
export function contaminationSentence(
  rows: readonly LikelihoodPairRow[],
  where: { dataset: string; score: LikelihoodScore },
  labelOf: (dataset: string) => string,
): string {
  const of = (dataset: string, grouping: PairGrouping) =>
    pairsBy(rows, { dataset, score: where.score, grouping }).filter(({ low }) => Number.isFinite(low));
  const other = rows.find((row) => row.dataset !== where.dataset)?.dataset;
  const training = TRAINING[where.dataset] ?? "";
  if (other === undefined) return training;
  const [here, there] = [of(where.dataset, "all")[0], of(other, "all")[0]];
  if (!here || !there) return training;
  const lengths = of(where.dataset, "code_length").flatMap((row) => {
    const twin = of(other, "code_length").find(({ group }) => group === row.group);
    return twin ? [{ row, twin }] : [];
  });
  const common = lengths.toSorted((a, b) => pairsInBoth(b) - pairsInBoth(a))[0];
  const atLength = common
    ? ` At one length of code, ${groupLabel("code_length", common.row.group)}, it is ${pairShare(common.twin)} there and ${pairShare(common.row)} here.`
    : "";
  return `${training} Over all pairs the same score prefers the canonical in ${pairShare(there)} on ${labelOf(other)} and in ${pairShare(here)} here.${atLength}`;
}

const pairsInBoth = ({ row, twin }: { row: LikelihoodPairRow; twin: LikelihoodPairRow }): number =>
  Math.min(row.pairs, twin.pairs);
