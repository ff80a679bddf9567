import { sha256 } from "../store/digest.ts";
import type { BundleSnippet } from "./read-data.ts";

/** A rule that may have ordered equal similarities. */
export interface TieRule {
  id: string;
  /** In words, for the report. */
  name: string;
  /** A key a snippet; equal similarities are ordered by it, ascending. */
  keys(snippets: readonly BundleSnippet[]): string[];
}

const padded = (place: number): string => String(place).padStart(9, "0");

/** The paper says "the scoring engine's realized sort order" and no more, so each of these is tried. */
export const TIE_RULES: readonly TieRule[] = [
  {
    id: "corpus-order",
    name: "the order of data/corpus.jsonl, as a stable sort leaves it",
    keys: (snippets) => snippets.map((_, place) => padded(place)),
  },
  {
    id: "reverse-corpus-order",
    name: "the reverse order of data/corpus.jsonl, as a reversed ascending sort leaves it",
    keys: (snippets) => snippets.map((_, place) => padded(snippets.length - place)),
  },
  { id: "corpus-id", name: "corpus_id, ascending", keys: (snippets) => snippets.map(({ id }) => id) },
  {
    id: "code-digest",
    name: "the SHA-256 of the code, ascending",
    keys: (snippets) => snippets.map(({ code }) => sha256(code)),
  },
];
