import type { FirstPassing } from "../../src/shared/density.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import type { DensityRow } from "../../src/shared/rows.ts";
import { outsideSimilarities } from "../embedding/outside-similarities.ts";
import { pairKey } from "../embedding/similarities.ts";
import { EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Ranking } from "../retrieval/ranking.ts";
import { frozenInputs } from "../store/frozen-path.ts";
import type { Snippet } from "../tasks/corpus.ts";
import { drawMutants, DRAWN } from "../tasks/draw-mutants.ts";
import { curveRows, DENSITY_COLUMNS } from "./density-curve.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { queryFacts, type QueryFacts } from "./query-facts.ts";

const POOL_DENSITIES = Array.from({ length: DRAWN + 1 }, (_, d) => d);

/** A place in a realized ranking: similarity descending, then the code's digest. */
interface Place {
  similarity: number;
  id: string;
}

const standsAbove = (a: Place, b: Place): boolean =>
  a.similarity > b.similarity || (a.similarity === b.similarity && a.id < b.id);

/** The first passing snippet of a query: among the kept head, or its canonical further down. */
function firstPassing(
  { corpus }: Evaluation,
  { depth, top, topSimilarity, own }: Ranking,
  { query, firstPassingRank }: QueryFacts,
): Place {
  if (firstPassingRank > depth) {
    const canonical = own[query]![0]!;
    return { similarity: canonical.similarity, id: corpus.snippets[canonical.snippet]!.id };
  }
  const at = query * depth + firstPassingRank - 1;
  return { similarity: topSimilarity[at]!, id: corpus.snippets[top[at]!]!.id };
}

/**
 * Where each query's first passing snippet stands when the query's selected distractors leave the ranking and its drawn
 * mutants take their place. What other tasks have stays, so that `othersAbove` is the same as with the selected ones.
 * @param drawn mutants of each query, `similarityOf` each one's similarity to its query
 */
export function poolPositions(
  evaluation: Evaluation,
  system: EvaluatedSystem,
  drawn: readonly (readonly Snippet[])[],
  similarityOf: (query: number, mutant: Snippet) => number,
): FirstPassing[] {
  return queryFacts(evaluation, system).map((facts) => {
    const { query, firstPassingRank, othersAbove } = facts;
    const mutants = drawn[query]!;
    if (firstPassingRank === 0) return { ownAbove: 0, othersAbove: Infinity, distractors: mutants.length };
    const first = firstPassing(evaluation, system.ranking, facts);
    const ownAbove = mutants.filter((mutant) =>
      standsAbove({ similarity: similarityOf(query, mutant), id: mutant.id }, first),
    ).length;
    return { ownAbove, othersAbove, distractors: mutants.length };
  });
}

/** Similarities of all drawn mutants under one system, or undefined where some were not frozen. */
async function drawnSimilarities(
  { corpus }: Evaluation,
  { system, ranking }: EvaluatedSystem,
  drawn: readonly Snippet[],
): Promise<Map<string, number> | undefined> {
  const outside = drawn.filter(({ kind }) => kind === "pool");
  const known = await outsideSimilarities("pool", corpus, system, outside);
  if (outside.some(({ taskId, id }) => !known.has(pairKey(taskId, id)))) return undefined;
  for (const { snippet, similarity } of ranking.own.flat()) {
    const { taskId, id } = corpus.snippets[snippet]!;
    known.set(pairKey(taskId, id), similarity);
  }
  return known;
}

/** Curves over drawn valid mutants: of queries with all sixteen, and of all queries with what they have. */
export async function densityPoolRows(evaluation: Evaluation): Promise<DensityRow[]> {
  const { corpus, systems } = evaluation;
  const drawn = drawMutants(corpus);
  const isMatched = drawn.map(({ length }) => length === DRAWN);
  const all = resampleIndices(drawn.length);
  const matched = resampleIndices(isMatched.filter(Boolean).length);
  const rows: DensityRow[] = [];
  for (const system of systems) {
    const known = await drawnSimilarities(evaluation, system, drawn.flat());
    if (!known) continue; // the page names the system and the command
    const positions = poolPositions(evaluation, system, drawn, (_, { taskId, id }) =>
      known.get(pairKey(taskId, id))!,
    );
    const names = { dataset: corpus.dataset.id, system: system.system.id, densities: POOL_DENSITIES };
    const full = positions.filter((_, query) => isMatched[query]);
    rows.push(...curveRows({ ...names, source: "pool_all", positions, resamples: all }));
    if (full.length > 0)
      rows.push(...curveRows({ ...names, source: "pool_matched", positions: full, resamples: matched }));
  }
  return rows;
}

/** Seven digits are enough for a page, and halve what it loads. */
const COMPACT_COLUMNS = DENSITY_COLUMNS.map((column) =>
  column.type === "float64" ? { ...column, type: "float32" as const } : column,
);

export const densityPool: Figure<DensityRow> = {
  id: "near-clones/density-pool",
  title: "Expected exec@k when each query keeps d of up to 16 valid mutants, drawn from all it has",
  source: "loaders/analyses/density-pool.ts",
  inputs: [...EVALUATION_INPUTS, ...frozenInputs("similarities/*/pool/*.parquet")],
  columns: COMPACT_COLUMNS,
  compute: forEveryDataset(densityPoolRows),
};
