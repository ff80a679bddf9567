import { existsSync } from "node:fs";
import { UserError } from "../errors.ts";
import { repositoryPath } from "../paths.ts";
import { frozenPath } from "../store/frozen-path.ts";
import { plainColumns, readWithFacts, writeWithFacts } from "../store/parquet-facts.ts";

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

const TYPES = {
  query: "STRING",
  item: "STRING",
  query_digest: "STRING",
  similarity: "DOUBLE",
} as const;

type StoredRow = Omit<SimilarityRow, "queryDigest"> & { query_digest: string };

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
  path = similaritiesPath(group, dataset, system),
): void {
  const sorted = rows.toSorted((a, b) => (pairKey(a.query, a.item) < pairKey(b.query, b.item) ? -1 : 1));
  const bad = sorted.find(({ similarity }) => !Number.isFinite(similarity));
  if (bad) {
    const message = `${repositoryPath(path)}: the similarity of ${bad.item} is not finite.`;
    throw new UserError(message, "Nothing was written. Embed this item again.");
  }
  const stored = sorted.map(({ queryDigest, ...row }): StoredRow => ({ ...row, query_digest: queryDigest }));
  writeWithFacts(path, plainColumns(stored, TYPES), { group, dataset, system, recipe });
}

/** Frozen similarities, or undefined when none were made. @throws UserError when the file is broken */
export async function readSimilarities(
  group: SimilarityGroup,
  dataset: string,
  system: string,
): Promise<SimilarityRows | undefined> {
  const path = similaritiesPath(group, dataset, system);
  if (!existsSync(path)) return undefined;
  const command = `npm run embed -- --${group} --model ${system} --dataset ${dataset}`;
  const made = { kind: "a similarities file", otherwise: `delete it and run \`${command}\`` };
  return readWithFacts<StoredRow, SimilarityRows>(path, made, ({ rows, fact }) => ({
    recipe: fact("recipe"),
    rows: rows.map(({ query_digest: queryDigest, ...row }) => ({ ...row, queryDigest })),
  }));
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
