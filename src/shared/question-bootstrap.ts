import {
  bootstrapMeans,
  bootstrapRatio,
  type Interval,
  mean,
  percentileInterval,
  quantileSorted,
  rankIntervals,
  unitMatrix,
} from "./bootstrap.js";
import { smallestPairedDifference } from "./power.js";
import { resampleIndices } from "./resample.js";

/** Bootstrap replicates of every interval over questions (the study's own number). */
export const QUESTION_REPLICATES = 2000;

export interface Estimate extends Interval {
  value: number;
  /** Questions. */
  n: number;
}

const known = new Map<number, Uint32Array>();

/** Resamples of `n` questions: equal for equal n, so that systems and forms are compared in pairs. */
export function questionResamples(n: number): Uint32Array {
  const draws = known.get(n) ?? resampleIndices(n, QUESTION_REPLICATES);
  known.set(n, draws);
  return draws;
}

/** Means of columns, one value a question each, with 95 % percentile intervals. */
export function meansOverQuestions(columns: readonly ArrayLike<number>[]): Estimate[] {
  const n = columns[0]?.length ?? 0;
  const replicates = bootstrapMeans(unitMatrix(columns), questionResamples(n));
  return columns.map((column, c) => ({ value: mean(column), n, ...percentileInterval(replicates[c]!) }));
}

/** Mean of one minus another over the same questions, paired. */
export const differenceOverQuestions = (one: ArrayLike<number>, other: ArrayLike<number>): Estimate =>
  meansOverQuestions([Array.from(one, (value, question) => value - other[question]!)])[0]!;

/** Sum above over sum below, as of displaced forms over forms: questions are drawn, never forms. */
export function rateOverQuestions(counts: ArrayLike<number>, totals: ArrayLike<number>): Estimate {
  const n = counts.length;
  return { ...bootstrapRatio(counts, totals, questionResamples(n)), n };
}

/**
 * Mean and median of all values, where a question has one, several (one a form) or none (NaN, or an empty list):
 * questions are drawn with all their values, never values. `n` counts the questions that have one.
 */
export function gapsOverQuestions(values: readonly (number | readonly number[])[]): {
  mean: Estimate;
  median: Estimate;
} {
  const own = values.map((of) => [of].flat().filter(Number.isFinite));
  const sizes = Int32Array.from(own, (of) => of.length);
  const sums = Float64Array.from(own, (of) => of.reduce((sum, value) => sum + value, 0));
  const ordered = own.flatMap((of, question) => of.map((value) => ({ value, question })));
  ordered.sort((a, b) => a.value - b.value);
  const sorted = Float64Array.from(ordered, ({ value }) => value);
  const questions = Int32Array.from(ordered, ({ question }) => question);
  const draws = questionResamples(own.length);
  const means: number[] = [];
  const medians: number[] = [];
  const times = new Uint16Array(own.length);
  for (let start = 0; start < draws.length; start += own.length) {
    times.fill(0);
    let [drawn, sum] = [0, 0];
    for (let draw = start; draw < start + own.length; draw++) {
      const question = draws[draw]!;
      times[question]!++;
      drawn += sizes[question]!;
      sum += sums[question]!;
    }
    if (drawn === 0) continue;
    means.push(sum / drawn);
    medians.push(repeatedMedian(sorted, questions, times, drawn));
  }
  const estimate = (value: number, replicates: number[]): Estimate => ({
    value,
    n: own.filter((of) => of.length > 0).length,
    ...percentileInterval(Float64Array.from(replicates)),
  });
  return { mean: estimate(mean(sorted), means), median: estimate(quantileSorted(sorted, 0.5), medians) };
}

/** Median of ascending values that each stand as often as their question was drawn, `drawn` in all. */
function repeatedMedian(
  sorted: Float64Array,
  questions: Int32Array,
  times: Uint16Array,
  drawn: number,
): number {
  let seen = 0;
  let at = -1;
  const next = (place: number): number => {
    while (seen <= place) seen += times[questions[++at]!]!;
    return sorted[at]!;
  };
  return (next((drawn - 1) >> 1) + next(drawn >> 1)) / 2;
}

/** A system among others: its mean, its rank with interval, and how it compares with the leader. */
export interface Standing extends Estimate {
  rank: number;
  rank_low: number;
  rank_high: number;
  /** Leader's mean minus this one's, paired; of the leader itself 0. */
  behind: Interval & { value: number };
  /** Whether `behind` contains 0: it cannot be told from the leader. */
  top_cluster: boolean;
  /** Questions that the leader alone, and this one alone, solves: those that make the difference. */
  leader_only: number[];
  own_only: number[];
  /** Smallest true difference to the leader that n questions show with 80 % power; NaN where both solve the same. */
  detectable: number;
}

/**
 * How systems stand by a rate of 0 or 1 a question. The leader is the first with the highest mean.
 * @param columns one a system, a value a question
 */
export function standings(columns: readonly ArrayLike<number>[]): Standing[] {
  const n = columns[0]?.length ?? 0;
  const replicates = bootstrapMeans(unitMatrix(columns), questionResamples(n));
  const values = columns.map((column) => mean(column));
  const leader = values.indexOf(Math.max(...values));
  return rankIntervals(values, replicates).map(({ rank, low, high }, system): Standing => {
    const [best, own] = [columns[leader]!, columns[system]!];
    const questions = Array.from({ length: n }, (_, question) => question);
    const leaderOnly = questions.filter((question) => best[question]! > own[question]!);
    const ownOnly = questions.filter((question) => best[question]! < own[question]!);
    const discordant = leaderOnly.length + ownOnly.length;
    const behind = replicates[leader]!.map((value, replicate) => value - replicates[system]![replicate]!);
    const interval = percentileInterval(behind);
    return {
      value: values[system]!,
      n,
      ...percentileInterval(replicates[system]!),
      rank,
      rank_low: low,
      rank_high: high,
      behind: { value: values[leader]! - values[system]!, ...interval },
      top_cluster: interval.low <= 0 && interval.high >= 0,
      leader_only: leaderOnly,
      own_only: ownOnly,
      detectable: discordant === 0 ? NaN : smallestPairedDifference(n, discordant / n),
    };
  });
}
