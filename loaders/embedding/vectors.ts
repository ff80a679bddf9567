import { existsSync } from "node:fs";
import { UserError } from "../errors.ts";
import { repositoryPath } from "../paths.ts";
import { sha256 } from "../store/digest.ts";
import { frozenPath, namesOf } from "../store/frozen-path.ts";
import {
  type FactsFile,
  plainColumns,
  readWithFacts,
  restoreRemedy,
  writeWithFacts,
} from "../store/parquet-facts.ts";
import { bytesToHalves, decodeHalves, halvesToBytes } from "./half-float.ts";
import type { Role } from "./encoder.ts";

/** One frozen vector. */
export interface VectorRow {
  /** Task id of a query, snippet id (or chunk id) of a passage. */
  item: string;
  role: Role;
  /** First 32 hex digits of the SHA-256 of the exact encoded text, prefix included. */
  textDigest: string;
  /** Tokens of the whole encoded text, special tokens included. */
  tokens: number;
  /** Whether the model saw only the text's beginning. */
  truncated: boolean;
  /** UTF-16 characters of the item's own text (without the prefix) that the model saw. */
  visibleCharacters: number;
  /** Float64 similarity of a passage to its own query, from float32 vectors: what fp16 is compared with. Else null. */
  ownSimilarity: number | null;
  /** Half-float bits. */
  halves: Uint16Array;
}

export interface VectorFile {
  dataset: string;
  /** System id of `data/models.yaml`. */
  system: string;
  /** Digest of every invocation detail and the weights (`recipeDigest`). */
  recipe: string;
  dimensions: number;
  rows: VectorRow[];
}

/** The columns before those of `own_similarity`, which may be null, and of `vector`, which are bytes. */
const TYPES = {
  item: "STRING",
  role: "STRING",
  text_digest: "STRING",
  tokens: "INT32",
  truncated: "BOOLEAN",
  visible_characters: "INT32",
} as const;

interface PlainRow {
  item: string;
  role: string;
  text_digest: string;
  tokens: number;
  truncated: boolean;
  visible_characters: number;
}

interface StoredRow extends PlainRow {
  own_similarity: number | null;
  vector: Uint8Array;
}

export const textDigest = (encoded: string): string => sha256(encoded).slice(0, 32);

/** Absolute path of a system's frozen vectors over a dataset. */
export const vectorsPath = (dataset: string, system: string): string =>
  frozenPath(dataset, "vectors", dataset, `${system}.parquet`);

/** Writes the file whole or not at all, rows ordered by role, then item, so that its bytes depend on its content only. */
export function writeVectors(path: string, file: VectorFile): void {
  checkVectors(file, path, "Nothing was written. Embed this item again.");
  const order = (row: VectorRow): string => (row.role === "query" ? "0" : "1") + row.item;
  const rows = file.rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const plain = rows.map((row): PlainRow => ({
    item: row.item,
    role: row.role,
    text_digest: row.textDigest,
    tokens: row.tokens,
    truncated: row.truncated,
    visible_characters: row.visibleCharacters,
  }));
  const columns = [
    ...plainColumns(plain, TYPES),
    { name: "own_similarity", type: "DOUBLE" as const, data: rows.map((row) => row.ownSimilarity) },
    {
      name: "vector",
      type: "BYTE_ARRAY" as const,
      data: rows.map((row) => halvesToBytes(row.halves)),
      nullable: false,
      statistics: false,
      encoding: "PLAIN" as const,
      codec: "UNCOMPRESSED" as const, // Snappy saves nothing of half-float mantissas
    },
  ];
  writeWithFacts(path, columns, {
    dataset: file.dataset,
    system: file.system,
    recipe: file.recipe,
    dimensions: String(file.dimensions),
    vector_format: "little-endian IEEE 754 binary16",
  });
}

/**
 * Reads and checks a vectors file.
 * @throws UserError when it is missing, not Parquet, or breaks a check; the remedy is the command that makes it
 */
export async function readVectors(path: string): Promise<VectorFile> {
  const [dataset, system] = namesOf(path);
  const command = `\`npm run embed -- --model ${system} --dataset ${dataset}\``;
  if (!existsSync(path)) {
    throw new UserError(
      `${repositoryPath(path)} does not exist: ${system} has no vectors for ${dataset}.`,
      `Run ${command}.`,
    );
  }
  const otherwise = `delete it and run ${command}`;
  const file = await readWithFacts(path, { kind: "a vectors file", otherwise }, vectorFile);
  checkVectors(file, path, restoreRemedy(path, otherwise));
  return file;
}

const vectorFile = ({ rows, fact }: FactsFile<StoredRow>): VectorFile => ({
  dataset: fact("dataset"),
  system: fact("system"),
  recipe: fact("recipe"),
  dimensions: Number(fact("dimensions")),
  rows: rows.map((row): VectorRow => ({
    item: row.item,
    role: row.role === "query" ? "query" : "passage",
    textDigest: row.text_digest,
    tokens: row.tokens,
    truncated: row.truncated,
    visibleCharacters: row.visible_characters,
    ownSimilarity: row.own_similarity,
    halves: bytesToHalves(row.vector),
  })),
});

/** @throws UserError that names the first item with a wrong shape, a value that is not finite, a zero norm or a twin */
function checkVectors({ rows, dimensions }: VectorFile, path: string, remedy: string): void {
  const seen = new Set<string>();
  for (const { item, role, halves } of rows) {
    const fail = (what: string): never => {
      throw new UserError(`${repositoryPath(path)}: the ${role} ${item} ${what}.`, remedy);
    };
    if (seen.has(`${role} ${item}`)) fail("is there twice");
    seen.add(`${role} ${item}`);
    if (halves.length !== dimensions) fail(`has ${halves.length} dimensions, not ${dimensions}`);
    if (halves.some((half) => (half & 0x7c00) === 0x7c00)) fail("has a value that is not finite");
    if (halves.every((half) => (half & 0x7fff) === 0)) fail("has a vector of zeros");
  }
}

/**
 * Vectors of these items as float32 rows (fp16 values, exact), in the order asked for.
 * @throws UserError that lists items without a vector and the command that embeds them
 */
export function vectorMatrix(
  file: VectorFile,
  role: Role,
  items: readonly string[],
): { rows: number; columns: number; data: Float32Array } {
  const missing = missingItems(file, role, items);
  if (missing.length > 0) {
    const shown = missing.slice(0, 5).join(", ") + (missing.length > 5 ? ", ..." : "");
    throw new UserError(
      `${missing.length} of ${items.length} ${role === "query" ? "queries" : "snippets"} of ${file.dataset} have no vector of ${file.system}: ${shown}.`,
      `Run \`npm run embed -- --model ${file.system} --dataset ${file.dataset}\`.`,
    );
  }
  const byItem = new Map(file.rows.filter((row) => row.role === role).map((row) => [row.item, row.halves]));
  const data = new Float32Array(items.length * file.dimensions);
  items.forEach((item, i) => decodeHalves(byItem.get(item)!, data, i * file.dimensions));
  return { rows: items.length, columns: file.dimensions, data };
}

/** Matrices of a corpus's queries and passages, in its order. @throws UserError as `vectorMatrix` */
export const corpusMatrices = (
  file: VectorFile,
  { tasks, snippets }: { tasks: readonly { id: string }[]; snippets: readonly { id: string }[] },
) => ({
  queries: vectorMatrix(file, "query", idsOf(tasks)),
  passages: vectorMatrix(file, "passage", idsOf(snippets)),
});

const idsOf = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id);

/** Items that lack a vector. */
export function missingItems(file: VectorFile, role: Role, items: readonly string[]): string[] {
  const known = new Set(file.rows.filter((row) => row.role === role).map((row) => row.item));
  return items.filter((item) => !known.has(item));
}
