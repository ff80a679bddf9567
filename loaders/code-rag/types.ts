/** What the study asks of a code base and its questions; Kafka's own are turned into these. */

/** A code base: its id names caches and results. */
export interface CodeBase {
  id: string;
  /** In the order in which rankings number them. */
  files: readonly { path: string; text: string }[];
}

export type LabelRole = "primary" | "secondary" | "adversarial";

/** A question in each of its forms, and the files that it labels. */
export interface RagQuestion {
  id: string;
  forms: readonly { form: string; text: string }[];
  labelled: readonly { path: string; role: LabelRole }[];
}

/** How a ranking is made. */
export const MODES = ["vector", "bm25", "hybrid"] as const;
export type Mode = (typeof MODES)[number];
