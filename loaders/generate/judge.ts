import { UserError, type Violation } from "../errors.ts";
import { allPass } from "../execution/outcome.ts";
import type { ExecutionPool } from "../execution/pool.ts";
import { enumerateMutants } from "../mutation/enumerate.ts";
import { snippetId } from "../store/digest.ts";
import { buildTask, completeOutcomes, sweepCap, toSnippet } from "../tasks/build-corpus.ts";
import type { Snippet } from "../tasks/corpus.ts";
import { datasetById } from "../tasks/datasets.ts";
import { checkGates, checkTaskText, gateOf } from "../tasks/gates.ts";
import { parses } from "../tasks/python-syntax.ts";
import type { PlacedTask } from "../tasks/read-tasks.ts";
import type { Mutant, Task } from "../tasks/types.ts";
import { type Draft, readAnswer } from "./answer.ts";
import { type BugCounts, type KeptBug, keepBugs, NO_BUGS, usableBugs } from "./model-bugs.ts";
import type { BugSource } from "./prompts.ts";
import type { RegistryEntry } from "./registry.ts";

/** What the gates say of one answer. */
export interface Verdict {
  /** The first gate (1 to 5) that turned it away; 0 when it passes all. */
  gate: number;
  /** Why, in words that the model can act on. */
  findings: string[];
  bugs: BugCounts;
  /** Of an answer that passes. */
  task?: Task;
  kept?: KeptBug[];
}

export interface JudgeContext {
  pool: ExecutionPool;
  bugs: BugSource;
  /** Whose code a snippet is: canonicals and distractors that were accepted before. */
  owners: ReadonlyMap<string, string>;
}

const away = (gate: number, findings: string[], bugs = NO_BUGS): Verdict => ({ gate, findings, bugs });

/** An answer through the five gates, one after the other; nothing is executed that an earlier gate turns away. */
export async function judge(answer: string, entry: RegistryEntry, context: JudgeContext): Promise<Verdict> {
  const draft = readAnswer(answer, context.bugs);
  if ("findings" in draft) return away(1, draft.findings);
  const { id, function_name, query, domain, file, line } = entry;
  const { canonical, tests } = draft;
  const task: PlacedTask = { id, function_name, query, domain, canonical, tests, file, line };

  const said = checkTaskText(task);
  if (!parses(canonical)) return away(2, ["The canonical does not parse.", ...said.map(sentence)]);
  if (said.length > 0) return away(Math.min(...said.map(gateOf)), said.map(sentence));
  let mutants: Mutant[];
  try {
    mutants = enumerateMutants(task);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return away(2, [`${error.message} ${error.remedy}`]);
  }
  const wrong = await failuresOfCanonical(task, context.pool);
  if (wrong.length > 0) return away(3, wrong);
  return context.bugs === "model"
    ? withModelBugs(task, draft, mutants, context)
    : withRuleBugs(task, mutants, context);
}

/** What the suite says of the canonical, with what each failing test expected; empty when it passes. */
async function failuresOfCanonical(task: Task, pool: ExecutionPool): Promise<string[]> {
  const request = { id: task.id, code: task.canonical, tests: task.tests };
  const { outcomes } = (await pool.run([request])).get(task.id)!;
  if (!allPass(outcomes)) {
    const failing = outcomes.flatMap((outcome, index) => (outcome === "pass" ? [] : [{ outcome, index }]));
    const explained = await pool.explain(
      failing.map(({ index }) => ({ ...request, id: String(index), tests: [task.tests[index]!] })),
    );
    return failing.map(({ outcome, index }) => {
      const why = explained.get(String(index));
      // Where the call stands inside a comprehension, its names are unknown outside: that says nothing of the canonical.
      const telling =
        why && why.got !== "" && !(outcome === "FAIL" && /^\w*(Error|Exception)\b/.test(why.got));
      const values = telling ? ` It expects ${why.expected}, and the canonical gives ${why.got}.` : "";
      return `The canonical gives ${outcome} on test ${index + 1}: ${task.tests[index]}.${values} Mend whichever of the two the question contradicts.`;
    });
  }
  const sealed = await pool.confirmPasses([
    { ...request, entryPoint: task.function_name, reference: task.canonical },
  ]);
  const { seal, reason } = sealed.get(task.id)!;
  return seal === "refuted" ? [`The canonical reaches into its tests: ${reason}.`] : [];
}

async function withRuleBugs(task: PlacedTask, mutants: Mutant[], context: JudgeContext): Promise<Verdict> {
  const known = await completeOutcomes([task], mutants, new Map(), () => Promise.resolve(context.pool));
  const built = buildTask(task, mutants, known);
  const selected = built.snippets.filter(({ kind }) => kind === "canonical" || kind === "distractor");
  const kept = selected
    .filter(({ kind }) => kind === "distractor")
    .map((snippet) => ({
      id: snippet.id,
      task: task.id,
      bug_type: snippet.bugType,
      rule: snippet.rule,
      description: snippet.description,
      claimed_type: "",
      code: snippet.code!,
      outcomes: snippet.outcomes,
      edit_characters: snippet.editCharacters,
      edit_lines: snippet.editLines,
    }));
  return lastGates(task, selected, { kept, counts: NO_BUGS, findings: [] }, context);
}

async function withModelBugs(
  task: PlacedTask,
  { bugs }: Draft,
  mutants: Mutant[],
  context: JudgeContext,
): Promise<Verdict> {
  const { usable } = usableBugs(bugs, task);
  const own = await context.pool.run([{ id: "", code: task.canonical, tests: task.tests }]);
  const canonical = own.get("")!;
  const capMs = sweepCap(canonical.elapsedMs);
  const results = await context.pool.run(
    usable.map(({ code }) => ({ id: snippetId(code), code, tests: task.tests, capMs })),
  );
  const outcomes = new Map([...results].map(([id, result]) => [id, result.outcomes]));
  const found = keepBugs(task, bugs, outcomes, mutants);
  const snippets = [
    toSnippet(task, task.canonical, canonical.outcomes, "canonical", ""),
    ...found.kept.map(({ code, outcomes: of }) => toSnippet(task, code, of, "distractor", "")),
  ];
  return lastGates(task, snippets, found, context);
}

/** The gates as they are, over the one task; and whether its code is that of an accepted task. */
function lastGates(
  task: PlacedTask,
  snippets: Snippet[],
  { kept, counts, findings }: { kept: KeptBug[]; counts: BugCounts; findings: string[] },
  { owners }: JudgeContext,
): Verdict {
  const dataset = { ...datasetById("near-miss"), id: "generated" };
  const corpus = { dataset, digest: "", hasText: true, tasks: [], snippets, pool: [], rejected: [] };
  const { violations } = checkGates([task], corpus);
  if (violations.length > 0)
    return away(Math.min(...violations.map(gateOf)), [...violations.map(sentence), ...findings], counts);
  const shared = snippets.find(({ id }) => owners.has(id) && owners.get(id) !== task.id);
  if (shared) return away(5, [`A snippet has the same code as one of ${owners.get(shared.id)}.`], counts);
  const { id, function_name, query, domain, canonical, tests } = task;
  return {
    gate: 0,
    findings,
    bugs: counts,
    task: { id, function_name, query, domain, canonical, tests },
    kept,
  };
}

/** A violation without its place, which the model does not know. */
const sentence = ({ item, message, remedy }: Violation): string => `${item} ${message} ${remedy}`;
