import { accessSync, constants, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { UserError } from "../errors.ts";
import { fileDigest } from "../store/digest.ts";
import { parseNpy, parseNpz, type NpyArray } from "../store/npy.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { corpusItems } from "./embed-corpus.ts";
import { encodedText } from "./encoded-text.ts";
import type { EncoderPool } from "./encoder-pool.ts";
import type { PrecomputedSystem } from "./models.ts";
import { storedVector } from "./remote-encoder.ts";

/** Vectors by the id of a task or a snippet. */
export type VectorsById = Map<string, Float64Array>;

/** The files of precomputed vectors as a command line names them. */
export interface PrecomputedFiles {
  /** `.npz` with ids and vectors, `.parquet` with columns id and vector, or `.npy`. */
  vectors: readonly string[];
  /** For each `.npy`, in their order, the list of ids of its rows: a text file, one a line, or a `.npy` of text. */
  ids: readonly string[];
}

/** Names and digests of the files, as an entry of `data/models.yaml` holds them. */
export const filesOf = ({ vectors, ids }: PrecomputedFiles): PrecomputedSystem["files"] =>
  [...vectors, ...ids].map((path) => {
    requireFile(path);
    return { name: basename(path), sha256: fileDigest(path) };
  });

/**
 * Reads all files into one map.
 * @throws UserError that names the file and the way out: a shape that does not fit, an id that is there twice, a vector
 * that is not finite, of another length, or of zeros
 */
export async function readPrecomputed(files: PrecomputedFiles): Promise<VectorsById> {
  const bare = files.vectors.filter((path) => extname(path) === ".npy");
  if (bare.length !== files.ids.length) {
    throw new UserError(
      `${bare.length} .npy files came with ${files.ids.length} lists of ids.`,
      "Give one --ids FILE for each .npy, in the same order: its lines are the ids of the rows.",
      2,
    );
  }
  const known: VectorsById = new Map();
  for (const path of files.vectors) {
    const rows = await readFile(path, files.ids[bare.indexOf(path)]);
    for (const [id, vector] of rows) addVector(known, id, vector, path);
  }
  return known;
}

function addVector(known: VectorsById, id: string, vector: Float64Array, path: string): void {
  const fail = (what: string): never => {
    throw new UserError(
      `${basename(path)}: the vector of ${id} ${what}.`,
      "Mend the file. Nothing was written.",
    );
  };
  if (known.has(id)) fail("is there twice");
  const [first] = known.values();
  if (first && first.length !== vector.length)
    fail(`has ${vector.length} dimensions, the first one ${first.length}`);
  if (!vector.every(Number.isFinite)) fail("has a value that is not finite");
  if (vector.every((value) => value === 0)) fail("holds zeros only");
  known.set(id, vector);
}

type Rows = (readonly [string, Float64Array])[];

async function readFile(path: string, ids: string | undefined): Promise<Rows> {
  requireFile(path);
  try {
    const bytes = readFileSync(path);
    if (extname(path) === ".npy") return join(readIds(ids!), parseNpy(bytes), basename(path));
    if (extname(path) === ".npz") return rowsOfNpz(parseNpz(bytes));
    if (extname(path) === ".parquet") return await rowsOfParquet(bytes);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${basename(path)} cannot be read: ${(error as Error).message}.`,
      "Mend the file, or save it in another form.",
    );
  }
  throw new UserError(`${basename(path)} is neither .npy, .npz nor .parquet.`, "Save it as one of these.", 2);
}

function readIds(path: string): string[] {
  requireFile(path);
  if (extname(path) === ".npy") return textOf(parseNpy(readFileSync(path)), basename(path));
  return readFileSync(path, "utf8")
    .split(/\r?\n/)
    .filter((line) => line !== "");
}

const textOf = ({ values }: NpyArray, name: string): string[] => {
  if (Array.isArray(values)) return values;
  throw new Error(`${name} holds numbers, not ids`);
};

/** Pairs `vectors` (or `embeddings`) with `ids`; a common beginning, as in `query_ids`, makes further pairs. */
function rowsOfNpz(arrays: ReadonlyMap<string, NpyArray>): Rows {
  const rows: Rows = [];
  for (const [name, array] of arrays) {
    const [, beginning] = /^(.*?)(?:vectors|embeddings)$/.exec(name) ?? [];
    const ids = beginning === undefined ? undefined : arrays.get(`${beginning}ids`);
    if (ids) rows.push(...join(textOf(ids, `${beginning}ids`), array, name));
  }
  if (rows.length > 0) return rows;
  throw new Error(
    `it needs arrays named ids and vectors (or query_ids and query_vectors, ...), and has ${[...arrays.keys()].join(", ")}`,
  );
}

function join(ids: readonly string[], { shape, values }: NpyArray, name: string): Rows {
  const [count, columns] = shape;
  if (shape.length !== 2 || Array.isArray(values)) throw new Error(`${name} is no matrix of numbers`);
  if (count !== ids.length) throw new Error(`${name} has ${count} rows, but there are ${ids.length} ids`);
  return ids.map((id, row) => [id, values.slice(row * columns!, (row + 1) * columns!)] as const);
}

async function rowsOfParquet(bytes: Buffer): Promise<Rows> {
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const stored = await parquetReadObjects({ file });
  return stored.map((row, index) => {
    const { id, vector } = row as { id?: unknown; vector?: unknown };
    if (typeof id !== "string" || !isNumbers(vector)) {
      throw new Error(`its row ${index + 1} lacks a text in column id or a list of numbers in column vector`);
    }
    return [id, Float64Array.from(vector)] as const;
  });
}

const isNumbers = (value: unknown): value is ArrayLike<number> =>
  Array.isArray(value) ? value.every((item) => typeof item === "number") : ArrayBuffer.isView(value);

function requireFile(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new UserError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      "Name a file that is there.",
      2,
    );
  }
}

/**
 * An encoder that looks vectors up: a dataset's texts lead to its items. Token counts are 0, since nobody counted.
 * @throws UserError that counts and names the items without a vector
 */
export function openPrecomputed(
  system: PrecomputedSystem,
  vectors: VectorsById,
  corpus: Corpus,
): EncoderPool {
  const items = corpusItems(corpus);
  const missing = items.filter(({ item }) => !vectors.has(item)).map(({ item }) => item);
  if (missing.length > 0) {
    const shown = missing.slice(0, 5).join(", ") + (missing.length > 5 ? ", ..." : "");
    throw new UserError(
      `${missing.length} of ${items.length} items of ${corpus.dataset.id} have no vector in the files: ${shown}.`,
      `Every question and snippet needs one; \`npm run export -- --format beir --dataset ${corpus.dataset.id} --out DIR\` writes their ids and texts.`,
    );
  }
  const byText = new Map(
    items.map(({ item, role, text }) => [encodedText(system, role, text), vectors.get(item)!]),
  );
  return {
    encode: (texts, onDone) => {
      const embeddings = texts.map((text) => ({
        vector: storedVector(vectorOf(byText, text), system.similarity),
        tokens: 0,
        truncated: false,
        visibleCharacters: text.length,
      }));
      embeddings.forEach((embedding, index) => onDone?.(index, embedding));
      return Promise.resolve(embeddings);
    },
    close: () => Promise.resolve(),
  };
}

function vectorOf(byText: ReadonlyMap<string, Float64Array>, text: string): Float64Array {
  const vector = byText.get(text);
  if (vector) return vector;
  throw new UserError(
    `No file holds a vector of the text that begins ${JSON.stringify(text.slice(0, 60))}.`,
    "Precomputed vectors serve the search pool of a dataset, nothing else.",
  );
}

/** Ids in the files that no dataset has. */
export function unknownIds(vectors: VectorsById, corpora: readonly Corpus[]): string[] {
  const known = new Set(corpora.flatMap((corpus) => corpusItems(corpus).map(({ item }) => item)));
  return [...vectors.keys()].filter((id) => !known.has(id));
}
