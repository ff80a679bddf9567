import type { LikelihoodFirstRow, LikelihoodPairRow } from "../../src/shared/likelihood-rows.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { RERANKERS_FOLDER } from "../likelihood/likelihood-file.ts";
import { GEMMA } from "../likelihood/language-model.ts";
import { forEveryDataset } from "./evaluation.ts";
import { likelihoodFirstRows } from "./likelihood-first.ts";
import { likelihoodPairRows } from "./likelihood-pairs.ts";

const SOURCE = "loaders/analyses/likelihood.ts";
const INPUTS = [...EVALUATION_INPUTS, `${RERANKERS_FOLDER}/*/${GEMMA.id}.parquet`];
const SCORE =
  "conditional, unconditional (log-probability of the code after its query, and alone), pmi (their difference), conditional_mean, unconditional_mean (a token), or a system id";
const LOW = "2.5 % bound of the bootstrap over queries";
const HIGH = "97.5 % bound";

const first: Figure<LikelihoodFirstRow> = {
  id: "ablations/likelihood",
  title: "How often the canonical comes first among its own near-clones under a language model",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOf<LikelihoodFirstRow>({
    dataset: ["utf8", "", "dataset id"],
    score: ["utf8", "", SCORE],
    value: ["float64", "rate 0..1", "queries whose canonical comes first; ties by digest"],
    low: ["float64", "rate 0..1", LOW],
    high: ["float64", "rate 0..1", HIGH],
    above: ["float64", "difference of rates", "conditional sum minus this score, the same queries"],
    above_low: ["float64", "difference of rates", LOW],
    above_high: ["float64", "difference of rates", HIGH],
    chance: ["float64", "rate 0..1", "mean of 1/(d + 1): all candidates alike"],
    n: ["int32", "count", "queries with a near-clone that the language model has scored whole"],
    queries: ["int32", "count", "queries with a near-clone"],
  }),
  compute: forEveryDataset(likelihoodFirstRows),
};

const pairs: Figure<LikelihoodPairRow> = {
  id: "ablations/likelihood-pairs",
  title: "How often a language model prefers a canonical to one of its near-clones",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOf<LikelihoodPairRow>({
    dataset: ["utf8", "", "dataset id"],
    score: ["utf8", "", `${SCORE}, or all_dense for all dense systems pooled`],
    grouping: [
      "utf8",
      "",
      "all, bug_type, length_change (tokens of the near-clone against the canonical), edit_size (characters) or code_length (tokens of the canonical)",
    ],
    group: ["utf8", "", "value of the grouping"],
    value: ["float64", "rate 0..1", "pairs in which the canonical is strictly preferred"],
    low: ["float64", "rate 0..1", `${LOW}; NaN for fewer than 30 pairs`],
    high: ["float64", "rate 0..1", HIGH],
    pairs: ["int32", "count", "pairs of a canonical and an own near-clone"],
    n: ["int32", "count", "queries that bring at least one"],
    close: [
      "int32",
      "count",
      "pairs whose sums differ by less than a nat, where rounding may decide; 0 for means and systems",
    ],
  }),
  compute: forEveryDataset(likelihoodPairRows),
};

export const likelihood: Figure[] = [first, pairs];
