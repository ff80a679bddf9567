import type { OverlapEditRow, OverlapRow, OverlapThirdRow } from "../../src/shared/ablation-rows.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { overlapEditRows } from "./ablation-overlap-edits.ts";
import { overlapRows, overlapThirdRows } from "./ablation-overlap-rows.ts";
import { forEveryDataset } from "./evaluation.ts";

const SOURCE = "loaders/analyses/ablation-overlap.ts";
const MEASURE = "containment, jaccard or names";
const OUTCOME =
  "exec1, exec10, alone1 (exec@1 without own near-clones), deception (share of own near-clones at least as similar) or gap";
const LOW = "2.5 % bound of the bootstrap over queries";
const HIGH = "97.5 % bound";

const correlations: Figure<OverlapRow> = {
  id: "ablations/overlap",
  title: "Rank correlation of word overlap between question and canonical with what systems do",
  source: SOURCE,
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<OverlapRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id, or all_families for the mean over dense families"],
    measure: ["utf8", "", MEASURE],
    outcome: ["utf8", "", OUTCOME],
    rho: ["float64", "correlation", "Spearman's rho over queries, ties by average ranks"],
    low: ["float64", "correlation", LOW],
    high: ["float64", "correlation", HIGH],
    n: ["int32", "count", "queries with a near-clone"],
  }),
  compute: forEveryDataset(overlapRows),
};

const thirds: Figure<OverlapThirdRow> = {
  id: "ablations/overlap-thirds",
  title: "What systems do, by thirds of the queries by word overlap",
  source: SOURCE,
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<OverlapThirdRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id, or all_families"],
    measure: ["utf8", "", MEASURE],
    outcome: ["utf8", "", OUTCOME],
    third: ["int32", "third", "1 for the least overlap"],
    overlap_from: ["float64", "share 0..1", "smallest overlap in the third"],
    overlap_to: ["float64", "share 0..1", "largest overlap in the third"],
    value: ["float64", "rate 0..1", "mean outcome"],
    low: ["float64", "rate 0..1", LOW],
    high: ["float64", "rate 0..1", HIGH],
    n: ["int32", "count", "queries"],
  }),
  compute: forEveryDataset(overlapThirdRows),
};

const edits: Figure<OverlapEditRow> = {
  id: "ablations/overlap-edits",
  title: "Whether a near-clone's edit touches the words of its canonical",
  source: SOURCE,
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<OverlapEditRow>({
    dataset: ["utf8", "", "dataset id"],
    bug_type: ["utf8", "", "bug type, or all"],
    same_words: ["float64", "rate 0..1", "near-clones with the canonical's bag of words"],
    words_low: ["float64", "rate 0..1", LOW],
    words_high: ["float64", "rate 0..1", HIGH],
    same_tokens: ["float64", "rate 0..1", "the same with operators and numbers"],
    tokens_low: ["float64", "rate 0..1", LOW],
    tokens_high: ["float64", "rate 0..1", HIGH],
    overlap_lower: ["float64", "rate 0..1", "containment in the question lower than the canonical's"],
    overlap_higher: ["float64", "rate 0..1", "containment in the question higher"],
    pairs: ["int32", "count", "near-clones"],
    n: ["int32", "count", "queries that bring at least one"],
  }),
  compute: forEveryDataset(overlapEditRows),
};

export const ablationOverlap: Figure[] = [correlations, thirds, edits];
