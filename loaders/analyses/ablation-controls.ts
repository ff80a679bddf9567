import { bootstrapMeans, mean, percentileInterval, unitMatrix } from "../../src/shared/bootstrap.ts";
import {
  type ControlCostRow,
  type ControlRow,
  type Cost,
  COSTS,
  type Pool,
  POOLS,
} from "../../src/shared/ablation-rows.ts";
import { ALL_FAMILIES, CUTOFFS } from "../../src/shared/vocabulary.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { familyMean } from "./ablation-families.ts";
import { execIn, poolPlaces } from "./ablation-pools.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { rememberPerEvaluation } from "./remember.ts";
import { round6 } from "./round.ts";

/** exec@k of every query in one pool, with its bootstrap means. */
interface Measured {
  system: string;
  pool: Pool;
  k: number;
  values: Float64Array;
  means: Float64Array;
}

/** Every system and the mean over dense families, in every pool at every k; the same resamples for all. */
const measured = rememberPerEvaluation(async (evaluation: Evaluation): Promise<Measured[]> => {
  const found = await poolPlaces(evaluation);
  const cells = POOLS.flatMap((pool) =>
    CUTOFFS.flatMap((k) => {
      const bySystem = found.map(({ evaluated: { system }, places }) => ({
        system,
        values: Float64Array.from(places, (place) => execIn(pool, place, k)),
      }));
      const rows = bySystem.map(({ system, values }) => ({ system: system.id, pool, k, values }));
      const families = familyMean(bySystem);
      return families ? [{ system: ALL_FAMILIES, pool, k, values: families }, ...rows] : rows;
    }),
  );
  const means = bootstrapMeans(unitMatrix(cells.map(({ values }) => values)));
  return cells.map((cell, i) => ({ ...cell, means: means[i]! }));
});

const rounded = ({ low, high }: { low: number; high: number }): { low: number; high: number } => ({
  low: round6(low),
  high: round6(high),
});

/** exec@k in every pool. */
export async function controlRows(evaluation: Evaluation): Promise<ControlRow[]> {
  return (await measured(evaluation)).map(({ system, pool, k, values, means }) => ({
    dataset: evaluation.corpus.dataset.id,
    system,
    pool,
    k,
    value: round6(mean(values)),
    ...rounded(percentileInterval(means)),
    n: values.length,
  }));
}

/** What own near-clones, those of other tasks, and as many random items take from exec@k. */
export async function controlCostRows(evaluation: Evaluation): Promise<ControlCostRow[]> {
  const cells = new Map(
    (await measured(evaluation)).map((cell) => [`${cell.system} ${cell.pool} ${cell.k}`, cell]),
  );
  return (Object.keys(COSTS) as Cost[]).flatMap((cost) =>
    [...cells.values()]
      .filter(({ pool }) => pool === COSTS[cost][0])
      .map((without) => {
        const having = cells.get(`${without.system} ${COSTS[cost][1]} ${without.k}`)!;
        return {
          dataset: evaluation.corpus.dataset.id,
          system: without.system,
          cost,
          k: without.k,
          value: round6(mean(without.values) - mean(having.values)),
          ...rounded(percentileInterval(without.means.map((value, i) => value - having.means[i]!))),
          n: without.values.length,
        };
      }),
  );
}

const SOURCE = "loaders/analyses/ablation-controls.ts";

const rates: Figure<ControlRow> = {
  id: "ablations/controls",
  title: "exec@k when near-clones or random items are taken out of the pool",
  source: SOURCE,
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<ControlRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id, or all_families for the mean over dense families"],
    pool: [
      "utf8",
      "",
      "full, random_removed (as many random failing items of other tasks as there are own near-clones), without_own, canonicals_and_own or canonicals",
    ],
    k: ["int32", "rank", "cut-off"],
    value: ["float64", "rate 0..1", "exec@k; its expectation for random_removed"],
    low: ["float64", "rate 0..1", "2.5 % bound of the bootstrap over queries"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    n: ["int32", "count", "queries"],
  }),
  compute: forEveryDataset(controlRows),
};

const costs: Figure<ControlCostRow> = {
  id: "ablations/control-costs",
  title: "What own near-clones and those of other tasks take from exec@k",
  source: SOURCE,
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<ControlCostRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id, or all_families"],
    cost: [
      "utf8",
      "",
      "own, own_alone (no other near-clones), others (no own), others_with_own, or random (as many random items as own near-clones)",
    ],
    k: ["int32", "rank", "cut-off"],
    value: ["float64", "difference of rates", "exec@k without the items minus with them"],
    low: ["float64", "difference of rates", "2.5 % bound of the paired bootstrap over queries"],
    high: ["float64", "difference of rates", "97.5 % bound"],
    n: ["int32", "count", "queries"],
  }),
  compute: forEveryDataset(controlCostRows),
};

export const ablationControls: Figure[] = [rates, costs];
