import {
  bootstrapMeans,
  mean,
  percentileInterval,
  replicateRatios,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import { expectedExec } from "../../src/shared/density.ts";
import { execAt } from "../../src/shared/ranking-metrics.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import { averageRanks, spearman } from "../../src/shared/spearman.ts";
import { clusteredSpearman } from "../../src/shared/clustered-spearman.ts";
import {
  type Outcome,
  OUTCOMES,
  type OverlapRow,
  type OverlapThirdRow,
} from "../../src/shared/ablation-rows.ts";
import { present } from "../tasks/corpus.ts";
import { familyMean } from "./ablation-families.ts";
import { contentWords, nameOverlap, type Overlap, OVERLAPS, wordOverlap } from "./ablation-words.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { queryFacts, type QueryFacts } from "./query-facts.ts";
import { rememberPerEvaluation } from "./remember.ts";
import { round6 } from "./round.ts";
import { ALL_FAMILIES } from "../../src/shared/vocabulary.ts";

/** Overlap and outcomes over the queries that have a near-clone. */
export interface OverlapData {
  /** Indices of the queries. */
  queries: number[];
  overlaps: Record<Overlap, Float64Array>;
  series: { system: string; outcome: Outcome; values: Float64Array }[];
}

function outcomeOf(outcome: Outcome, facts: QueryFacts, { ranking }: EvaluatedSystem): number {
  const { firstPassingRank, ownAbove, othersAbove, distractors } = facts;
  const [canonical, ...others] = ranking.own[facts.query]!;
  switch (outcome) {
    case "exec1":
      return execAt(facts.passing, 1);
    case "exec10":
      return execAt(facts.passing, 10);
    case "alone1":
      return expectedExec(firstPassingRank === 0 ? null : { ownAbove, othersAbove, distractors }, 0, 1);
    case "deception":
      return mean(others.map(({ similarity }) => Number(similarity >= canonical!.similarity)));
    case "gap":
      return facts.canonicalSimilarity - facts.bestDistractorSimilarity;
  }
}

/** Everything that is related; null where the dataset's text is not on this machine. */
export const overlapData = rememberPerEvaluation((evaluation: Evaluation): OverlapData | null => {
  const { corpus, own, systems } = evaluation;
  if (!corpus.hasText) return null;
  const queries = [...own.keys()].filter((query) => own[query]!.length > 1);
  const measured = queries.map((query) => {
    const words = contentWords(present(corpus.tasks[query]!.query));
    const code = present(corpus.snippets[own[query]![0]!]!.code);
    return { ...wordOverlap(words, contentWords(code)), names: nameOverlap(words, code) };
  });
  const overlaps = Object.fromEntries(
    OVERLAPS.map((measure) => [measure, Float64Array.from(measured, (values) => values[measure])]),
  ) as Record<Overlap, Float64Array>;
  const series = OUTCOMES.flatMap((outcome) => {
    const bySystem = systems.map((evaluated) => {
      const facts = queryFacts(evaluation, evaluated);
      const values = Float64Array.from(queries, (query) => outcomeOf(outcome, facts[query]!, evaluated));
      return { system: evaluated.system, values };
    });
    const rows = bySystem.map(({ system, values }) => ({ system: system.id, outcome, values }));
    const families = familyMean(bySystem);
    // Similarities of different models have no common unit.
    return families && outcome !== "gap"
      ? [{ system: ALL_FAMILIES, outcome, values: families }, ...rows]
      : rows;
  });
  return { queries, overlaps, series };
});

/** Spearman's rho of every measure with every series, with intervals from the same resamples. */
export function overlapRows(evaluation: Evaluation): OverlapRow[] {
  const data = overlapData(evaluation);
  if (!data || data.queries.length === 0) return [];
  const n = data.queries.length;
  const found = clusteredSpearman(
    OVERLAPS.map((measure) => data.overlaps[measure]),
    data.series.map(({ values }) => values),
    { clusterOf: [...data.queries.keys()], clusters: n, resamples: resampleIndices(n) },
  );
  return OVERLAPS.flatMap((measure, x) =>
    data.series.flatMap(({ system, outcome, values }, at): OverlapRow[] => {
      const rho = spearman(data.overlaps[measure], values);
      if (!Number.isFinite(rho)) return [];
      const { low, high } = percentileInterval(found[x]![at]!.filter(Number.isFinite));
      return [
        {
          dataset: evaluation.corpus.dataset.id,
          system,
          measure,
          outcome,
          rho: round6(rho),
          low: round6(low),
          high: round6(high),
          n,
        },
      ];
    }),
  );
}

/** Third of each query by its overlap, 1 for the least; equal overlaps share a third. */
export const thirdsOf = (overlap: Float64Array): Uint8Array =>
  Uint8Array.from(averageRanks(overlap), (rank) => 1 + Math.floor((3 * (rank - 0.5)) / overlap.length));

/** Means of every outcome but the gap by thirds of the overlap. */
export function overlapThirdRows(evaluation: Evaluation): OverlapThirdRow[] {
  const data = overlapData(evaluation);
  if (!data || data.queries.length === 0) return [];
  const series = data.series.filter(({ outcome }) => outcome !== "gap");
  const resamples = resampleIndices(data.queries.length);
  return OVERLAPS.flatMap((measure) => {
    const overlap = data.overlaps[measure];
    const thirds = thirdsOf(overlap);
    return [1, 2, 3].flatMap((third) => {
      const inside = Float64Array.from(thirds, (value) => Number(value === third));
      const chosen = [...overlap].filter((_, i) => inside[i]);
      if (chosen.length === 0) return [];
      const columns = series.map(({ values }) => values.map((value, i) => value * inside[i]!));
      const means = bootstrapMeans(unitMatrix([inside, ...columns]), resamples);
      return series.map(({ system, outcome }, at): OverlapThirdRow => {
        const { low, high } = percentileInterval(replicateRatios(means[at + 1]!, means[0]!));
        return {
          dataset: evaluation.corpus.dataset.id,
          system,
          measure,
          outcome,
          third,
          overlap_from: round6(Math.min(...chosen)),
          overlap_to: round6(Math.max(...chosen)),
          value: round6(mean(columns[at]!) / mean(inside)),
          low: round6(low),
          high: round6(high),
          n: chosen.length,
        };
      });
    });
  });
}
