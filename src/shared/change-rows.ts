/** `changes.json`: what differs between this build and an earlier one. */

/** One figure whose rows are not those of the baseline. */
export interface FigureChange {
  figure: string;
  title: string;
  /** `changed`, `close` (less than 1e-9), `added`, `removed`. */
  kind: "changed" | "close" | "added" | "removed";
  rows_before: number;
  rows_now: number;
  /** Inputs and code that changed, or the platform where neither did; in words. */
  causes: string[];
}

/** One headline number in both; NaN is written as null where a side lacks it. */
export interface HeadlineChange {
  dataset: string;
  system: string;
  metric: string;
  before: number | null;
  low_before: number | null;
  high_before: number | null;
  now: number | null;
  low_now: number | null;
  high_now: number | null;
  n_before: number;
  n_now: number;
}

/** This build against a baseline. */
export interface BuildChanges {
  figures: FigureChange[];
  /** Figures with the same rows, and those of them whose inputs or code changed all the same. */
  same: number;
  same_from_other: number;
  headline: HeadlineChange[];
  /** Inputs and modules that changed, whether or not rows did. */
  inputs: string[];
  modules: string[];
}

export type BaselineId = "last_build" | "committed";

export interface Comparison {
  baseline: BaselineId;
  /** ISO time of the build before, or empty. */
  at: string;
  /** Null where there is nothing to compare with; `why` says why. */
  changes: BuildChanges | null;
  why: string;
}

export interface ChangesFile {
  /** ISO time of this build, or empty in a preview before the first. */
  built: string;
  comparisons: Comparison[];
}
