/** The closed vocabularies of the near-clone benchmark, shared by loaders and pages. */

/** The six single-edit bug types (paper, section 3.2). */
export const BUG_TYPES = [
  "off_by_one",
  "off_by_one_boundary",
  "wrong_operator",
  "wrong_comparison",
  "swap_arguments",
  "remove_edge_case_check",
] as const;
export type BugType = (typeof BUG_TYPES)[number];

/**
 * Whether a bug type is one of the six. An imported corpus may hold others: those near-clones stand in corpus and
 * ranking, and are left out of what is said of single mechanical edits (paper, sections 5.4, 5.5, G).
 */
export const isMechanical = (bugType: string): boolean => (BUG_TYPES as readonly string[]).includes(bugType);

/** Stands where a system id does, for the mean over families of dense models. */
export const ALL_FAMILIES = "all_families";

/** The ten task domains (paper, table 1). */
export const DOMAINS = [
  "bit_manipulation",
  "collections",
  "data_transformation",
  "date_time",
  "geometry",
  "math_numerical",
  "sorting_searching",
  "state_machines",
  "string_processing",
  "validation",
] as const;
export type Domain = (typeof DOMAINS)[number];

/** The cut-offs at which every ranking metric is reported. */
export const CUTOFFS = [1, 3, 5, 10] as const;
export type Cutoff = (typeof CUTOFFS)[number];

/** Metric families, named as they are printed: `exec@1`, `execution_precision@3`, `ndcg@10`. */
export const METRICS = ["exec", "execution_precision", "ndcg"] as const;
export type Metric = (typeof METRICS)[number];
