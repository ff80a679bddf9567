import { existsSync, readFileSync } from "node:fs";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { UserError } from "../errors.ts";
import { repositoryPath } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import { frozenPath } from "../store/frozen-path.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { emptyRanking, type OwnSnippet, type Ranking } from "./ranking.ts";

type Ids = readonly string[];
type Own = readonly (readonly number[])[];

interface StoredRow {
  query: string;
  snippet: string;
  rank: number;
  similarity: number;
}

/** Absolute path of a frozen ranking: lexical systems over a dataset whose text is not committed. */
export const rankingPath = (dataset: string, system: string): string =>
  frozenPath(dataset, "rankings", dataset, `${system}.parquet`);

/** A ranking holds for exactly these queries and snippets, in any order. */
const corpusDigest = (queries: Ids, snippets: Ids, own: Own): string =>
  digestOf(queries.map((query, q) => [query, own[q]!.map((s) => snippets[s]!).toSorted()]).toSorted()) +
  digestOf(snippets.toSorted());

/** `data/frozen/rankings/<dataset>/<system>.parquet` says what it ranks. */
const namesOf = (path: string): [dataset: string, system: string] =>
  path
    .replace(/\.parquet$/, "")
    .split(/[/\\]/)
    .slice(-2) as [string, string];

/**
 * Writes a ranking keyed by ids: each query's top items and its own snippets wherever they stand.
 * @param queries task ids and snippets snippet ids that the ranking's indices stand for
 */
export function writeRanking(path: string, ranking: Ranking, queries: Ids, snippets: Ids): void {
  const rows = queries.flatMap((query, q) => storedRows(ranking, q, query, snippets));
  const own = ranking.own.map((items) => items.map(({ snippet }) => snippet));
  const [dataset, system] = namesOf(path);
  const columnData = [
    { name: "query", type: "STRING" as const, data: rows.map((row) => row.query), nullable: false },
    { name: "snippet", type: "STRING" as const, data: rows.map((row) => row.snippet), nullable: false },
    { name: "rank", type: "INT32" as const, data: rows.map((row) => row.rank), nullable: false },
    { name: "similarity", type: "DOUBLE" as const, data: rows.map((row) => row.similarity), nullable: false },
  ];
  const kvMetadata = [
    { key: "dataset", value: dataset },
    { key: "system", value: system },
    { key: "depth", value: String(ranking.depth) },
    { key: "corpus", value: corpusDigest(queries, snippets, own) },
  ];
  const buffer = parquetWriteBuffer({ columnData, kvMetadata, rowGroupSize: Math.max(rows.length, 1) });
  writeFileWhole(path, new Uint8Array(buffer));
}

function storedRows(ranking: Ranking, q: number, query: string, snippets: Ids): StoredRow[] {
  const { depth, top, topSimilarity } = ranking;
  const kept = Array.from({ length: depth }, (_, place) => ({
    query,
    snippet: snippets[top[q * depth + place]!]!,
    rank: place + 1,
    similarity: topSimilarity[q * depth + place]!,
  }));
  const below = ranking.own[q]!.filter(({ rank }) => rank > depth)
    .map(({ snippet, rank, similarity }) => ({ query, snippet: snippets[snippet]!, rank, similarity }))
    .sort((a, b) => a.rank - b.rank);
  return [...kept, ...below];
}

/**
 * Reads a frozen ranking into the corpus's own indices.
 * @param own indices into `snippets` of each query's own
 * @throws UserError when the file is missing, broken or was made for other queries or snippets
 */
export async function readRanking(path: string, queries: Ids, snippets: Ids, own: Own): Promise<Ranking> {
  const name = repositoryPath(path);
  const [dataset, system] = namesOf(path);
  const remedy = `Restore ${name} with \`git checkout\`, or bring the text of ${dataset} here and run \`npm run embed -- --model ${system} --dataset ${dataset}\`.`;
  if (!existsSync(path))
    throw new UserError(`${name} does not exist: ${system} has no frozen ranking.`, remedy);
  try {
    const bytes = readFileSync(path);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const metadata = parquetMetadata(file);
    const values = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value]));
    if (values.get("corpus") !== corpusDigest(queries, snippets, own)) {
      throw new UserError(`${name} ranks other queries or snippets than ${dataset} has now.`, remedy);
    }
    const rows = (await parquetReadObjects({ file, metadata })) as StoredRow[];
    return fromRows(rows, Number(values.get("depth")), queries, snippets, own);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${name} cannot be read as a ranking (${(error as Error).message}).`, remedy);
  }
}

function fromRows(rows: StoredRow[], depth: number, queries: Ids, snippets: Ids, own: Own): Ranking {
  const ranking = emptyRanking(queries.length, snippets.length, depth);
  const queryOf = new Map(queries.map((query, q) => [query, q]));
  const snippetOf = new Map(snippets.map((snippet, s) => [snippet, s]));
  const found = queries.map(() => new Map<number, OwnSnippet>());
  for (const { query, snippet: id, rank, similarity } of rows) {
    const [q, snippet] = [queryOf.get(query)!, snippetOf.get(id)!];
    if (rank <= ranking.depth) {
      ranking.top[q * ranking.depth + rank - 1] = snippet;
      ranking.topSimilarity[q * ranking.depth + rank - 1] = similarity;
    }
    found[q]!.set(snippet, { snippet, rank, similarity });
  }
  ranking.own = own.map((items, q) =>
    items.map((snippet) => {
      const item = found[q]!.get(snippet);
      if (!item) throw new Error(`${queries[q]} lacks its own snippet ${snippets[snippet]}`);
      return item;
    }),
  );
  return ranking;
}
