import { group as groupBy } from "d3-array";
import type { Violation } from "../errors.ts";
import type { Corpus, Snippet } from "./corpus.ts";
import type { GateWaiver } from "./datasets.ts";
import { callsFunction, parses, statementKinds, topLevelFunctions } from "./python-syntax.ts";
import type { PlacedTask } from "./read-tasks.ts";

/** What the gates found: violations that fail the check, and those the dataset is allowed to keep, by waiver. */
export interface GateReport {
  violations: Violation[];
  waived: Map<GateWaiver, number>;
}

interface Reporter {
  (task: PlacedTask, gate: string, message: string, remedy: string, waiver?: GateWaiver): void;
}

const MIN_TESTS = 7;
const MAX_TESTS = 10;
const DISTRACTORS = 4;

/** Which gate (1 to 5) a violation of `checkGates` is of. */
export const gateOf = ({ rule }: Violation): number => Number(/^gate (\d)/.exec(rule)![1]);

function checkSuite(task: PlacedTask, ownsItsIds: boolean, report: Reporter): void {
  const gate = "gate 1: schema";
  const count = task.tests.length;
  if (count < MIN_TESTS || count > MAX_TESTS) {
    report(task, gate, `has ${count} tests.`, `Give it ${MIN_TESTS} to ${MAX_TESTS} tests.`, "suite_size");
  }
  if (new Set(task.tests).size < count) report(task, gate, "repeats a test.", "Remove the repeated test.");
  if (task.id !== `${task.domain}/${task.function_name}` && ownsItsIds) {
    report(task, gate, "has an id that is not <domain>/<function_name>.", "Mend the id or the two fields.");
  }
}

function checkSyntax(task: PlacedTask, report: Reporter): void {
  const gate = "gate 2: semantics";
  if (!topLevelFunctions(task.canonical).includes(task.function_name)) {
    const remedy = "Define it at the top level of `canonical`.";
    report(task, gate, `does not define ${task.function_name}.`, remedy);
  }
  task.tests.forEach((test, index) => {
    const name = `test ${index + 1}`;
    if (!parses(test)) report(task, gate, `${name} does not parse.`, "Mend its syntax.");
    const kinds = statementKinds(test);
    const single = kinds.length === 1 && (kinds[0] === "AssertStatement" || kinds[0] === "WithStatement");
    if (!single) {
      report(
        task,
        gate,
        `${name} is not one assert.`,
        "Split it into single asserts.",
        "multi_statement_tests",
      );
    }
    if (!callsFunction(test, task.function_name)) {
      const remedy = "Call the function in each test.";
      report(
        task,
        gate,
        `${name} does not call ${task.function_name}.`,
        remedy,
        "test_does_not_name_function",
      );
    }
  });
}

function checkExecution(
  task: PlacedTask,
  canonical: Snippet,
  distractors: Snippet[],
  report: Reporter,
): void {
  const failing = canonical.outcomes.findIndex((outcome) => outcome !== "pass");
  if (failing >= 0) {
    const message = `canonical gives ${canonical.outcomes[failing]} on test ${failing + 1}.`;
    report(task, "gate 3: canonical", message, "Mend the canonical or the test.");
  }
  const gate = "gate 4: distractors";
  if (distractors.length < DISTRACTORS) {
    const remedy = "Strengthen the tests or lengthen the canonical, so that more edits are valid mutants.";
    report(task, gate, `has ${distractors.length} valid mutants to select from.`, remedy, "few_distractors");
  }
  for (const distractor of distractors) {
    if (distractor.outcomes.every((outcome) => outcome === "pass")) {
      report(task, gate, `distractor ${distractor.id} passes every test.`, "Select the distractors anew.");
    }
  }
  const subsets = new Set(
    distractors.map(({ outcomes }) => outcomes.map((o) => (o === "pass" ? "." : "x")).join("")),
  );
  if (distractors.length > 1 && subsets.size === 1) {
    const remedy = "Add a test that tells the edits apart.";
    report(task, gate, "all distractors fail the same tests.", remedy, "same_failing_subset");
  }
}

function checkUnique<T>(
  tasks: readonly PlacedTask[],
  key: (task: PlacedTask) => T,
  what: string,
  report: Reporter,
  waiver?: GateWaiver,
): void {
  const first = new Map<T, PlacedTask>();
  for (const task of tasks) {
    const before = first.get(key(task));
    if (!before) {
      first.set(key(task), task);
      continue;
    }
    const message = `has the same ${what} as ${before.id} (${before.file}:${before.line}).`;
    report(task, "gate 5: integrity", message, `Change one ${what}.`, waiver);
  }
}

function checkIntegrity(tasks: readonly PlacedTask[], corpus: Corpus, report: Reporter): void {
  checkUnique(tasks, ({ id }) => id, "id", report);
  checkUnique(
    tasks,
    ({ function_name }) => function_name,
    "function name",
    report,
    "duplicate_function_names",
  );
  checkUnique(tasks, ({ query }) => query.trim().toLowerCase(), "query", report);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const owners = new Map<string, string>();
  for (const snippet of corpus.snippets) {
    const task = byId.get(snippet.taskId);
    if (!task) throw new Error(`snippet ${snippet.id} belongs to no task`);
    const owner = owners.get(snippet.id);
    if (owner !== undefined) {
      const message = `snippet ${snippet.id} has the same code as one of ${owner}.`;
      report(task, "gate 5: integrity", message, "Change one of the two.");
    }
    owners.set(snippet.id, snippet.taskId);
  }
}

const violationOf = (
  { file, line, id }: PlacedTask,
  rule: string,
  message: string,
  remedy: string,
): Violation => ({ file, line, item: id, rule, message, remedy });

/** What the first two gates say of a task's text, with no waivers; nothing is executed. */
export function checkTaskText(task: PlacedTask): Violation[] {
  const violations: Violation[] = [];
  const report: Reporter = (of, rule, message, remedy) => {
    violations.push(violationOf(of, rule, message, remedy));
  };
  checkSuite(task, true, report);
  checkSyntax(task, report);
  return violations;
}

/**
 * The five gates of the near-clone benchmark (paper, section 3.3) over a dataset whose text is on this machine.
 * Violations that the dataset's waivers name are counted instead of reported.
 */
export function checkGates(tasks: readonly PlacedTask[], corpus: Corpus): GateReport {
  const violations: Violation[] = [];
  const waived = new Map<GateWaiver, number>();
  const report: Reporter = (task, rule, message, remedy, waiver) => {
    if (waiver && corpus.dataset.waivers.includes(waiver)) {
      waived.set(waiver, (waived.get(waiver) ?? 0) + 1);
      return;
    }
    violations.push(violationOf(task, rule, message, remedy));
  };

  const snippets = groupBy(corpus.snippets, ({ taskId }) => taskId);
  for (const task of tasks) {
    checkSuite(task, corpus.dataset.importCommand === "", report);
    checkSyntax(task, report);
    const own = snippets.get(task.id) ?? [];
    const canonical = own.find(({ kind }) => kind === "canonical");
    if (!canonical) throw new Error(`the corpus lacks the canonical of ${task.id}`);
    const distractors = own.filter(({ kind }) => kind === "distractor");
    checkExecution(task, canonical, distractors, report);
  }
  checkIntegrity(tasks, corpus, report);
  return { violations, waived };
}
