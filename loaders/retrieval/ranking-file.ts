import { existsSync } from "node:fs";
import { UserError } from "../errors.ts";
import { repositoryPath } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import { frozenPath, namesOf } from "../store/frozen-path.ts";
import { plainColumns, readWithFacts, restoreRemedy, writeWithFacts } from "../store/parquet-facts.ts";
import { emptyRanking, type OwnSnippet, type Ranking } from "./ranking.ts";

type Ids = readonly string[];
type Own = readonly (readonly number[])[];

interface StoredRow {
  query: string;
  snippet: string;
  rank: number;
  similarity: number;
}

const TYPES = { query: "STRING", snippet: "STRING", rank: "INT32", similarity: "DOUBLE" } as const;

/** Absolute path of a frozen ranking: lexical systems over a dataset whose text is not committed. */
export const rankingPath = (dataset: string, system: string): string =>
  frozenPath(dataset, "rankings", dataset, `${system}.parquet`);

/** A ranking holds for exactly these queries and snippets, in any order. */
const corpusDigest = (queries: Ids, snippets: Ids, own: Own): string =>
  digestOf(queries.map((query, q) => [query, own[q]!.map((s) => snippets[s]!).toSorted()]).toSorted()) +
  digestOf(snippets.toSorted());

/**
 * Writes a ranking keyed by ids: each query's top items and its own snippets wherever they stand.
 * @param queries task ids and snippets snippet ids that the ranking's indices stand for
 */
export function writeRanking(path: string, ranking: Ranking, queries: Ids, snippets: Ids): void {
  const rows = queries.flatMap((query, q) => storedRows(ranking, q, query, snippets));
  const own = ranking.own.map((items) => items.map(({ snippet }) => snippet));
  const [dataset, system] = namesOf(path);
  writeWithFacts(path, plainColumns(rows, TYPES), {
    dataset,
    system,
    depth: String(ranking.depth),
    corpus: corpusDigest(queries, snippets, own),
  });
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
  const otherwise = `bring the text of ${dataset} here and run \`npm run embed -- --model ${system} --dataset ${dataset}\``;
  const remedy = restoreRemedy(path, otherwise);
  if (!existsSync(path))
    throw new UserError(`${name} does not exist: ${system} has no frozen ranking.`, remedy);
  return readWithFacts<StoredRow, Ranking>(path, { kind: "a ranking", otherwise }, ({ rows, fact }) => {
    if (fact("corpus") !== corpusDigest(queries, snippets, own)) {
      throw new UserError(`${name} ranks other queries or snippets than ${dataset} has now.`, remedy);
    }
    return fromRows(rows, Number(fact("depth")), queries, snippets, own);
  });
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
