import { bootstrapMeans, mean, percentileInterval, unitMatrix } from "../../src/shared/bootstrap.ts";
import { holm } from "../../src/shared/holm.ts";
import { discordance, mcnemarExact } from "../../src/shared/mcnemar.ts";
import { smallestMeanDifference, smallestPairedDifference } from "../../src/shared/power.ts";
import type { PairedRow } from "../../src/shared/rows.ts";
import { CUTOFFS, METRICS } from "../../src/shared/vocabulary.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { type Measure, measuresOf } from "./leaderboard.ts";
import { round6 } from "./round.ts";

/** Significant digits survive where six decimals would print 0. */
const roundP = (p: number): number => Number(p.toPrecision(6));

function deviation(a: Float64Array, b: Float64Array, delta: number): number {
  let squares = 0;
  for (let i = 0; i < a.length; i++) squares += (a[i]! - b[i]! - delta) ** 2;
  return Math.sqrt(squares / Math.max(1, a.length - 1));
}

function pairRow(dataset: string, a: Measure, b: Measure, means: [Float64Array, Float64Array]): PairedRow {
  const n = a.values.length;
  const delta = mean(a.values) - mean(b.values);
  const { low, high } = percentileInterval(means[0].map((value, replicate) => value - means[1][replicate]!));
  const binary = a.metric === "exec";
  const counts = binary ? discordance(a.values, b.values) : { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  return {
    dataset,
    a: a.system.system.id,
    b: b.system.system.id,
    metric: a.metric,
    k: a.k,
    both: counts.both,
    a_only: counts.onlyA,
    b_only: counts.onlyB,
    neither: counts.neither,
    p: binary ? roundP(mcnemarExact(counts.onlyA, counts.onlyB)) : Number.NaN,
    p_holm: Number.NaN,
    delta: round6(delta),
    low: round6(low),
    high: round6(high),
    n,
    detectable: round6(
      binary
        ? smallestPairedDifference(n, (counts.onlyA + counts.onlyB) / n)
        : smallestMeanDifference(n, deviation(a.values, b.values, delta)),
    ),
  };
}

/** Every pair of systems at every metric and cut-off; Holm within one metric and cut-off. */
export function pairedRows(evaluation: Evaluation): PairedRow[] {
  const measures = evaluation.systems.flatMap((system) => measuresOf(evaluation, system));
  if (measures.length === 0) return [];
  const means = bootstrapMeans(unitMatrix(measures.map(({ values }) => values)));
  return METRICS.flatMap((metric) =>
    CUTOFFS.flatMap((k) => {
      const chosen = measures.flatMap((measure, i) =>
        measure.metric === metric && measure.k === k ? [i] : [],
      );
      const rows = chosen.flatMap((i, place) =>
        chosen
          .slice(place + 1)
          .map((j) =>
            pairRow(evaluation.corpus.dataset.id, measures[i]!, measures[j]!, [means[i]!, means[j]!]),
          ),
      );
      if (metric !== "exec") return rows;
      const adjusted = holm(rows.map(({ p }) => p));
      return rows.map((row, i) => ({ ...row, p_holm: roundP(adjusted[i]!) }));
    }),
  );
}

export const paired: Figure<PairedRow> = {
  id: "near-clones/paired",
  title: "Every pair of systems: discordant queries, exact McNemar, Holm, paired bootstrap difference",
  source: "loaders/analyses/paired.ts",
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<PairedRow>({
    dataset: ["utf8", "", "dataset id"],
    a: ["utf8", "", "system id"],
    b: ["utf8", "", "system id"],
    metric: ["utf8", "", "exec, execution_precision or ndcg"],
    k: ["int32", "rank", "cut-off"],
    both: ["int32", "count", "queries that both solve (exec only)"],
    a_only: ["int32", "count", "queries that only a solves"],
    b_only: ["int32", "count", "queries that only b solves"],
    neither: ["int32", "count", "queries that neither solves"],
    p: ["float64", "p-value", "exact McNemar, two-sided; NaN for continuous metrics"],
    p_holm: ["float64", "p-value", "Holm-adjusted within this metric and k"],
    delta: ["float64", "rate difference", "mean of a - b"],
    low: ["float64", "rate difference", "2.5 % bound of the paired bootstrap"],
    high: ["float64", "rate difference", "97.5 % bound"],
    n: ["int32", "count", "queries"],
    detectable: ["float64", "rate difference", "smallest true difference shown with 80 % power"],
  }),
  compute: forEveryDataset(pairedRows),
};
