import { group, max, min } from "d3-array";
import {
  bootstrapMean,
  bootstrapMeans,
  bootstrapRatioDifference,
  mean,
  percentileInterval,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import { expectedExec } from "../../src/shared/density.ts";
import type { Cutoff, Metric } from "../../src/shared/vocabulary.ts";
import { isDense } from "../embedding/models.ts";
import type { Estimate } from "./claim-rules.ts";
import { deceptionRows } from "./deception.ts";
import { editSizeCorrelationRows, editSizeRows } from "./edit-size.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { measuresOf } from "./leaderboard.ts";
import { queryFacts } from "./query-facts.ts";

/** Stands for "there is nothing to measure here". */
export const NOTHING: Estimate = { value: Number.NaN, low: Number.NaN, high: Number.NaN, n: 0 };

export const denseSystems = ({ systems }: Evaluation): EvaluatedSystem[] =>
  systems.filter(({ system }) => isDense(system));

/** One value a query of a metric of a system. */
export function valuesOf(
  evaluation: Evaluation,
  system: EvaluatedSystem,
  metric: Metric,
  k: Cutoff,
): Float64Array {
  return measuresOf(evaluation, system).find((measure) => measure.metric === metric && measure.k === k)!
    .values;
}

/** The dense system with the highest (or lowest) mean of a metric; null without dense systems. */
export function extremeDense(
  evaluation: Evaluation,
  k: Cutoff,
  pick: "best" | "worst",
  metric: Metric = "exec",
) {
  const scored = denseSystems(evaluation).map((system) => ({
    system,
    value: mean(valuesOf(evaluation, system, metric, k)),
  }));
  const wanted = (pick === "best" ? max : min)(scored, ({ value }) => value);
  return scored.find(({ value }) => value === wanted)?.system ?? null;
}

export const rateOf = (values: ArrayLike<number>): Estimate =>
  values.length === 0 ? NOTHING : { ...bootstrapMean(values), n: values.length };

/** Rate of the dense system that is best at rank 1. */
export function bestDense(
  evaluation: Evaluation,
  values: (system: EvaluatedSystem) => ArrayLike<number>,
): Estimate {
  const system = extremeDense(evaluation, 1, "best");
  return system ? rateOf(values(system)) : NOTHING;
}

export function lexical(evaluation: Evaluation, k: Cutoff): Estimate {
  const system = evaluation.systems.find(({ system: { provider } }) => provider === "bm25");
  return system ? rateOf(valuesOf(evaluation, system, "exec", k)) : NOTHING;
}

/** Worst dense system's exec@10 minus the lexical system's, paired. */
export function worstDenseMinusLexical(evaluation: Evaluation): Estimate {
  const dense = extremeDense(evaluation, 10, "worst");
  const bm25 = evaluation.systems.find(({ system: { provider } }) => provider === "bm25");
  if (!dense || !bm25) return NOTHING;
  const [a, b] = [valuesOf(evaluation, dense, "exec", 10), valuesOf(evaluation, bm25, "exec", 10)];
  return rateOf(a.map((value, i) => value - b[i]!));
}

/** Share of the best dense system's rank-1 misses that are the query's own distractor. */
export function ownDistractorShare(evaluation: Evaluation): Estimate {
  const system = extremeDense(evaluation, 1, "best");
  if (!system) return NOTHING;
  const misses = queryFacts(evaluation, system).filter(({ rank1 }) => rank1 !== "passing");
  return rateOf(misses.map(({ rank1 }) => (rank1 === "own_distractor" ? 1 : 0)));
}

/** Expected exec@1 of the dense system that is best at density 0. */
export function densestAt(evaluation: Evaluation, d: number): Estimate {
  const expected = denseSystems(evaluation).map((system) => ({
    zero: mean(densityValues(evaluation, system, 0)),
    values: densityValues(evaluation, system, d),
  }));
  const best = expected.toSorted((a, b) => b.zero - a.zero)[0];
  return best ? rateOf(best.values) : NOTHING;
}

const densityValues = (evaluation: Evaluation, system: EvaluatedSystem, d: number): number[] =>
  queryFacts(evaluation, system).map((facts) =>
    expectedExec(facts.firstPassingRank === 0 ? null : facts, d, 1),
  );

/** Mean over dense systems of the relative loss at rank 1 that one near-clone brings. */
export function relativeDrop(evaluation: Evaluation): Estimate {
  const systems = denseSystems(evaluation);
  if (systems.length === 0) return NOTHING;
  const columns = systems.flatMap((system) => [0, 1].map((d) => densityValues(evaluation, system, d)));
  const means = bootstrapMeans(unitMatrix(columns));
  const drop = (at: (column: number) => number) => mean(systems.map((_, i) => 1 - at(2 * i + 1) / at(2 * i)));
  const replicates = means[0]!.map((_, replicate) => drop((column) => means[column]![replicate]!));
  return {
    value: drop((column) => mean(columns[column]!)),
    ...percentileInterval(replicates),
    n: evaluation.own.length,
  };
}

/** Share of queries whose canonical scores strictly below at least one own distractor. */
export const belowADistractor = (evaluation: Evaluation): Estimate =>
  bestDense(evaluation, (system) =>
    queryFacts(evaluation, system)
      .filter(({ distractors }) => distractors > 0)
      .map(({ canonicalSimilarity, bestDistractorSimilarity }) =>
        canonicalSimilarity < bestDistractorSimilarity ? 1 : 0,
      ),
  );

export function deceptionOf(evaluation: Evaluation, bugType: string): Estimate {
  const row = deceptionRows(evaluation).find(
    (r) => r.system === "all_dense" && r.domain === "all" && r.bug_type === bugType,
  );
  return row ?? NOTHING;
}

/** Pooled deception of one bug type minus that of all others, over dense systems. */
export function deceptionAgainstRest(evaluation: Evaluation, bugType: string): Estimate {
  const queries = evaluation.own.length;
  const [own, ownPairs, rest, restPairs] = Array.from({ length: 4 }, () => new Float64Array(queries));
  for (const { ranking } of denseSystems(evaluation)) {
    ranking.own.forEach(([canonical, ...distractors], query) => {
      for (const { snippet, similarity } of distractors) {
        const isOwn = evaluation.corpus.snippets[snippet]!.bugType === bugType;
        (isOwn ? ownPairs : restPairs)![query]!++;
        if (similarity >= canonical!.similarity) (isOwn ? own : rest)![query]!++;
      }
    });
  }
  return {
    ...bootstrapRatioDifference([own!, ownPairs!], [rest!, restPairs!]),
    n: ownPairs!.filter((count) => count > 0).length,
  };
}

export function sizeCorrelation(evaluation: Evaluation, measure: "absolute" | "relative"): Estimate {
  const row = editSizeCorrelationRows(evaluation).find(
    (r) => r.lines === "all" && r.bug_type === "all" && r.measure === measure,
  );
  return row ? { value: row.rho, low: row.low, high: row.high, n: row.n } : NOTHING;
}

/** The bucket whose deception is farthest from the published band's middle. */
export function farthestBucket(evaluation: Evaluation, [low, high]: readonly [number, number]): Estimate {
  const rows = editSizeRows(evaluation).filter((r) => r.lines === "all" && r.bug_type === "all");
  const middle = (low + high) / 2;
  return rows.toSorted((a, b) => Math.abs(b.value - middle) - Math.abs(a.value - middle))[0] ?? NOTHING;
}

/** One value a query: whether `test` holds of the number of dense and lexical systems that solve it at rank 1. */
export function solvedBy(
  evaluation: Evaluation,
  test: (solving: number, systems: number) => boolean,
): Estimate {
  const systems = evaluation.systems.filter(({ system }) => system.class !== "baseline");
  const solving = evaluation.own.map(
    (_, query) => systems.filter((s) => queryFacts(evaluation, s)[query]!.rank1 === "passing").length,
  );
  return rateOf(solving.map((count) => (test(count, systems.length) ? 1 : 0)));
}

/** exec@1 of one domain minus that of all others, averaged over dense and lexical systems. */
export function domainAgainstRest(evaluation: Evaluation, domain: string): Estimate {
  const systems = evaluation.systems.filter(({ system }) => system.class !== "baseline");
  const share = evaluation.own.map((_, query) =>
    mean(systems.map((s) => (queryFacts(evaluation, s)[query]!.rank1 === "passing" ? 1 : 0))),
  );
  const inside = evaluation.corpus.tasks.map((task) => (task.domain === domain ? 1 : 0));
  if (!inside.includes(1) || !inside.includes(0)) return NOTHING;
  const times = (flags: number[]) => share.map((value, i) => value * flags[i]!);
  const outside = inside.map((flag) => 1 - flag);
  return {
    ...bootstrapRatioDifference([times(inside), inside], [times(outside), outside]),
    n: inside.filter((flag) => flag === 1).length,
  };
}

/** exec@1 of the full-precision model minus its int8 version, for the family with the largest difference. */
export function numericTypes(evaluation: Evaluation): Estimate {
  const families = [...group(denseSystems(evaluation), ({ system }) => system.family).values()].filter(
    (f) => f.length > 1,
  );
  const differences = families.map(([a, b]) => {
    const [x, y] = [valuesOf(evaluation, a!, "exec", 1), valuesOf(evaluation, b!, "exec", 1)];
    return rateOf(x.map((value, i) => value - y[i]!));
  });
  return differences.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))[0] ?? NOTHING;
}
