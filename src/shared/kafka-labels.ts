/** Names of what the Kafka pages compare, as readers meet them; keys stand in the order of the page. */

export const FORM_LABELS = {
  human: "human",
  ai_optimized: "AI-optimized",
  keyword: "keyword",
  wrong_terminology: "wrong terminology",
  cross_module: "cross-module",
} as const;
export type FormId = keyof typeof FORM_LABELS;

/** Every form; a question may lack the last one. */
export const FORM_IDS = Object.keys(FORM_LABELS) as FormId[];

export const PROTOCOL_LABELS = {
  complete: "complete ranking",
  top_10_chunks: "ten best chunks",
} as const;
export type ProtocolId = keyof typeof PROTOCOL_LABELS;

/** What a reader may ask dense systems to rank by. BM25 alone stands beside each. */
export const MODE_CHOICES = {
  vector: "vector",
  hybrid: "vector + BM25",
  both: "both",
} as const;
export type ModeChoice = keyof typeof MODE_CHOICES;

/** Whether a ranking of this mode (`vector`, `bm25`, `hybrid`) is shown under the reader's choice. */
export const isShownMode = (mode: string, choice: ModeChoice): boolean =>
  mode === "bm25" || choice === "both" || mode === choice;

/** A ranked list as it is named: the system, and that BM25 takes part where it is fused. */
export const listName = (label: string, mode: string): string =>
  mode === "hybrid" ? `${label} + BM25` : label;

const named = (labels: Readonly<Record<string, string>>, id: string): string =>
  labels[id] ?? id.replaceAll("_", " ");

export const formLabel = (form: string): string => named(FORM_LABELS, form);
export const protocolLabel = (protocol: string): string => named(PROTOCOL_LABELS, protocol);

/** `1500/200`: characters of a window and how many of them overlap; `syntax 1500` for code's own pieces of at most so many. */
export function chunkingLabel(chunking: string): string {
  const [, size, overlap] = /^c(\d+)-o(\d+)$/.exec(chunking) ?? [];
  return size === undefined ? chunking.replace("-", " ") : `${size}/${overlap}`;
}
