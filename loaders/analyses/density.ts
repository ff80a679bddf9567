import { bootstrapMeans, mean, percentileInterval, unitMatrix } from "../../src/shared/bootstrap.ts";
import { chanceAtDensity, expectedExec } from "../../src/shared/density.ts";
import type { DensityRow } from "../../src/shared/rows.ts";
import { CUTOFFS } from "../../src/shared/vocabulary.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { loadEvaluations } from "./evaluation.ts";
import { queryFacts } from "./query-facts.ts";
import { round6 } from "./round.ts";

const SELECTED_DENSITIES = [0, 1, 2, 3, 4] as const;

/** Expected exec@k of every query when it keeps d of its selected distractors (paper, section 5.3). */
function expectedValues(evaluation: Evaluation, system: EvaluatedSystem, d: number, k: number): Float64Array {
  return Float64Array.from(queryFacts(evaluation, system), (facts) =>
    expectedExec(facts.firstPassingRank === 0 ? null : facts, d, k),
  );
}

export function densityRows(evaluation: Evaluation): DensityRow[] {
  const cells = evaluation.systems.flatMap((system) =>
    CUTOFFS.flatMap((k) =>
      SELECTED_DENSITIES.map((d) => ({ system, k, d, values: expectedValues(evaluation, system, d, k) })),
    ),
  );
  if (cells.length === 0) return [];
  const replicates = bootstrapMeans(unitMatrix(cells.map(({ values }) => values)));
  return cells.map(({ system, k, d, values }, i) => {
    const interval = percentileInterval(replicates[i]!);
    return {
      dataset: evaluation.corpus.dataset.id,
      system: system.system.id,
      k,
      d,
      value: round6(mean(values)),
      low: round6(interval.low),
      high: round6(interval.high),
      n: values.length,
      chance: round6(chanceAtDensity(d)),
      source: "selected",
    };
  });
}

export const density: Figure<DensityRow> = {
  id: "near-clones/density",
  title: "Expected exec@k when each query keeps d of its own near-clones",
  source: "loaders/analyses/density.ts",
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<DensityRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id"],
    k: ["int32", "rank", "cut-off"],
    d: ["int32", "count", "near-clones kept a query"],
    value: ["float64", "rate 0..1", "exact expectation over all kept subsets, mean over queries"],
    low: ["float64", "rate 0..1", "2.5 % percentile-bootstrap bound"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    n: ["int32", "count", "queries"],
    chance: ["float64", "rate 0..1", "a coin among own candidates, 1/(d+1)"],
    source: ["utf8", "", "selected (the shipped distractors), pool_all or pool_matched"],
  }),
  compute: async () => (await loadEvaluations()).flatMap(densityRows),
};
