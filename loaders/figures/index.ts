import { ablationControls } from "../analyses/ablation-controls.ts";
import { ablationDtype } from "../analyses/ablation-dtype.ts";
import { ablationOverlap } from "../analyses/ablation-overlap.ts";
import { ablationVariants } from "../analyses/ablation-variants.ts";
import { claims } from "../analyses/claims.ts";
import { datasets } from "../analyses/datasets.ts";
import { deception } from "../analyses/deception.ts";
import { densityPool } from "../analyses/density-pool.ts";
import { density } from "../analyses/density.ts";
import { leaderboard } from "../analyses/leaderboard.ts";
import { likelihood } from "../analyses/likelihood.ts";
import { methodAudit } from "../analyses/method-audit.ts";
import { methodComposition } from "../analyses/method-composition.ts";
import { methodDataset } from "../analyses/method-dataset.ts";
import { methodExecution } from "../analyses/method-execution.ts";
import { methodInputs } from "../analyses/method-inputs.ts";
import { methodModels } from "../analyses/method-models.ts";
import { methodTexts } from "../analyses/method-texts.ts";
import { paired } from "../analyses/paired.ts";
import { perQuery } from "../analyses/per-query.ts";
import { rerankers } from "../analyses/rerankers.ts";
import { systems } from "../analyses/systems.ts";
import { economics } from "../analyses/economics.ts";
import { editSize } from "../analyses/edit-size.ts";
import { explorer } from "../analyses/explorer.ts";
import { explorerIndex } from "../analyses/explorer-index.ts";
import { explorerMutants } from "../analyses/explorer-mutants.ts";
import { stacked } from "../analyses/stacked.ts";
import { functionLength } from "../analyses/function-length.ts";
import { kafkaFigures } from "../kafka/figures.ts";
import { kafkaExplorer } from "../kafka/figure-explorer.ts";
import { kafkaGold } from "../kafka/figure-gold.ts";
import type { Figure } from "./figure.ts";

/** Every figure of the workbook. A new one is imported here and nowhere else. */
export const FIGURES: readonly Figure[] = [
  datasets,
  systems,
  leaderboard,
  ...perQuery,
  density,
  densityPool,
  deception,
  ...editSize,
  ...stacked,
  paired,
  ...economics,
  claims,
  ...explorerIndex,
  ...explorer,
  ...explorerMutants,
  ...methodDataset,
  ...methodComposition,
  ...methodTexts,
  ...methodInputs,
  methodAudit,
  ...methodModels,
  ...methodExecution,
  ...ablationControls,
  ...ablationDtype,
  ...ablationOverlap,
  ...ablationVariants,
  ...rerankers,
  functionLength,
  ...likelihood,
  ...kafkaGold,
  ...kafkaFigures,
  ...kafkaExplorer,
];

/** Page groups: one archive each under `src/data`. */
export const GROUPS = ["near-clones", "explorer", "ablations", "method", "kafka", "kafka-explorer"] as const;

export const figuresOf = (group: string): Figure[] => FIGURES.filter(({ id }) => id.startsWith(`${group}/`));
