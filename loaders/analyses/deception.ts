import { sum } from "d3-array";
import {
  bootstrapMeans,
  mean,
  percentileInterval,
  replicateRatios,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import type { DeceptionRow } from "../../src/shared/rows.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { isDense } from "../embedding/models.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { type Triple, triplesOf } from "./pairs.ts";
import { rememberPerEvaluation } from "./remember.ts";
import { round6 } from "./round.ts";

/** A cell of the figure: which triples count, and the two sums a query brings. */
interface Cell {
  system: string;
  bugType: DeceptionRow["bug_type"];
  deceived: Float64Array;
  pairs: Float64Array;
  /** Pairs whose edit the system did not read, and those of them that deceive. */
  unseen: number;
  unseenDeceived: number;
}

/** Sums a query of the domain, for each system and bug type; `place` gives a query's place in the domain, or -1. */
function cellsOf(id: string, triples: readonly Triple[], place: Int32Array, queries: number): Cell[] {
  return (["all", ...BUG_TYPES] as const).map((bugType) => {
    const cell = {
      system: id,
      bugType,
      deceived: new Float64Array(queries),
      pairs: new Float64Array(queries),
      unseen: 0,
      unseenDeceived: 0,
    };
    for (const { query, distractor, deceived, unseen } of triples) {
      const at = place[query]!;
      if (at < 0 || (bugType !== "all" && distractor.bugType !== bugType)) continue;
      cell.pairs[at]!++;
      if (deceived) cell.deceived[at]!++;
      if (unseen) cell.unseen++;
      if (unseen && deceived) cell.unseenDeceived++;
    }
    return cell;
  });
}

/** Rows of one domain. Its queries are resampled, each with all its pairs, the same resamples for every cell. */
function domainRows(
  evaluation: Evaluation,
  domain: string,
  bySystem: readonly { id: string; triples: Triple[] }[],
): DeceptionRow[] {
  const { tasks, dataset } = evaluation.corpus;
  let queries = 0;
  const place = Int32Array.from(tasks, (task) =>
    domain === "all" || task.domain === domain ? queries++ : -1,
  );
  const cells = bySystem
    .flatMap(({ id, triples }) => cellsOf(id, triples, place, queries))
    .filter(({ pairs }) => pairs.some((count) => count > 0));
  const means = bootstrapMeans(unitMatrix(cells.flatMap(({ deceived, pairs }) => [deceived, pairs])));
  return cells.map(({ system, bugType, deceived, pairs, unseen, unseenDeceived }, i) => {
    const total = sum(pairs);
    const { low, high } = percentileInterval(replicateRatios(means[2 * i]!, means[2 * i + 1]!));
    return {
      dataset: dataset.id,
      system,
      domain,
      bug_type: bugType,
      value: round6(mean(deceived) / mean(pairs)),
      low: round6(low),
      high: round6(high),
      pairs: total,
      n: pairs.filter((count) => count > 0).length,
      unseen,
      value_seen: round6((sum(deceived) - unseenDeceived) / (total - unseen)),
    };
  });
}

/** Deception by system (and over all dense ones), domain and bug type. */
export const deceptionRows = rememberPerEvaluation((evaluation: Evaluation): DeceptionRow[] => {
  const { corpus, systems } = evaluation;
  const bySystem = systems.map((system) => ({
    id: system.system.id,
    triples: triplesOf(evaluation, system),
  }));
  const dense = systems.flatMap(({ system }, i) => (isDense(system) ? bySystem[i]!.triples : []));
  const domains = ["all", ...new Set(corpus.tasks.map(({ domain }) => domain))];
  return domains.flatMap((domain) =>
    domainRows(evaluation, domain, [...bySystem, { id: "all_dense", triples: dense }]),
  );
});

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
    unseen: ["int32", "count", "triples whose edit lies beyond what the system read"],
    value_seen: ["float64", "rate 0..1", "the rate over the other triples"],
  }),
  compute: forEveryDataset(deceptionRows),
};
