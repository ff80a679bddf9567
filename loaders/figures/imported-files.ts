import { SHARDS } from "../analyses/explorer-shards.ts";
import { DATASETS } from "../tasks/datasets.ts";

/**
 * Ids of the figures that each imported dataset has to itself. Pages cannot name them (Framework wants literals), so the
 * build serves them under these names: `observablehq.config.ts` lists them as dynamic paths.
 */
export const IMPORTED_FIGURES: readonly string[] = DATASETS.filter(({ imported }) => imported).flatMap(
  ({ id }) => [
    `near-clones/per-query-${id}`,
    `explorer/index-${id}`,
    `explorer/questions-${id}`,
    ...SHARDS.filter(({ dataset }) => dataset === id).flatMap(({ name }) =>
      ["tasks", "snippets", "rankings", "mutants"].map((kind) => `explorer/${kind}-${name}`),
    ),
  ],
);
