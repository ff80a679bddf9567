import { executionId, executionMeanId, FUSION, ORACLE } from "../reranker-rows.js";
import type { RerankerNameRow, RerankExecutionRow, RerankRow, Verdict } from "../reranker-rows.ts";
import { count, inWords, listed, percent, points, pointsRange, range, signedPoints } from "../format.js";

export interface StageChoice {
  dataset: string;
  /** The first stage. */
  system: string;
  k: number;
  verdict?: Verdict;
}

/** The row of one second stage. */
export const rerankOf = (
  rows: readonly RerankRow[],
  { dataset, system, k, verdict = "suite" }: StageChoice,
  reranker: string,
): RerankRow | undefined =>
  rows.find(
    (row) =>
      row.dataset === dataset &&
      row.system === system &&
      row.k === k &&
      row.verdict === verdict &&
      row.reranker === reranker,
  );

/** The first stage that is best by itself among those with a second stage; none when no ceiling is known. */
export const bestFirstStage = (rows: readonly RerankRow[], dataset: string): string | undefined =>
  rows
    .filter((row) => row.reranker === ORACLE && row.k === 10 && row.dataset === dataset)
    .reduce<RerankRow | undefined>((top, row) => (top && top.before >= row.before ? top : row), undefined)
    ?.system;

/** What a row says of rank 1: `up`, `down` or `open`, by the paired interval. */
export const direction = ({ low, high }: Pick<RerankRow, "low" | "high">): "up" | "down" | "open" =>
  low > 0 ? "up" : high < 0 ? "down" : "open";

const lift = (row: RerankRow): string => `${signedPoints(row.lift)} (${pointsRange(row.low, row.high)})`;

/** Does a second stage repair rank 1? In sentences that hold whatever the rows say. */
export function rerankFinding(rows: readonly RerankRow[], where: StageChoice, name: string): string {
  const of = (id: string, verdict: Verdict = "suite") => rerankOf(rows, { ...where, verdict }, id);
  const ceiling = of(ORACLE);
  if (!ceiling) return `No second stage has been measured behind ${name} on this dataset yet.`;
  const [one, three, fused] = [of(executionId(1)), of(executionId(3)), of(FUSION)];
  const opening =
    three && direction(three) === "up"
      ? `A second stage that may run the code repairs much of rank 1`
      : three
        ? "Even a second stage that runs the code is not shown to repair rank 1"
        : "How much a second stage could repair is known";
  const ran =
    one && three
      ? `: behind ${name}, running one test a candidate takes exec@1 from ${percent(one.before)} to ${percent(one.after)}, three tests from ${percent(three.before)} to ${percent(three.after)}, where the best order of its first ${inWords(where.k)} would give ${percent(ceiling.after)}.`
      : `: behind ${name}, exec@1 is ${percent(ceiling.before)}, and the best order of its first ${inWords(where.k)} would give ${percent(ceiling.after)}.`;
  const mixed = fused ? ` Fusion with BM25, which runs nothing, ${fusionVerb(fused)}: ${lift(fused)}.` : "";
  const fewer =
    one && three && three.n < ceiling.n
      ? `, of which ${count(one.n)} have more than one test and ${count(three.n)} more than three`
      : "";
  return `${opening}${ran}${mixed} ${count(ceiling.n)} queries${fewer}.`;
}

const fusionVerb = (row: RerankRow): string =>
  ({ up: "lifts it", down: "lowers it", open: "is not shown to change it" })[direction(row)];

/** What running tests gains, by the tests that the stage did not see. */
export function heldOutSentence(rows: readonly RerankRow[], where: StageChoice, name: string): string {
  const told = [1, 2, 3].flatMap((shown) => {
    const row = rerankOf(rows, { ...where, verdict: "held_out" }, executionId(shown));
    const suite = rerankOf(rows, where, executionId(shown));
    return row && suite ? [{ shown, row, suite }] : [];
  });
  const last = told.at(-1);
  if (!last) return `The top results of ${name} have not been executed on this dataset yet.`;
  const moves = told.map(
    ({ shown, row }) =>
      `${percent(row.before)} to ${percent(row.after)} with ${inWords(shown)} ${shown === 1 ? "test" : "tests"}, ${lift(row)}`,
  );
  const ceiling = rerankOf(rows, where, ORACLE);
  const hopeless = ceiling
    ? `; in ${percent(1 - ceiling.after)} nothing among the first ${inWords(where.k)} passes, the rest are near-clones or others that pass the tests shown`
    : "";
  return (
    `A test that chose a candidate should not also judge it. By the tests held out, exec@1 goes from ${listed(moves)}. ` +
    `With ${inWords(last.shown)} tests shown, rank 1 still fails its suite in ${percent(1 - last.suite.after)} of ${count(last.suite.n)} queries${hopeless}.`
  );
}

/** Whether the drawn tests were lucky, and what a query costs. */
export function costSentence(
  rows: readonly RerankRow[],
  executions: readonly RerankExecutionRow[],
  where: StageChoice,
): string {
  const drawn = [1, 3].flatMap((shown) => rerankOf(rows, where, executionId(shown)) ?? []);
  const facts = executions.find(({ dataset }) => dataset === where.dataset);
  const [one, three] = drawn;
  if (!one || !three || !facts) return "";
  const mean = rerankOf(rows, where, executionMeanId(3));
  const luck = mean
    ? ` Which tests are shown was drawn once; over every set of three, the expectation is ${percent(mean.after)} (${range(mean.after_low, mean.after_high)}) where the drawn ones give ${percent(three.after)}.`
    : "";
  return `Candidates are run in the first stage’s order until one passes: ${one.executions.toFixed(1)} runs a query with one test, ${three.executions.toFixed(1)} with three, ${one.ms.toFixed(0)} and ${three.ms.toFixed(0)} ms on a busy machine with two cores (${count(facts.timed)} queries timed).${luck}`;
}

/** What scores without execution do, and how much of the ceiling any stage reaches. */
export function scoresSentence(
  rows: readonly RerankRow[],
  names: readonly RerankerNameRow[],
  where: StageChoice,
): string {
  const ceiling = rerankOf(rows, where, ORACLE);
  const scored = names
    .filter(({ kind }) => !["ceiling", "execution"].includes(kind))
    .flatMap(({ reranker, label }) => {
      const row = rerankOf(rows, where, reranker);
      return row ? [{ label, row }] : [];
    })
    .sort((a, b) => b.row.lift - a.row.lift);
  const best = scored[0];
  if (!ceiling || !best) return "";
  const subject =
    scored.length > 1
      ? `The best of ${inWords(scored.length)} stages that do not run the code, “${best.label}”, changes`
      : `“${best.label}” does not run the code, and changes`;
  const run = rerankOf(rows, where, executionId(3));
  const shares = run
    ? ` The ceiling lifts rank 1 by ${points(ceiling.lift)} over ${count(ceiling.n)} queries; three tests reach ${points(run.lift)} over ${count(run.n)}.`
    : ` The ceiling lifts rank 1 by ${points(ceiling.lift)}.`;
  return `${subject} exec@1 by ${lift(best.row)}, over ${count(best.row.n)} queries${best.row.left_out > 0 ? ` (${count(best.row.left_out)} are not wholly scored)` : ""}.${shares}`;
}
