import type { PerQueryRow } from "../../src/shared/rows.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadEvaluation } from "./evaluation.ts";
import { queryFacts } from "./query-facts.ts";
import { round6 } from "./round.ts";

/** Verdicts of ranks 1 to 10 as bits, rank 1 lowest. */
const bitsOf = (passing: readonly boolean[]): number =>
  passing.slice(0, 10).reduce((bits, passes, i) => bits | (passes ? 1 << i : 0), 0);

/** Rows of every system of an evaluation, system by system. */
export function perQueryRows(evaluation: Evaluation): PerQueryRow[] {
  const { corpus, systems } = evaluation;
  return systems.flatMap((evaluated) =>
    queryFacts(evaluation, evaluated).map((facts) => ({
      dataset: corpus.dataset.id,
      system: evaluated.system.id,
      query: corpus.tasks[facts.query]!.id,
      domain: corpus.tasks[facts.query]!.domain,
      first_passing_rank: facts.firstPassingRank,
      canonical_rank: facts.canonicalRank,
      canonical_similarity: round6(facts.canonicalSimilarity),
      best_distractor_similarity: round6(facts.bestDistractorSimilarity),
      own_above: facts.ownAbove,
      distractors: facts.distractors,
      passing_top10: bitsOf(facts.passing),
      rank1_kind: facts.rank1,
    })),
  );
}

const COLUMNS = columnsOf<PerQueryRow>({
  dataset: ["utf8", "", "dataset id"],
  system: ["utf8", "", "system id"],
  query: ["utf8", "", "task id"],
  domain: ["utf8", "", "task domain"],
  first_passing_rank: ["int32", "rank", "rank of the first passing snippet, 0 where nothing passes"],
  canonical_rank: ["int32", "rank", "rank of the canonical in the complete ranking"],
  canonical_similarity: ["float32", "similarity", "query to canonical"],
  best_distractor_similarity: ["float32", "similarity", "query to the most similar own distractor"],
  own_above: ["int32", "count", "own distractors above the first passing snippet"],
  distractors: ["int32", "count", "own distractors in the pool"],
  passing_top10: ["int32", "bits", "bit i is set when rank i + 1 passes"],
  rank1_kind: ["utf8", "", "what stands at rank 1"],
});

/** One file a dataset, so that a page loads what it shows. */
export const perQuery: Figure<PerQueryRow>[] = DATASETS.map(({ id, label }) => ({
  id: `near-clones/per-query-${id}`,
  title: `Where the first passing snippet of each query stands, by system (${label})`,
  source: "loaders/analyses/per-query.ts",
  inputs: EVALUATION_INPUTS,
  columns: COLUMNS,
  compute: async () => perQueryRows(await loadEvaluation(id)),
}));
