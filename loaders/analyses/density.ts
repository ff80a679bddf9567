import { resampleIndices } from "../../src/shared/resample.ts";
import type { DensityRow } from "../../src/shared/rows.ts";
import { EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { curveRows, DENSITY_COLUMNS } from "./density-curve.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { queryFacts } from "./query-facts.ts";

const SELECTED_DENSITIES = [0, 1, 2, 3, 4] as const;

/** Curves over the selected distractors: at d = 4 they are the leaderboard's values. */
export function densityRows(evaluation: Evaluation): DensityRow[] {
  const resamples = resampleIndices(evaluation.corpus.tasks.length);
  return evaluation.systems.flatMap((system) =>
    curveRows({
      dataset: evaluation.corpus.dataset.id,
      system: system.system.id,
      source: "selected",
      positions: queryFacts(evaluation, system).map(
        ({ firstPassingRank, ownAbove, othersAbove, distractors }) => ({
          ownAbove,
          othersAbove: firstPassingRank === 0 ? Infinity : othersAbove,
          distractors,
        }),
      ),
      densities: SELECTED_DENSITIES,
      resamples,
    }),
  );
}

export const density: Figure<DensityRow> = {
  id: "near-clones/density",
  title: "Expected exec@k when each query keeps d of its own near-clones",
  source: "loaders/analyses/density.ts",
  inputs: EVALUATION_INPUTS,
  columns: DENSITY_COLUMNS,
  compute: forEveryDataset(densityRows),
};
