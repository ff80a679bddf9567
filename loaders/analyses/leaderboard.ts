import {
  bootstrapMeans,
  mean,
  percentileInterval,
  rankIntervals,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import { execAt, executionPrecisionAt, ndcgAt } from "../../src/shared/ranking-metrics.ts";
import type { LeaderboardRow } from "../../src/shared/rows.ts";
import {
  execBand,
  executionPrecisionBand,
  ndcgBand,
  tieGroups,
  type TieBand,
} from "../../src/shared/tie-bands.ts";
import { CUTOFFS, type Cutoff, type Metric, METRICS } from "../../src/shared/vocabulary.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { canonicalsFirst } from "./canonicals-first.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { queryFacts } from "./query-facts.ts";
import { round6 } from "./round.ts";

/** One metric of one system at one cut-off: a value a query, and its band over ties. */
export interface Measure {
  system: EvaluatedSystem;
  metric: Metric;
  k: Cutoff;
  values: Float64Array;
  bands: TieBand[];
  /** The values if equal similarities were ordered by an id that puts canonicals first. */
  canonicalsFirst: Float64Array;
}

const VALUE = {
  exec: (passing: boolean[], _rank: number, k: number) => execAt(passing, k),
  execution_precision: (passing: boolean[], _rank: number, k: number) => executionPrecisionAt(passing, k),
  ndcg: (_passing: boolean[], rank: number, k: number) => ndcgAt(rank, k),
} as const;

const BAND = { exec: execBand, execution_precision: executionPrecisionBand, ndcg: ndcgBand } as const;

const known = new WeakMap<EvaluatedSystem, Measure[]>();

/** Every metric at every cut-off for one system, computed once. */
export function measuresOf(evaluation: Evaluation, system: EvaluatedSystem): Measure[] {
  let measures = known.get(system);
  if (!measures) {
    measures = measure(evaluation, system);
    known.set(system, measures);
  }
  return measures;
}

function measure(evaluation: Evaluation, system: EvaluatedSystem): Measure[] {
  const facts = queryFacts(evaluation, system);
  const { depth, topSimilarity } = system.ranking;
  const groups = facts.map(({ query, passing, canonicalRank }) =>
    tieGroups(topSimilarity.subarray(query * depth, (query + 1) * depth), passing, canonicalRank),
  );
  const others = facts.map((own) => canonicalsFirst(evaluation, system, own));
  return METRICS.flatMap((metric) =>
    CUTOFFS.map((k) => ({
      system,
      metric,
      k,
      values: Float64Array.from(facts, ({ passing, canonicalRank }) =>
        VALUE[metric](passing, canonicalRank, k),
      ),
      canonicalsFirst: Float64Array.from(others, ({ passing, canonicalRank }) =>
        VALUE[metric](passing, canonicalRank, k),
      ),
      bands: groups.map((group) => BAND[metric](group, k)),
    })),
  );
}

/** Rows of one dataset: all systems share the resamples, so that ranks and differences are paired. */
export function leaderboardRows(evaluation: Evaluation): LeaderboardRow[] {
  const measures = evaluation.systems.flatMap((system) => measuresOf(evaluation, system));
  if (measures.length === 0) return [];
  const replicates = bootstrapMeans(unitMatrix(measures.map(({ values }) => values)));
  const means = measures.map(({ values }) => mean(values));
  return METRICS.flatMap((metric) =>
    CUTOFFS.flatMap((k) => {
      const chosen = measures.flatMap((measure, i) =>
        measure.metric === metric && measure.k === k ? [i] : [],
      );
      const ranks = rankIntervals(
        chosen.map((i) => means[i]!),
        chosen.map((i) => replicates[i]!),
      );
      return chosen.map((i, place): LeaderboardRow => {
        const { system, bands, values, canonicalsFirst: byId } = measures[i]!;
        const interval = percentileInterval(replicates[i]!);
        const average = (key: keyof TieBand) => round6(mean(bands.map((band) => band[key])));
        return {
          dataset: evaluation.corpus.dataset.id,
          system: system.system.id,
          metric,
          k,
          value: round6(means[i]!),
          low: round6(interval.low),
          high: round6(interval.high),
          n: values.length,
          rank: ranks[place]!.rank,
          rank_low: ranks[place]!.low,
          rank_high: ranks[place]!.high,
          tie_share: round6(mean(bands.map(({ best, worst }) => (best > worst + 1e-12 ? 1 : 0)))),
          tie_best: average("best"),
          tie_expected: average("expected"),
          tie_worst: average("worst"),
          tie_canonicals_first: round6(mean(byId)),
        };
      });
    }),
  );
}

export const leaderboard: Figure<LeaderboardRow> = {
  id: "near-clones/leaderboard",
  title: "Every metric of every system, with intervals, ranks and tie bands",
  source: "loaders/analyses/leaderboard.ts",
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<LeaderboardRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id"],
    metric: ["utf8", "", "exec, execution_precision or ndcg"],
    k: ["int32", "rank", "cut-off"],
    value: ["float64", "rate 0..1", "mean over queries"],
    low: ["float64", "rate 0..1", "2.5 % percentile-bootstrap bound"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    n: ["int32", "count", "queries"],
    rank: ["int32", "rank", "rank of the system by this metric"],
    rank_low: ["float64", "rank", "2.5 % bound of the rank over the same resamples"],
    rank_high: ["float64", "rank", "97.5 % bound of the rank"],
    tie_share: ["float64", "rate 0..1", "share of queries whose value depends on the order within ties"],
    tie_best: ["float64", "rate 0..1", "mean under the most favorable order within ties"],
    tie_expected: ["float64", "rate 0..1", "mean under the average order"],
    tie_worst: ["float64", "rate 0..1", "mean under the least favorable order"],
    tie_canonicals_first: [
      "float64",
      "rate 0..1",
      "mean if ties were ordered by an id that puts canonicals first",
    ],
  }),
  compute: forEveryDataset(leaderboardRows),
};
