/**
 * The released bundle's JSONL files, as the dataset card describes them. Fields beyond these are allowed, since a release
 * may add some; a field that is missing or of another type is an error.
 */
import { z } from "zod";
import { isOutcome } from "../execution/outcome.ts";

const text = z.string().min(1, "must not be empty");
/** Ids become file names, keys and parts of links. */
const id = z.string().regex(/^[\w.-]+$/, "must be letters, digits, dots, hyphens and underscores");
const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits");
const outcome = z.custom<string>(
  isOutcome,
  "must be pass, FAIL, FAIL:<Exception>, TIMEOUT or ERROR:<Exception>",
);

export const CORPUS_ROW = z
  .looseObject({
    corpus_id: id,
    code: text,
    label: z.enum(["correct", "incorrect"]),
    /** Absent, null or empty on canonicals. */
    bug_type: z.string().nullish(),
    source_entry_id: text,
  })
  .refine((row) => (row.label === "incorrect") === Boolean(row.bug_type), {
    path: ["bug_type"],
    message: "must be there on an incorrect snippet and on no correct one",
  });

/** `exec_<domain>_<n>`: the only place that names a query's domain. */
export const ENTRY_ID = /^exec_([\w.-]+)_[^_]+$/;

export const QUERY_ROW = z.looseObject({
  query_id: id,
  query: text,
  test_suite: z.array(text).min(1, "needs at least one test"),
  correct_corpus_ids: z.array(text).length(1, "must name exactly one snippet"),
  paired_distractor_corpus_ids: z.array(text).min(1, "must name at least one snippet"),
  entry_id: z.string().regex(ENTRY_ID, "must look like exec_<domain>_<n>"),
  metadata: z.looseObject({
    model: text,
    endpoint: text,
    generated_at: text,
    /** Flat on real-time rows, nested on batch rows: see `usage.ts`. */
    batch_usage: z.record(z.string(), z.unknown()).nullish(),
  }),
});

export const DISTRACTOR_ROW = z.looseObject({ corpus_id: id, bug_description: text });

export const CACHE_ROW = z.looseObject({
  code_sha256: sha256Hex,
  tests_sha256: sha256Hex,
  outcomes: z.array(outcome).min(1, "needs at least one outcome"),
});

export type CorpusRow = z.infer<typeof CORPUS_ROW>;
export type QueryRow = z.infer<typeof QUERY_ROW>;
export type DistractorRow = z.infer<typeof DISTRACTOR_ROW>;
export type CacheRow = z.infer<typeof CACHE_ROW>;
