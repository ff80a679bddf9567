import { bootstrapRatio } from "../../src/shared/bootstrap.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import type { DeceptionRow } from "../../src/shared/rows.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { isDense } from "../embedding/models.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluations } from "./evaluation.ts";
import { type Triple, triplesOf } from "./pairs.ts";
import { round6 } from "./round.ts";

/** Share of triples that deceive, with an interval over queries: a query brings all its pairs or none. */
function rate(triples: readonly Triple[], resamples: Uint32Array, queries: number) {
  const deceived = new Float64Array(queries);
  const pairs = new Float64Array(queries);
  for (const triple of triples) {
    pairs[triple.query]!++;
    if (triple.deceived) deceived[triple.query]!++;
  }
  const { value, low, high } = bootstrapRatio(deceived, pairs, resamples);
  return {
    value: round6(value),
    low: round6(low),
    high: round6(high),
    n: pairs.filter((count) => count > 0).length,
  };
}

export function deceptionRows(evaluation: Evaluation): DeceptionRow[] {
  const { corpus, systems } = evaluation;
  const resamples = resampleIndices(corpus.tasks.length);
  const bySystem = systems.map((system) => ({
    id: system.system.id,
    triples: triplesOf(evaluation, system),
  }));
  const dense = systems.flatMap(({ system }, i) => (isDense(system) ? bySystem[i]!.triples : []));
  const domains = ["all", ...new Set(corpus.tasks.map(({ domain }) => domain))];
  return [...bySystem, { id: "all_dense", triples: dense }].flatMap(({ id, triples }) =>
    domains.flatMap((domain) =>
      (["all", ...BUG_TYPES] as const).flatMap((bugType) => {
        const chosen = triples.filter(
          ({ query, distractor }) =>
            (domain === "all" || corpus.tasks[query]!.domain === domain) &&
            (bugType === "all" || distractor.bugType === bugType),
        );
        if (chosen.length === 0) return [];
        const { value, low, high, n } = rate(chosen, resamples, corpus.tasks.length);
        const pairs = chosen.length;
        return [
          { dataset: corpus.dataset.id, system: id, domain, bug_type: bugType, value, low, high, pairs, n },
        ];
      }),
    ),
  );
}

export const deception: Figure<DeceptionRow> = {
  id: "near-clones/deception",
  title: "Share of near-clones that are at least as similar to the query as the canonical",
  source: "loaders/analyses/deception.ts",
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<DeceptionRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id, or all_dense for all dense systems pooled"],
    domain: ["utf8", "", "task domain, or all"],
    bug_type: ["utf8", "", "bug type, or all"],
    value: ["float64", "rate 0..1", "deceived triples over all triples"],
    low: ["float64", "rate 0..1", "2.5 % bound of the bootstrap over queries"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    pairs: ["int32", "count", "triples"],
    n: ["int32", "count", "queries that bring at least one"],
  }),
  compute: async () => (await loadEvaluations()).flatMap(deceptionRows),
};
