import { stringify } from "yaml";
import { parseModels, type PrecomputedSystem, type System } from "../embedding/models.ts";
import { BM25_SETTINGS } from "./bm25-variants.ts";
import type { OrderedSystem } from "./order-systems.ts";
import type { VerifiedFile } from "./verify-digests.ts";

/** Where the bundle is described; also the source of a system whose own page the invocation table does not name. */
export const BUNDLE_URL = "https://huggingface.co/datasets/AaryanK/ExecRetrieval";

/** Companies whose models answer over an API and are not run at home. */
const HOSTED = /gemini|google|openai|text-embedding-3|mistral|codestral|voyage|cohere/i;

/** A limit that no text of the corpus reaches, for systems whose own limit the table does not give: nothing is encoded here. */
const NO_LIMIT = 8192;

const WEIGHT_TYPES: readonly [RegExp, PrecomputedSystem["dtype"]][] = [
  [/bf16|bfloat16/i, "bf16"],
  [/fp16|float16|half/i, "fp16"],
  [/fp32|float32/i, "fp32"],
  [/int8/i, "int8"],
];

/**
 * Id of a published system: its file's name in lower case; with `-published` behind it where the registry has a system of
 * that name already, since it is not known that both are invoked alike.
 */
export function systemIdOf({ published }: OrderedSystem, registered: ReadonlySet<string>): string {
  const slug = published.id
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+|-+$/g, "");
  return registered.has(slug) ? `${slug}-published` : slug;
}

/** The registry entry of a published system, from the bundle's invocation table as far as it says something. */
export function registryEntry(system: OrderedSystem, id: string, files: readonly VerifiedFile[]): System {
  const { published, invocation, dimensions } = system;
  const source = textOf(invocation.row, /url|card|doc/i);
  const common = {
    id,
    label: id.endsWith("-published") ? `${published.label} (published)` : published.label,
    family: id.replace(/-(bf16|fp16|fp32|int8)$/, ""),
    licence: textOf(invocation.row, /licen[cs]e/i) ?? "the provider's own",
    source_url: source !== undefined && URL.canParse(source) ? source : BUNDLE_URL,
  };
  if (system.files.length === 0) return { ...common, provider: "bm25", class: "lexical", ...BM25_SETTINGS };
  const words = `${published.id} ${Object.values(invocation.row).join(" ")}`;
  const digests = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const typeWords = `${published.id} ${textOf(invocation.row, /dtype|precision/i) ?? ""}`;
  return {
    ...common,
    provider: "precomputed",
    class: HOSTED.test(words) ? "hosted" : "local_dense",
    dimensions,
    dtype: WEIGHT_TYPES.find(([pattern]) => pattern.test(typeWords))?.[1] ?? "unknown",
    query_prefix: textOf(invocation.row, /query.*(prefix|instruction)/i) ?? "",
    passage_prefix: textOf(invocation.row, /(passage|document|corpus).*(prefix|instruction)/i) ?? "",
    similarity: invocation.similarity,
    token_limit: NO_LIMIT,
    pooling: "unknown",
    files: system.files.map((name) => ({ name, sha256: digests.get(name)! })),
  };
}

/** `systems.yaml` of the dataset. @throws InputError when an entry breaks the registry's schema */
export function systemsYaml(systems: readonly System[], file: string): string {
  const yaml = `# Systems as the imported bundle publishes them. Nothing here can be run.\n${stringify({ systems })}`;
  parseModels(yaml, file);
  return yaml;
}

const textOf = (row: Readonly<Record<string, unknown>>, key: RegExp): string | undefined =>
  Object.entries(row)
    .filter(([name, value]) => key.test(name) && typeof value === "string" && value !== "")
    .map(([, value]) => value as string)[0];
