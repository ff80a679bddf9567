import { existsSync, readFileSync } from "node:fs";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { UserError } from "../errors.ts";
import { repositoryPath } from "../paths.ts";
import { frozenPath } from "../store/frozen-path.ts";
import { writeFileWhole } from "../store/write-file.ts";

/**
 * What stands outside the search pool and is compared with one query only: mutants drawn from the valid pool, or
 * variants with several mutations. The name is the folder, and the option of `npm run embed` that fills it.
 */
export type SimilarityGroup = "pool" | "stacked";

/** Similarity of a snippet outside the search pool to its own query. */
export interface SimilarityRow {
  /** Task id. */
  query: string;
  /** Snippet id. */
  item: string;
  /** `textDigest` of the query's encoded text (of its own text for lexical systems): another one makes the row stale. */
  queryDigest: string;
  /** Float64, from vectors rounded to half floats, so that it compares with similarities of frozen vectors. */
  similarity: number;
}

/** A system's frozen similarities of one group and dataset. */
export interface SimilarityRows {
  /** Recipe digest of a dense system; for a lexical one, digest of its settings and of the corpus behind its statistics. */
  recipe: string;
  rows: SimilarityRow[];
}

/** Absolute path of the file. */
export const similaritiesPath = (group: SimilarityGroup, dataset: string, system: string): string =>
  frozenPath(dataset, "similarities", dataset, group, `${system}.parquet`);

/** What a pair of a query and an item is called in maps. */
export const pairKey = (query: string, item: string): string => `${query} ${item}`;

/** Writes the file whole or not at all, rows ordered by query and item, so that its bytes depend on its content only. */
export function writeSimilarities(
  group: SimilarityGroup,
  dataset: string,
  system: string,
  { recipe, rows }: SimilarityRows,
): void {
  const path = similaritiesPath(group, dataset, system);
  const sorted = rows.toSorted((a, b) => (pairKey(a.query, a.item) < pairKey(b.query, b.item) ? -1 : 1));
  const bad = sorted.find(({ similarity }) => !Number.isFinite(similarity));
  if (bad) {
    const message = `${repositoryPath(path)}: the similarity of ${bad.item} is not finite.`;
    throw new UserError(message, "Nothing was written. Embed this item again.");
  }
  const text = (name: string, of: (row: SimilarityRow) => string) => ({
    name,
    type: "STRING" as const,
    data: sorted.map(of),
    nullable: false,
  });
  const columnData = [
    text("query", (row) => row.query),
    text("item", (row) => row.item),
    text("query_digest", (row) => row.queryDigest),
    {
      name: "similarity",
      type: "DOUBLE" as const,
      data: sorted.map((row) => row.similarity),
      nullable: false,
    },
  ];
  const kvMetadata = Object.entries({ group, dataset, system, recipe }).map(([key, value]) => ({
    key,
    value,
  }));
  const buffer = parquetWriteBuffer({ columnData, kvMetadata, rowGroupSize: Math.max(sorted.length, 1) });
  writeFileWhole(path, new Uint8Array(buffer));
}

interface StoredRow {
  query: string;
  item: string;
  query_digest: string;
  similarity: number;
}

/** Frozen similarities, or undefined when none were made. @throws UserError when the file is broken */
export async function readSimilarities(
  group: SimilarityGroup,
  dataset: string,
  system: string,
): Promise<SimilarityRows | undefined> {
  const path = similaritiesPath(group, dataset, system);
  if (!existsSync(path)) return undefined;
  try {
    const bytes = readFileSync(path);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const metadata = parquetMetadata(file);
    const recipe = metadata.key_value_metadata?.find(({ key }) => key === "recipe")?.value;
    if (recipe === undefined) throw new Error('its metadata lacks "recipe"');
    const stored = (await parquetReadObjects({ file, metadata })) as StoredRow[];
    return { recipe, rows: stored.map(({ query_digest: queryDigest, ...row }) => ({ ...row, queryDigest })) };
  } catch (error) {
    const name = repositoryPath(path);
    const command = `npm run embed -- --${group} --model ${system} --dataset ${dataset}`;
    throw new UserError(
      `${name} cannot be read as a similarities file (${(error as Error).message}).`,
      `Restore it with \`git checkout -- ${name}\`, or delete it and run \`${command}\`.`,
    );
  }
}

/**
 * Rows that still hold, by `pairKey`: of this recipe, and of the query's present text.
 * @param queryDigests `textDigest` of each query's encoded text, by task id; none where the dataset's text is elsewhere
 */
export function heldSimilarities(
  file: SimilarityRows | undefined,
  recipe: string,
  queryDigests?: ReadonlyMap<string, string>,
): Map<string, SimilarityRow> {
  const rows = file?.recipe === recipe ? file.rows : [];
  const held = rows.filter(
    ({ query, queryDigest }) => !queryDigests || queryDigests.get(query) === queryDigest,
  );
  return new Map(held.map((row) => [pairKey(row.query, row.item), row]));
}
