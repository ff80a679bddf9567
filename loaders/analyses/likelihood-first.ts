import { bootstrapMeans, mean, percentileInterval, unitMatrix } from "../../src/shared/bootstrap.ts";
import type { LikelihoodFirstRow } from "../../src/shared/likelihood-rows.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { firstIsBest, likelihoodData } from "./likelihood-scores.ts";
import { round6 } from "./round.ts";

/** Share of queries whose canonical comes first among its own near-clones, by every score and system, on shared resamples. */
export async function likelihoodFirstRows(evaluation: Evaluation): Promise<LikelihoodFirstRow[]> {
  const { corpus, own } = evaluation;
  const { queries, scores } = await likelihoodData(evaluation);
  if (queries.length === 0) return [];
  const digests = queries.map(({ snippets }) => snippets.map((snippet) => corpus.snippets[snippet]!.id));
  const first = scores.map(({ values }) =>
    Float64Array.from(values, (ofQuery, place) => Number(firstIsBest(ofQuery, digests[place]!))),
  );
  const replicates = bootstrapMeans(unitMatrix(first));
  const chance = mean(queries.map(({ snippets }) => 1 / snippets.length));
  return scores.map(({ score }, at): LikelihoodFirstRow => {
    const value = mean(first[at]!);
    const { low, high } = percentileInterval(replicates[at]!);
    const difference = replicates[0]!.map((conditional, i) => conditional - replicates[at]![i]!);
    const between = percentileInterval(difference);
    return {
      dataset: corpus.dataset.id,
      score,
      value: round6(value),
      low: round6(low),
      high: round6(high),
      above: round6(mean(first[0]!) - value),
      above_low: round6(between.low),
      above_high: round6(between.high),
      chance: round6(chance),
      n: queries.length,
      queries: own.filter((snippets) => snippets.length > 1).length,
    };
  });
}
