import { existsSync, readFileSync } from "node:fs";
import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { priceSchema } from "../api/cost.ts";
import { InputError, UserError, type Violation } from "../errors.ts";
import { fromRoot, repositoryPath } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import { lineOnPath } from "../yaml-lines.ts";
import { PROMPT_VERSION } from "./prompts.ts";

export const RERANKERS_FILE = "data/rerankers.yaml";

const text = z.string().min(1, "must not be empty");

const common = {
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, "must be lower-case letters, digits, dots and hyphens"),
  label: text,
  licence: text,
  source_url: z.url("must be a URL"),
};

const service = {
  base_url: z.url("must be a URL"),
  model: text,
  /** Environment variable that holds the key. */
  key: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]*$/, "must be the name of an environment variable, never the key itself")
    .optional(),
  price: priceSchema.optional(),
  /** Requests under way at the same time. */
  concurrency: z.int().min(1).max(64).default(4),
  timeout_s: z.number().positive().default(60),
};

const chat = { ...service, max_output_tokens: z.int().positive() };

const crossEncoder = z.strictObject({
  ...common,
  kind: z.literal("cross-encoder"),
  /** Hub id, or path of a folder with config.json, tokenizer.json and onnx/model.onnx. */
  model: text,
  revision: text.default("main"),
  dtype: z.enum(["fp32", "fp16", "q8"]),
  /** Of query and code together; longer code is cut at its end. */
  token_limit: z.int().min(8),
});

const rerankApi = z.strictObject({
  ...common,
  kind: z.literal("rerank-api"),
  ...service,
  path: z.string().regex(/^[^/]/, "must not begin with a slash").default("rerank"),
  /** The candidates' list is called `documents` (Cohere, Jina, Voyage, vLLM) or `texts` (TEI's own route). */
  shape: z.enum(["documents", "tei"]).default("documents"),
});

const pointwise = z.strictObject({
  ...common,
  kind: z.literal("llm-pointwise"),
  ...chat,
  answer: z.enum(["score", "yes-logprob"]),
});

const listwise = z.strictObject({ ...common, kind: z.literal("llm-listwise"), ...chat });

const entrySchema = z.discriminatedUnion("kind", [crossEncoder, rerankApi, pointwise, listwise]);
const fileSchema = z.strictObject({ rerankers: z.array(entrySchema) });

export type RerankerEntry = z.infer<typeof entrySchema>;
export type CrossEncoderEntry = z.infer<typeof crossEncoder>;
export type RerankApiEntry = z.infer<typeof rerankApi>;
export type PointwiseEntry = z.infer<typeof pointwise>;
export type ListwiseEntry = z.infer<typeof listwise>;

/** Does the score of a candidate depend on the list in which it stands? */
export const isListwise = ({ kind }: Pick<RerankerEntry, "kind">): boolean => kind === "llm-listwise";

/** Digest of what decides a score: the model, how it is asked, and the prompt's version; not price, speed or address. */
export function recipeOf(entry: RerankerEntry): string {
  const { kind, model } = entry;
  const how =
    entry.kind === "cross-encoder"
      ? { revision: entry.revision, dtype: entry.dtype, limit: entry.token_limit }
      : entry.kind === "llm-pointwise"
        ? { answer: entry.answer, prompt: PROMPT_VERSION }
        : entry.kind === "llm-listwise"
          ? { prompt: PROMPT_VERSION }
          : {};
  return digestOf({ kind, model, ...how });
}

/** Every reranker of the registry; none where the file is absent. @throws InputError with line, entry, field and remedy */
export function readRerankers(path = fromRoot(RERANKERS_FILE)): RerankerEntry[] {
  return existsSync(path) ? parseRerankers(readFileSync(path, "utf8"), repositoryPath(path)) : [];
}

/** The reranker of this id. @throws UserError (exit code 2) that lists the ids there are */
export function rerankerById(id: string, entries = readRerankers()): RerankerEntry {
  const found = entries.find((entry) => entry.id === id);
  if (found) return found;
  const ids = entries.map((entry) => entry.id).join(", ");
  throw new UserError(
    `No reranker is called "${id}".`,
    `Choose execution, fusion, or one of ${RERANKERS_FILE}: ${ids}.`,
    2,
  );
}

/** Rerankers of YAML text. @param file the name that violations show */
export function parseRerankers(yaml: string, file: string): RerankerEntry[] {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const violation = (line: number, item: string, rule: string, message: string): Violation => ({
    file,
    line,
    item,
    rule,
    message,
    remedy: "Mend the entry; the file's head says what each kind needs.",
  });
  const lineOf = (path: (string | number)[]): number => lineOnPath(document, lines, path);
  const syntax = document.errors.map((error) =>
    violation(error.linePos?.[0].line ?? 0, "(file)", "yaml", error.message.split("\n")[0]!),
  );
  if (syntax.length > 0) throw new InputError(syntax);
  const content: unknown = document.toJS();
  const parsed = fileSchema.safeParse(content);
  if (!parsed.success) {
    throw new InputError(
      parsed.error.issues.map((issue) => {
        const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
        const path = [...issue.path.map((key) => (typeof key === "number" ? key : String(key))), ...keys];
        const field = path.slice(2).join(".") || "rerankers";
        return violation(lineOf(path), nameOf(content, path[1]), field, `${issue.message}.`);
      }),
    );
  }
  const entries = parsed.data.rerankers;
  const doubled = entries.flatMap(({ id }, index) =>
    entries.findIndex((other) => other.id === id) < index
      ? [violation(lineOf(["rerankers", index, "id"]), id, "id", "is the id of an earlier reranker.")]
      : [],
  );
  if (doubled.length > 0) throw new InputError(doubled);
  return entries;
}

/** The id of an entry where it has one. */
function nameOf(content: unknown, index: string | number | undefined): string {
  if (typeof index !== "number") return "(file)";
  const id = (content as { rerankers: { id?: unknown }[] }).rerankers[index]?.id;
  return typeof id === "string" ? id : `reranker ${index + 1}`;
}
