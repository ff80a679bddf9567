import { quantileSorted } from "d3-array";
import type { CompositionRow, GateRow, MutantRow, OutcomeRow } from "../../src/shared/rows.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import type { Corpus, Snippet } from "../tasks/corpus.ts";
import { DATASETS, hasText } from "../tasks/datasets.ts";
import { checkGates } from "../tasks/gates.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { readTasks } from "../tasks/read-tasks.ts";
import { mutationScore } from "./mutation-score.ts";

const SOURCE = "loaders/analyses/method-dataset.ts";

async function corpora(): Promise<Corpus[]> {
  const all = await Promise.all(DATASETS.map(({ id }) => loadCorpus(id)));
  return all.filter(({ tasks }) => tasks.length > 0);
}

const GATES = [
  "schema",
  "AST semantics",
  "canonical execution",
  "distractor execution",
  "corpus integrity",
] as const;

/** Which gate a waiver belongs to. */
const WAIVER_GATE: Record<string, number> = {
  suite_size: 1,
  multi_statement_tests: 2,
  test_does_not_name_function: 2,
  few_distractors: 4,
  same_failing_subset: 4,
  no_bare_assertion_failure: 4,
  duplicate_function_names: 5,
};

/** What each gate looked at. */
function checkedBy(corpus: Corpus, gate: number): number {
  const tests = corpus.tasks.reduce((sum, { testCount }) => sum + testCount, 0);
  const distractors = corpus.snippets.length - corpus.tasks.length;
  return [corpus.tasks.length, tests, corpus.tasks.length, distractors, corpus.snippets.length][gate - 1]!;
}

function gateRows(corpus: Corpus): GateRow[] {
  if (!hasText(corpus.dataset)) return [];
  const { violations, waived } = checkGates(readTasks(corpus.dataset), corpus);
  return GATES.map((name, index) => {
    const gate = index + 1;
    const own = [...waived].filter(([waiver]) => WAIVER_GATE[waiver] === gate);
    return {
      dataset: corpus.dataset.id,
      gate,
      name,
      checked: checkedBy(corpus, gate),
      violations: violations.filter(({ rule }) => rule.startsWith(`gate ${gate}`)).length,
      waived: own.reduce((sum, [, count]) => sum + count, 0),
      note: own.map(([waiver, count]) => `${waiver.replaceAll("_", " ")}: ${count}`).join("; "),
    };
  });
}

const gates: Figure<GateRow> = {
  id: "method/gates",
  title: "The five gates",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<GateRow>({
    dataset: ["utf8", "", "dataset id"],
    gate: ["int32", "", "1 to 5"],
    name: ["utf8", "", "what the gate is about"],
    checked: ["int32", "count", "items looked at"],
    violations: ["int32", "count", "items that fail it"],
    waived: ["int32", "count", "failures that the dataset is allowed to keep"],
    note: ["utf8", "", "waived failures by kind"],
  }),
  compute: async () => (await corpora()).flatMap(gateRows),
};

function compositionRows(corpus: Corpus): CompositionRow[] {
  const domains = [...new Set(corpus.tasks.map(({ domain }) => domain))].sort();
  return domains.map((domain) => {
    const tasks = new Map(
      corpus.tasks.filter((task) => task.domain === domain).map((task) => [task.id, task]),
    );
    const own = corpus.snippets.filter(({ taskId }) => tasks.has(taskId));
    const lines = own.filter(({ kind }) => kind === "canonical").map(({ codeLines }) => codeLines);
    lines.sort((a, b) => a - b);
    return {
      dataset: corpus.dataset.id,
      domain,
      tasks: tasks.size,
      tests: [...tasks.values()].reduce((sum, { testCount }) => sum + testCount, 0),
      snippets: own.length,
      pool: corpus.pool.filter(({ taskId }) => tasks.has(taskId)).length,
      lines_p10: quantileSorted(lines, 0.1)!,
      lines_median: quantileSorted(lines, 0.5)!,
      lines_p90: quantileSorted(lines, 0.9)!,
    };
  });
}

const composition: Figure<CompositionRow> = {
  id: "method/composition",
  title: "What the datasets are made of",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<CompositionRow>({
    dataset: ["utf8", "", "dataset id"],
    domain: ["utf8", "", "task domain"],
    tasks: ["int32", "count", "tasks"],
    tests: ["int32", "count", "tests"],
    snippets: ["int32", "count", "snippets in the search pool"],
    pool: ["int32", "count", "further valid mutants"],
    lines_p10: ["float64", "lines", "10 % quantile of the canonicals' lines"],
    lines_median: ["float64", "lines", "median"],
    lines_p90: ["float64", "lines", "90 % quantile"],
  }),
  compute: async () => (await corpora()).flatMap(compositionRows),
};

function mutantRows(corpus: Corpus): MutantRow[] {
  const mutants = [
    ...corpus.snippets.filter(({ kind }) => kind === "distractor"),
    ...corpus.pool,
    ...corpus.rejected,
  ];
  return (["all", ...BUG_TYPES] as const).map((bugType) => {
    const own = mutants.filter((mutant) => bugType === "all" || mutant.bugType === bugType);
    const count = (test: (mutant: Snippet) => boolean) => own.filter(test).length;
    const survivors = count(({ kind }) => kind === "survivor");
    return {
      dataset: corpus.dataset.id,
      bug_type: bugType,
      enumerated: own.length,
      killed: own.length - survivors,
      valid: count(({ kind }) => kind === "distractor" || kind === "pool"),
      selected: count(({ kind }) => kind === "distractor"),
      survivors,
      timeouts: count(({ reason }) => reason === "times out"),
      out_of_memory: count(({ reason }) => reason === "exhausts memory"),
      crash_only: count(({ reason }) => reason === "crashes on every input"),
      no_wrong_output: count(({ reason }) => reason.startsWith("no wrong output")),
    };
  });
}

const mutants: Figure<MutantRow> = {
  id: "method/mutants",
  title: "What became of every mutant",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<MutantRow>({
    dataset: ["utf8", "", "dataset id"],
    bug_type: ["utf8", "", "bug type, or all"],
    enumerated: ["int32", "count", "mutants that the rules make"],
    killed: ["int32", "count", "of which at least one test fails"],
    valid: ["int32", "count", "killed with a wrong output, without a timeout, not crashing on every input"],
    selected: ["int32", "count", "of the valid ones, those in the search pool"],
    survivors: ["int32", "count", "pass every test"],
    timeouts: ["int32", "count", "killed by the time limit"],
    out_of_memory: ["int32", "count", "exhaust memory, a limit of the machine like time"],
    crash_only: ["int32", "count", "raise on every input"],
    no_wrong_output: ["int32", "count", "fail by exceptions alone"],
  }),
  compute: async () => (await corpora()).flatMap(mutantRows),
};

function outcomeRows(corpus: Corpus): OutcomeRow[] {
  const counts = new Map<string, OutcomeRow>();
  for (const snippet of [...corpus.snippets, ...corpus.pool, ...corpus.rejected]) {
    for (const outcome of new Set(snippet.outcomes)) {
      const key = `${snippet.kind} ${outcome}`;
      const row = counts.get(key) ?? {
        dataset: corpus.dataset.id,
        kind: snippet.kind,
        outcome,
        tests: 0,
        suites: 0,
      };
      row.suites++;
      row.tests += snippet.outcomes.filter((other) => other === outcome).length;
      counts.set(key, row);
    }
  }
  return [...counts.values()].sort((a, b) =>
    a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : b.tests - a.tests,
  );
}

const outcomes: Figure<OutcomeRow> = {
  id: "method/outcomes",
  title: "Tests by outcome",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<OutcomeRow>({
    dataset: ["utf8", "", "dataset id"],
    kind: ["utf8", "", "canonical, distractor, pool, survivor or killed_not_valid"],
    outcome: ["utf8", "", "outcome of a test"],
    tests: ["int32", "count", "tests with this outcome"],
    suites: ["int32", "count", "suites with at least one such test"],
  }),
  compute: async () => (await corpora()).flatMap(outcomeRows),
};

export const methodDataset: Figure[] = [gates, composition, mutants, outcomes, mutationScore];
