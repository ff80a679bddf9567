import { type Interval, percentileInterval } from "../../src/shared/bootstrap.ts";
import { BOOTSTRAP_SEED, resampleIndices } from "../../src/shared/resample.ts";

/** What two annotators chose on one question. */
export interface Judgement {
  question: string;
  /** The files among which the question offers a choice: those that it labels. */
  categories: readonly string[];
  /** A category; null for "other": any file that the question does not label. */
  first: string | null;
  second: string | null;
}

export interface Estimate extends Interval {
  value: number;
}

/** A chance-corrected agreement: (observed - expected) / (1 - expected). */
export interface Kappa extends Estimate {
  /** Agreement that chance alone would give. */
  expected: number;
}

export interface Agreement {
  questions: number;
  /** Share of questions on which both chose the same. */
  observed: Estimate;
  cohen: Kappa;
  uniform: Kappa;
}

/**
 * Agreement of two annotators, with 95 % percentile intervals of a bootstrap over questions.
 *
 * The categories of a question are the files that it labels, and "other". No question has the categories of another,
 * and each is judged once, so chance cannot be taken from a question's own margins. Two ways to pool remain, and both
 * are given:
 *
 * - `cohen`: Cohen's kappa (1960) on one table over all questions. A file is the same category in every question, and
 *   "other" is one category: expected = sum over categories c of p1(c) p2(c), with each annotator's shares over all
 *   questions. This is the usual coefficient, but hardly any two questions share an owner, so that expected is near 0
 *   and the coefficient near the observed agreement.
 * - `uniform`: chance picks within the question, each of its K categories alike: expected = mean over questions of 1 / K
 *   (Brennan and Prediger 1981, with K by question). It asks how much better than guessing among the question's own
 *   files the second annotator is, which is the stricter of the two here and the one to quote.
 *
 * A resample in which chance alone agrees always has no kappa and is left out.
 */
export function agreement(
  judgements: readonly Judgement[],
  { replicates = 2000, seed = BOOTSTRAP_SEED } = {},
): Agreement {
  const n = judgements.length;
  const draws = resampleIndices(n, replicates, seed);
  const samples = Array.from({ length: n === 0 ? 0 : replicates }, (_, replicate) =>
    statisticsOf([...draws.subarray(replicate * n, (replicate + 1) * n)].map((index) => judgements[index]!)),
  );
  const all = statisticsOf(judgements);
  const intervalOf = (pick: (statistics: Statistics) => number): Interval =>
    percentileInterval(Float64Array.from(samples.map(pick).filter(Number.isFinite)));
  const kappaOf = (name: "cohen" | "uniform"): Kappa => {
    const of = (statistics: Statistics): number => kappa(statistics.observed, statistics[name]);
    return { value: of(all), expected: all[name], ...intervalOf(of) };
  };
  return {
    questions: n,
    observed: { value: all.observed, ...intervalOf(({ observed }) => observed) },
    cohen: kappaOf("cohen"),
    uniform: kappaOf("uniform"),
  };
}

/** Observed agreement, and what each model of chance expects. */
interface Statistics {
  observed: number;
  cohen: number;
  uniform: number;
}

const kappa = (observed: number, expected: number): number => (observed - expected) / (1 - expected);

function statisticsOf(judgements: readonly Judgement[]): Statistics {
  const n = judgements.length;
  const firsts = new Map<string | null, number>();
  const seconds = new Map<string | null, number>();
  let agreed = 0;
  let uniform = 0;
  for (const { categories, first, second } of judgements) {
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
    if (first === second) agreed++;
    uniform += 1 / (categories.length + 1);
  }
  let cohen = 0;
  for (const [category, count] of firsts) cohen += count * (seconds.get(category) ?? 0);
  return { observed: agreed / n, cohen: cohen / n ** 2, uniform: uniform / n };
}
