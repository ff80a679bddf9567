/** `ablations/controls.parquet`: exec@k when a part of the search pool is taken away. */
export interface ControlRow {
  dataset: string;
  /** A system id, or `all_families` for the mean over dense families. */
  system: string;
  /** What is left in the pool: see `POOLS`. */
  pool: string;
  k: number;
  value: number;
  low: number;
  high: number;
  n: number;
}

/** `ablations/control-costs.parquet`: what a kind of item takes from exec@k, paired by query. */
export interface ControlCostRow {
  dataset: string;
  system: string;
  /** See `COSTS`. */
  cost: string;
  k: number;
  /** exec@k without the items minus exec@k with them. */
  value: number;
  low: number;
  high: number;
  n: number;
}

/** The pools of the controls, from everything to canonicals alone. */
export const POOLS = ["full", "random_removed", "without_own", "canonicals_and_own", "canonicals"] as const;
export type Pool = (typeof POOLS)[number];

/** Each cost with the pool that lacks the items and the one that has them. */
export const COSTS = {
  /** Own near-clones in the whole pool. */
  own: ["without_own", "full"],
  /** Own near-clones where no other task has any. */
  own_alone: ["canonicals", "canonicals_and_own"],
  /** Near-clones of other tasks, while the question has none of its own. */
  others: ["canonicals", "without_own"],
  /** Near-clones of other tasks beside own ones. */
  others_with_own: ["canonicals_and_own", "full"],
  /** As many random items of other tasks as the question has near-clones: the pool is then as small as without own ones. */
  random: ["random_removed", "full"],
} as const satisfies Record<string, readonly [Pool, Pool]>;
export type Cost = keyof typeof COSTS;
