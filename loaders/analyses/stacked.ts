import type { StackedMadeRow, StackedRateRow, StackedSelectionRow } from "../../src/shared/rows.ts";
import { isDense } from "../embedding/models.ts";
import { outsideSimilarities } from "../embedding/outside-similarities.ts";
import { pairKey } from "../embedding/similarities.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { frozenInputs } from "../store/frozen-path.ts";
import { belongsTo, readStackedFile } from "../tasks/stacked-file.ts";
import { drawnTasks } from "../tasks/stacked-variants.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { rememberPerEvaluation } from "./remember.ts";
import type { StackedInput, StackedSystem } from "./stacked-means.ts";
import { madeRows, rateRows, selectionRows } from "./stacked-rows.ts";

/** What the analyses of stacked variants read beside an evaluation's inputs. */
export const STACKED_INPUTS = frozenInputs("stacked/*.parquet", "similarities/*/stacked/*.parquet");

/**
 * A dataset's stacked variants with every dense system that scored all that fail; null where none were made, or the
 * frozen ones were made from other mutants than the dataset has now.
 */
export const loadStacked = rememberPerEvaluation(
  async ({ corpus, systems }: Evaluation): Promise<StackedInput | null> => {
    const rows = await readStackedFile(corpus.dataset.id);
    if (rows.length === 0 || !belongsTo(rows, corpus)) return null;
    const failing = rows.filter(({ outcome }) => outcome !== "passes");
    const scored: StackedSystem[] = [];
    for (const { system, ranking } of systems) {
      if (!isDense(system)) continue;
      const similarity = await outsideSimilarities("stacked", corpus, system, []);
      ranking.own.forEach((own, query) => {
        for (const { snippet, similarity: value } of own)
          similarity.set(pairKey(corpus.tasks[query]!.id, corpus.snippets[snippet]!.id), value);
      });
      if (!failing.every(({ task, variant }) => similarity.has(pairKey(task, variant)))) continue;
      const canonical = ranking.own.map(([first]) => first!.similarity);
      scored.push({ id: system.id, family: system.family, canonical, similarity });
    }
    return {
      dataset: corpus.dataset.id,
      tasks: corpus.tasks.map(({ id }) => id),
      drawn: { selected: drawnTasks(corpus.tasks, "selected"), pool: drawnTasks(corpus.tasks, "pool") },
      rows,
      systems: scored,
    };
  },
);

const rowsFrom =
  <Row>(rowsOf: (input: StackedInput) => Row[]) =>
  async (evaluation: Evaluation): Promise<Row[]> => {
    const input = await loadStacked(evaluation);
    return input ? rowsOf(input) : [];
  };

/** Rows of one dataset; none where nothing was made. */
export const stackedRateRows = rememberPerEvaluation(rowsFrom(rateRows));
export const stackedMadeRows = rememberPerEvaluation(rowsFrom(madeRows));
export const stackedSelectionRows = rememberPerEvaluation(rowsFrom(selectionRows));

const SOURCE = "loaders/analyses/stacked.ts";
const INPUTS = [...EVALUATION_INPUTS, ...STACKED_INPUTS];

const rates: Figure<StackedRateRow> = {
  id: "near-clones/stacked",
  title: "Deception by number of mutations in one snippet",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOf<StackedRateRow>({
    dataset: ["utf8", "", "dataset id"],
    source: ["utf8", "", "selected (the task's distractors) or pool (drawn from its valid mutants)"],
    variants: ["utf8", "", "failing (all that do not pass) or valid (wrong output, no timeout)"],
    queries: ["utf8", "", "matched (with a variant at every count) or all (with one at this count)"],
    system: ["utf8", "", "system id, or all_families for the mean over dense families"],
    count: ["int32", "mutations", "mutations in the snippet, 1 for the single mutants"],
    value: ["float64", "rate 0..1", "variants at least as similar as the canonical, mean of queries' means"],
    low: ["float64", "rate 0..1", "2.5 % bound of the bootstrap over queries"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    delta: ["float64", "difference of rates", "minus the single mutants of these very queries"],
    delta_low: ["float64", "difference of rates", "2.5 % bound, paired by query"],
    delta_high: ["float64", "difference of rates", "97.5 % bound"],
    detectable: ["float64", "difference of rates", "smallest true change that n queries show, 80 % power"],
    gap: ["float64", "similarity", "canonical's similarity minus the variant's, mean of queries' means"],
    gap_low: ["float64", "similarity", "2.5 % bound"],
    gap_high: ["float64", "similarity", "97.5 % bound"],
    tied: ["float64", "rate 0..1", "variants with the canonical's very similarity, counted as deceived"],
    scored: ["int32", "count", "variants"],
    n: ["int32", "count", "queries"],
  }),
  compute: forEveryDataset(stackedRateRows),
};

const made: Figure<StackedMadeRow> = {
  id: "near-clones/stacked-made",
  title: "What became of the snippets with several mutations",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOf<StackedMadeRow>({
    dataset: ["utf8", "", "dataset id"],
    source: ["utf8", "", "selected or pool"],
    count: ["int32", "mutations", "mutations in the snippet"],
    composed: ["int32", "count", "composed and executed"],
    passing: ["int32", "count", "pass every test: discarded"],
    times_out: ["int32", "count", "time out, alone too"],
    crashes: ["int32", "count", "crash on every input"],
    raises: ["int32", "count", "fail by exceptions only"],
    wrong_output: ["int32", "count", "fail with wrong output"],
    queries: ["int32", "count", "queries with at least one failing variant"],
    matched: ["int32", "count", "queries with one at every count of the source"],
    tasks: ["int32", "count", "queries whose mutants were to be combined"],
  }),
  compute: forEveryDataset(stackedMadeRows),
};

const selection: Figure<StackedSelectionRow> = {
  id: "near-clones/stacked-selection",
  title: "Single-edit deception of matched queries beside all queries",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOf<StackedSelectionRow>({
    dataset: ["utf8", "", "dataset id"],
    source: ["utf8", "", "selected or pool"],
    system: ["utf8", "", "system id, or all_families"],
    matched: ["float64", "rate 0..1", "single-edit deception over matched queries"],
    all: ["float64", "rate 0..1", "the same over all queries with a single mutant of the source"],
    difference: ["float64", "difference of rates", "matched minus all"],
    low: ["float64", "difference of rates", "2.5 % bound of the bootstrap over queries"],
    high: ["float64", "difference of rates", "97.5 % bound"],
    n_matched: ["int32", "count", "matched queries"],
    n_all: ["int32", "count", "all queries"],
  }),
  compute: forEveryDataset(stackedSelectionRows),
};

export const stacked: Figure[] = [rates, made, selection];
