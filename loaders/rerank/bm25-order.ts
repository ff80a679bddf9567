import { existsSync } from "node:fs";
import type { Evaluation } from "../analyses/evaluation-types.ts";
import { readModels, type Bm25System } from "../embedding/models.ts";
import { FROZEN, fromRoot } from "../paths.ts";
import { buildBm25, scoreBm25 } from "../retrieval/bm25.ts";
import { tieOrder } from "../retrieval/ranking.ts";
import { type Column, encodeRows, readRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { present } from "../tasks/corpus.ts";
import { ranksOf } from "./fusion.ts";

/** BM25's complete order of a query's snippets, a row an item in rank order: what fusion needs where the text is absent. */
interface OrderRow {
  query: string;
  item: string;
}

const COLUMNS: Column[] = [
  { name: "query", type: "utf8", unit: "", description: "task id" },
  { name: "item", type: "utf8", unit: "", description: "snippet id, in rank order within its query" },
];

export const bm25OrderFile = (dataset: string): string =>
  fromRoot(FROZEN, "rerankers", dataset, "bm25-order.parquet");

const bm25 = (): Bm25System | undefined =>
  readModels().find((system): system is Bm25System => system.provider === "bm25");

/** A complete ranking of one query: snippet indices in rank order, and the rank of each snippet. */
export interface CompleteRanking {
  order: Int32Array;
  ranks: Int32Array;
}

/**
 * BM25's complete ranking of every query: computed where the text is, else read from the frozen order. Undefined where
 * neither is there, or the frozen one is of another pool.
 */
export async function bm25Order(evaluation: Evaluation): Promise<CompleteRanking[] | undefined> {
  const { corpus } = evaluation;
  const system = bm25();
  if (!system) return undefined;
  const orders = corpus.hasText ? computedOrder(evaluation, system) : await frozenOrder(evaluation);
  return orders?.map((order) => ({ order, ranks: ranksOf(order) }));
}

/** Only what shares a token with the query has a score to be sorted by: the rest follows in the order of ties. */
function computedOrder({ corpus }: Evaluation, system: Bm25System): Int32Array[] {
  const index = buildBm25(
    corpus.snippets.map(({ code }) => present(code)),
    system,
  );
  const tie = tieOrder(corpus.snippets.map(({ id }) => id));
  const byTie = Array.from(tie.keys()).sort((a, b) => tie[a]! - tie[b]!);
  const scores = new Float64Array(corpus.snippets.length);
  return corpus.tasks.map(({ query }) => {
    scoreBm25(index, present(query), scores);
    const scored = byTie.filter((item) => scores[item]! > 0).sort((a, b) => scores[b]! - scores[a]!);
    return Int32Array.from([...scored, ...byTie.filter((item) => scores[item]! <= 0)]);
  });
}

async function frozenOrder({ corpus }: Evaluation): Promise<Int32Array[] | undefined> {
  const path = bm25OrderFile(corpus.dataset.id);
  if (!existsSync(path)) return undefined;
  const snippets = new Map(corpus.snippets.map(({ id }, index) => [id, index]));
  const orders = new Map<string, number[]>(corpus.tasks.map(({ id }) => [id, []]));
  for (const { query, item } of await readRows<OrderRow>(path)) {
    const index = snippets.get(item);
    const order = orders.get(query);
    if (index === undefined || order === undefined) return undefined;
    order.push(index);
  }
  const found = corpus.tasks.map(({ id }) => Int32Array.from(orders.get(id)!));
  return found.every(({ length }) => length === corpus.snippets.length) ? found : undefined;
}

/** Freezes the order of a dataset whose text is not committed. @returns the file's path */
export function writeBm25Order({ corpus }: Evaluation, rankings: readonly CompleteRanking[]): string {
  const rows = corpus.tasks.flatMap(({ id: query }, q) =>
    Array.from(rankings[q]!.order, (item): OrderRow => ({ query, item: corpus.snippets[item]!.id })),
  );
  const path = bm25OrderFile(corpus.dataset.id);
  writeFileWhole(path, encodeRows(rows, COLUMNS));
  return path;
}
