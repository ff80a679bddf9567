import { existsSync } from "node:fs";
import { isDense, readModels } from "../embedding/models.ts";
import { readVectors, textDigest, type VectorFile, vectorMatrix, vectorsPath } from "../embedding/vectors.ts";
import type { Corpus } from "./corpus.ts";

/** The model whose frozen vectors say how close two texts are. */
export const CLOSENESS_SYSTEM = "all-minilm-l6-v2";

/**
 * Two questions with a higher cosine are one question in other words. It lies in the gap that HumanEval shows: its one pair
 * that asks for the same function (balanced brackets, `<>` or `()`) has 0.95, its next closest, which ask for different
 * ones, 0.85; the closest of our own, read one by one, ask for different ones too.
 */
export const QUERY_COSINE_LIMIT = 0.9;

/** Two items and the cosine of their vectors. */
export interface ClosePair {
  a: string;
  b: string;
  cosine: number;
}

/**
 * The closest pairs, closest first, and how many there are from a limit on.
 * @param data one row of `columns` numbers an item, not all zero
 */
export function closestPairs(
  items: readonly string[],
  { data, columns }: { data: Float32Array; columns: number },
  { top, limit }: { top: number; limit: number },
): { pairs: ClosePair[]; beyond: number } {
  const rows = items.map((_, index) => {
    const row = Float64Array.from(data.subarray(index * columns, (index + 1) * columns));
    const norm = Math.hypot(...row);
    return row.map((value) => value / norm);
  });
  const pairs: ClosePair[] = [];
  let beyond = 0;
  let weakest = -1;
  rows.forEach((first, i) => {
    for (let j = i + 1; j < rows.length; j++) {
      const second = rows[j]!;
      let cosine = 0;
      for (let k = 0; k < columns; k++) cosine += first[k]! * second[k]!;
      if (cosine >= limit) beyond++;
      if (cosine <= weakest && pairs.length >= top) continue;
      pairs.push({ a: items[i]!, b: items[j]!, cosine });
      if (pairs.length < 4 * top) continue;
      shorten(pairs, top);
      weakest = pairs.at(-1)!.cosine;
    }
  });
  shorten(pairs, top);
  return { pairs, beyond };
}

function shorten(pairs: ClosePair[], top: number): void {
  pairs.sort((x, y) => y.cosine - x.cosine || (x.a + x.b < y.a + y.b ? -1 : 1));
  pairs.length = Math.min(top, pairs.length);
}

/** Whether every question and canonical has a vector, of the question as it stands now. */
function covers(file: VectorFile, corpus: Corpus, canonicals: readonly string[]): boolean {
  const system = readModels().find(({ id }) => id === CLOSENESS_SYSTEM);
  const prefix = system && isDense(system) ? system.query_prefix : "";
  const digests = new Map(file.rows.map((row) => [`${row.role} ${row.item}`, row.textDigest]));
  return (
    canonicals.every((id) => digests.has(`passage ${id}`)) &&
    corpus.tasks.every(({ id, query }) => {
      const digest = digests.get(`query ${id}`);
      return digest !== undefined && (query === null || digest === textDigest(prefix + query));
    })
  );
}

/** The closest questions and the closest canonicals of a dataset; null where the model's vectors do not cover it. */
export async function closestOfCorpus(
  corpus: Corpus,
  top: number,
): Promise<{ queries: ReturnType<typeof closestPairs>; canonicals: ReturnType<typeof closestPairs> } | null> {
  const path = vectorsPath(corpus.dataset.id, CLOSENESS_SYSTEM);
  if (!existsSync(path)) return null;
  const file = await readVectors(path);
  const canonicals = corpus.snippets.filter(({ kind }) => kind === "canonical");
  const ids = corpus.tasks.map(({ id }) => id);
  const passages = canonicals.map(({ id }) => id);
  if (!covers(file, corpus, passages)) return null;
  const options = { top, limit: QUERY_COSINE_LIMIT };
  const owner = new Map(canonicals.map(({ id, taskId }) => [id, taskId]));
  const close = closestPairs(passages, vectorMatrix(file, "passage", passages), options);
  const byTask = ({ a, b, cosine }: ClosePair) => ({ a: owner.get(a)!, b: owner.get(b)!, cosine });
  return {
    queries: closestPairs(ids, vectorMatrix(file, "query", ids), options),
    canonicals: { ...close, pairs: close.pairs.map(byTask) },
  };
}
