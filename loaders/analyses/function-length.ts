import {
  bootstrapMeans,
  mean,
  percentileInterval,
  replicateRatios,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import type { FunctionLengthRow } from "../../src/shared/findings/function-length.ts";
import { execAt } from "../../src/shared/ranking-metrics.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { queryFacts } from "./query-facts.ts";
import { round6 } from "./round.ts";

const CUTOFFS = [1, 10] as const;
const THIRDS = [1, 2, 3] as const;

/** Third of each value by its place in ascending order; equal values share the third of the first of them. */
export function thirdsOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  sorted.forEach((value, place) => first.has(value) || first.set(value, place));
  return values.map((value) => 1 + Math.floor((3 * first.get(value)!) / values.length));
}

/** What of this is asked of a system: one number a query, 0 or 1. */
const outcomes = (evaluation: Evaluation, system: EvaluatedSystem, k: number): number[] =>
  queryFacts(evaluation, system).map(({ passing }) => execAt(passing, k));

/** exec@k by thirds of the canonical's length. Queries are resampled whole, so that all systems and thirds share them. */
export function functionLengthRows(evaluation: Evaluation): FunctionLengthRow[] {
  const { corpus, own, systems } = evaluation;
  const lengths = own.map(([canonical]) => corpus.snippets[canonical!]!.codeCharacters);
  const third = thirdsOf(lengths);
  const within = THIRDS.map((wanted) => third.map((of) => Number(of === wanted)));
  const resamples = resampleIndices(corpus.tasks.length);
  return systems.flatMap((system) =>
    CUTOFFS.flatMap((k) => {
      const solved = outcomes(evaluation, system, k);
      const parts = within.map((inside) => inside.map((is, query) => is * solved[query]!));
      const means = bootstrapMeans(unitMatrix([...parts, ...within]), resamples);
      const rates = THIRDS.map((_, at) => replicateRatios(means[at]!, means[3 + at]!));
      const values = THIRDS.map((_, at) => mean(parts[at]!) / mean(within[at]!));
      const change = percentileInterval(rates[2]!.map((rate, replicate) => rate - rates[0]![replicate]!));
      return THIRDS.map((number, at): FunctionLengthRow => {
        const inside = lengths.filter((_, query) => third[query] === number);
        const { low, high } = percentileInterval(rates[at]!);
        return {
          dataset: corpus.dataset.id,
          system: system.system.id,
          k,
          third: number,
          characters_from: Math.min(...inside),
          characters_to: Math.max(...inside),
          value: round6(values[at]!),
          low: round6(low),
          high: round6(high),
          n: inside.length,
          change: round6(values[2]! - values[0]!),
          change_low: round6(change.low),
          change_high: round6(change.high),
        };
      });
    }),
  );
}

export const functionLength: Figure<FunctionLengthRow> = {
  id: "ablations/function-length",
  title: "exec@k by thirds of the queries, from short functions to long ones",
  source: "loaders/analyses/function-length.ts",
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<FunctionLengthRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id"],
    k: ["int32", "rank", "cut-off"],
    third: ["int32", "", "1 to 3, from the shortest canonicals to the longest"],
    characters_from: ["int32", "characters", "least in the third"],
    characters_to: ["int32", "characters", "most in the third"],
    value: ["float64", "rate 0..1", "exec@k over the third"],
    low: ["float64", "rate 0..1", "2.5 % percentile-bootstrap bound over queries"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    n: ["int32", "count", "queries in the third"],
    change: ["float64", "difference", "longest third minus shortest"],
    change_low: ["float64", "difference", "2.5 % bound"],
    change_high: ["float64", "difference", "97.5 % bound"],
  }),
  compute: forEveryDataset(functionLengthRows),
};
