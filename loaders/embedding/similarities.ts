import { existsSync, readFileSync } from "node:fs";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { UserError } from "../errors.ts";
import { FROZEN, fromRoot, repositoryPath } from "../paths.ts";
import { writeFileWhole } from "../store/write-file.ts";

/** Similarity of a snippet outside the search pool (a pool mutant, a stacked variant) to its own query. */
export interface SimilarityRow {
  /** Task id. */
  query: string;
  /** Snippet id. */
  item: string;
  /** Digest of the query's encoded text (of its own text for lexical systems): another one makes the row stale. */
  queryDigest: string;
  /** Float64, from vectors rounded to half floats, as if they were frozen. */
  similarity: number;
  /** Tokens of the whole encoded snippet; 0 for lexical systems. */
  tokens: number;
  truncated: boolean;
}

export interface SimilarityFile {
  dataset: string;
  system: string;
  /** Recipe digest of a dense system; for a lexical one, digest of its settings and of the corpus behind its statistics. */
  recipe: string;
  rows: SimilarityRow[];
}

/** Absolute path of a system's frozen similarities of a dataset's pool mutants. */
export const similaritiesPath = (dataset: string, system: string): string =>
  fromRoot(FROZEN, "similarities", dataset, `${system}.parquet`);

const keyOf = ({ query, item }: { query: string; item: string }): string => `${query} ${item}`;

/** Writes the file whole or not at all, rows ordered by query and item. */
export function writeSimilarities(path: string, file: SimilarityFile): void {
  const rows = file.rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const bad = rows.find(({ similarity }) => !Number.isFinite(similarity));
  if (bad) {
    const message = `${repositoryPath(path)}: the similarity of ${bad.item} is not finite.`;
    throw new UserError(message, "Nothing was written. Embed this item again.");
  }
  const columnData = [
    { name: "query", type: "STRING" as const, data: rows.map((row) => row.query), nullable: false },
    { name: "item", type: "STRING" as const, data: rows.map((row) => row.item), nullable: false },
    {
      name: "query_digest",
      type: "STRING" as const,
      data: rows.map((row) => row.queryDigest),
      nullable: false,
    },
    { name: "similarity", type: "DOUBLE" as const, data: rows.map((row) => row.similarity), nullable: false },
    { name: "tokens", type: "INT32" as const, data: rows.map((row) => row.tokens), nullable: false },
    { name: "truncated", type: "BOOLEAN" as const, data: rows.map((row) => row.truncated), nullable: false },
  ];
  const kvMetadata = [
    { key: "dataset", value: file.dataset },
    { key: "system", value: file.system },
    { key: "recipe", value: file.recipe },
  ];
  const buffer = parquetWriteBuffer({ columnData, kvMetadata, rowGroupSize: Math.max(rows.length, 1) });
  writeFileWhole(path, new Uint8Array(buffer));
}

interface StoredRow {
  query: string;
  item: string;
  query_digest: string;
  similarity: number;
  tokens: number;
  truncated: boolean;
}

/** Frozen similarities, or undefined when none were made. @throws UserError when the file is broken */
export async function readSimilarities(path: string): Promise<SimilarityFile | undefined> {
  if (!existsSync(path)) return undefined;
  const name = repositoryPath(path);
  try {
    const bytes = readFileSync(path);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const metadata = parquetMetadata(file);
    const values = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? ""]));
    const stored = (await parquetReadObjects({ file, metadata })) as StoredRow[];
    const rows = stored.map(({ query_digest: queryDigest, ...row }) => ({ ...row, queryDigest }));
    const [dataset, system, recipe] = ["dataset", "system", "recipe"].map((key) => values.get(key) ?? "");
    return { dataset: dataset!, system: system!, recipe: recipe!, rows };
  } catch (error) {
    throw new UserError(
      `${name} cannot be read as a similarities file (${(error as Error).message}).`,
      `Restore it with \`git checkout -- ${name}\`, or delete it and run \`npm run embed -- --pool\` for its system.`,
    );
  }
}
