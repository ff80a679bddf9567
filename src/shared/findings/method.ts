import { capital, count, inWords, listed, percent } from "../format.js";
import type { DatasetRow, GateRow, ModelAuditRow, MutantRow, RunRow, SystemRow } from "../rows.ts";

/** What the datasets hold and whether the gates are met, in a sentence that holds whatever the rows say. */
export function datasetFinding(datasets: readonly DatasetRow[], gates: readonly GateRow[]): string {
  const tasks = datasets.reduce((sum, row) => sum + row.tasks, 0);
  const distractors = datasets.reduce((sum, row) => sum + row.distractors, 0);
  const violations = gates.reduce((sum, row) => sum + row.violations, 0);
  const waived = gates.reduce((sum, row) => sum + row.waived, 0);
  const opening = `${count(tasks)} tasks in ${inWords(datasets.length)} ${datasets.length === 1 ? "dataset" : "datasets"}, with ${count(distractors)} near-clones that were each executed and found broken`;
  if (gates.length === 0) return `${opening}.`;
  const broken =
    violations === 0
      ? "no task fails a gate"
      : `${count(violations)} ${violations === 1 ? "item fails" : "items fail"} a gate`;
  return `${opening}; ${broken}${waived > 0 ? `, and ${waived === 1 ? "one departure that an imported dataset may keep is" : `${count(waived)} departures that an imported dataset may keep are`} counted below` : ""}.`;
}

/** What happened to all mutants of a dataset, in a sentence; `row` is absent where none was enumerated. */
export function mutantSentence(row: MutantRow | undefined): string {
  if (!row || row.enumerated === 0) return "The rules make no mutant here.";
  const share = (part: number): string => percent(part / row.enumerated);
  return (
    `The rules make ${count(row.enumerated)} mutants. A test fails on ${count(row.killed)} of them, a raw kill rate of ${share(row.killed)}; ${count(row.valid)} give a wrong output without hanging or crashing on every input, ` +
    `and ${count(row.selected)} of those stand in the search pool. ${count(row.survivors)} (${share(row.survivors)}) pass every test: they do the same as the canonical, or the suite cannot tell.`
  );
}

/** What the last start executed, in a sentence. */
export function runFinding(runs: readonly RunRow[]): string {
  const suites = runs.reduce((sum, row) => sum + row.suites, 0);
  if (suites === 0)
    return "“Works” means: passes every test of the question, when executed. On this machine no text was at hand to execute.";
  const versions = [...new Set(runs.map(({ python }) => python))];
  return `“Works” means: passes every test of the question, when executed. The last start executed ${count(suites)} suites with Python ${listed(versions)}, and every outcome was the frozen one.`;
}

/** What models did not see and what half floats changed, in a sentence. */
export function auditFinding(rows: readonly ModelAuditRow[], systems: readonly SystemRow[]): string {
  const measured = rows.filter(({ skipped }) => skipped === "");
  if (measured.length === 0) return "No dense system has been measured yet.";
  const sum = (field: "fp16_flips" | "fp16_pairs" | "edits_beyond_limit" | "distractors"): number =>
    measured.reduce((total, row) => total + row[field], 0);
  const dense = new Set(measured.map(({ system }) => system)).size;
  const others = systems.length - dense;
  const unseen = sum("edits_beyond_limit");
  return (
    `${capital(inWords(dense))} dense systems and ${inWords(others)} others, each invoked as its own card says. Storing vectors as half floats changes ${count(sum("fp16_flips"))} of ${count(sum("fp16_pairs"))} canonical–near-clone orders ` +
    `(${percent(sum("fp16_flips") / Math.max(1, sum("fp16_pairs")))}), and ${unseen === 0 ? "no edit lies" : `${count(unseen)} of ${count(sum("distractors"))} edits ${unseen === 1 ? "lies" : "lie"}`} beyond what a model read.`
  );
}
