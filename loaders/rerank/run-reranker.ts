import type { CostMeter } from "../api/cost.ts";
import { forEachLimited } from "../api/concurrency.ts";
import { sha256 } from "../store/digest.ts";
import { pairKey } from "./executed-file.ts";
import type { Reranker, Usage } from "./reranker.ts";
import type { ScoreCheckpoint } from "./score-checkpoint.ts";
import type { ScoreRow } from "./score-file.ts";

/** A query with its candidates in the first stage's order. */
export interface RerankTask {
  query: string;
  text: string;
  items: readonly { id: string; code: string }[];
}

export interface RunSettings {
  /** Whether a score depends on the whole list: then a list is asked for as a whole or not at all. */
  listwise: boolean;
  concurrency: number;
  meter: CostMeter;
  checkpoint: ScoreCheckpoint;
  onProgress?: (done: number, total: number) => void;
  now?: () => number;
}

/** What a run adds. */
export interface RunReport {
  /** Known rows and new ones. */
  rows: ScoreRow[];
  /** Queries that were asked, and answers that were repaired. */
  asked: number;
  repaired: number;
}

/**
 * The queries in an order by digest, so that an unfinished or limited run is a random sample of them.
 * @param limit how many; all unless told
 */
export const sampled = (tasks: readonly RerankTask[], limit = tasks.length): RerankTask[] =>
  tasks.toSorted((a, b) => (sha256(a.query) < sha256(b.query) ? -1 : 1)).slice(0, limit);

/**
 * What is still to be asked: candidates without a score, or the whole list where its order is what is scored.
 * @param known rows of earlier runs of the same recipe
 */
export function openTasks(
  tasks: readonly RerankTask[],
  known: readonly ScoreRow[],
  listwise: boolean,
): RerankTask[] {
  const scored = new Set(known.map(({ query, item }) => pairKey(query, item)));
  return tasks.flatMap((task) => {
    const open = task.items.filter(({ id }) => !scored.has(pairKey(task.query, id)));
    if (open.length === 0) return [];
    return [listwise ? task : { ...task, items: open }];
  });
}

/**
 * Has a reranker score what has no score yet, under the cost cap; each query is on disk before the next is begun.
 * @param known rows of earlier runs of the same recipe
 * @throws UserError when the service fails for good or the cap is reached; what was scored stays in the checkpoint
 */
export async function runReranker(
  reranker: Reranker,
  tasks: readonly RerankTask[],
  known: readonly ScoreRow[],
  settings: RunSettings,
): Promise<RunReport> {
  const { listwise, concurrency, meter, checkpoint, onProgress, now = () => performance.now() } = settings;
  const open = openTasks(tasks, [...known, ...checkpoint.rows], listwise);
  let [done, repaired] = [0, 0];
  await forEachLimited(open, concurrency, async ({ query, text, items }) => {
    const codes = items.map(({ code }) => code);
    const settle = meter.reserve(reranker.estimate(text, codes));
    let usage: Usage | undefined;
    const started = now();
    try {
      const scores = await reranker.score(text, codes, (used) => (usage = used));
      checkpoint.add(rowsOf(query, items, scores, now() - started, usage));
    } finally {
      settle(usage);
    }
    repaired += usage?.repaired ?? 0;
    onProgress?.(++done, open.length);
  });
  return { rows: merged([...known, ...checkpoint.rows]), asked: open.length, repaired };
}

/** A list's time and tokens are shared evenly among its candidates. */
function rowsOf(
  query: string,
  items: RerankTask["items"],
  scores: readonly number[],
  ms: number,
  usage: Usage | undefined,
): ScoreRow[] {
  const broken = scores.findIndex((score) => !Number.isFinite(score));
  if (scores.length !== items.length || broken >= 0)
    throw new Error(`${query}: ${scores.length} scores for ${items.length} candidates, or one not finite`);
  return items.map(({ id }, index) => ({
    query,
    item: id,
    score: scores[index]!,
    ms: ms / items.length,
    input_tokens: (usage?.input ?? 0) / items.length,
    output_tokens: (usage?.output ?? 0) / items.length,
  }));
}

/** One row a pair, the newest, in the order of ids. */
const merged = (rows: readonly ScoreRow[]): ScoreRow[] =>
  [...new Map(rows.map((row) => [pairKey(row.query, row.item), row])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
