import type { EvaluatedSystem, Evaluation } from "../analyses/evaluation-types.ts";

/** How deep a second stage looks. */
export const STAGE_DEPTH = 10;

/** Systems whose rankings a second stage is given: all that retrieve, not the random order. */
export const firstStages = ({ systems }: Pick<Evaluation, "systems">): EvaluatedSystem[] =>
  systems.filter(({ system }) => system.class !== "baseline");

/** Indices of a query's first k snippets, in the realized order. */
export function topOf(
  { ranking }: Pick<EvaluatedSystem, "ranking">,
  query: number,
  k = STAGE_DEPTH,
): number[] {
  const from = query * ranking.depth;
  return Array.from(ranking.top.subarray(from, from + Math.min(k, ranking.depth)));
}

/** For each query, every snippet that stands in the top 10 of a first stage, ascending by index. */
export const stagePool = (evaluation: Evaluation): number[][] =>
  evaluation.corpus.tasks.map((_, query) =>
    [...new Set(firstStages(evaluation).flatMap((system) => topOf(system, query)))].sort((a, b) => a - b),
  );
