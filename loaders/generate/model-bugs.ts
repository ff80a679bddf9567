import { editSize } from "../../src/shared/edit-size.ts";
import type { Outcome } from "../execution/types.ts";
import { classify } from "../mutation/classify.ts";
import { snippetId } from "../store/digest.ts";
import { topLevelFunctions } from "../tasks/python-syntax.ts";
import type { Mutant, Task } from "../tasks/types.ts";
import type { ModelBug } from "./answer.ts";

/** A buggy copy that may be a distractor, as `distractors.jsonl` holds it. */
export interface KeptBug {
  id: string;
  task: string;
  /** By the rule that makes the same code; `free_form` where none of ours does. */
  bug_type: string;
  rule: string;
  description: string;
  /** What the model calls it; empty for a bug by rule. */
  claimed_type: string;
  code: string;
  outcomes: Outcome[];
  edit_characters: number;
  edit_lines: number;
}

/** What became of the bugs of one answer. */
export interface BugCounts {
  written: number;
  kept: number;
  /** Pass every test: nothing is broken that the suite can see. */
  accidentally_correct: number;
  /** Fail, but only by crashing, by time or by memory. */
  not_valid: number;
  /** Do not define the function, or are the canonical or another bug once more. */
  unusable: number;
  /** Of the kept, those that a rule of ours makes, too. */
  by_rule: number;
}

export const NO_BUGS: BugCounts = {
  written: 0,
  kept: 0,
  accidentally_correct: 0,
  not_valid: 0,
  unusable: 0,
  by_rule: 0,
};

const SELECTED = 4;

/** Bugs that can be executed at all, and in words why the others cannot. */
export function usableBugs(
  bugs: readonly ModelBug[],
  { function_name, canonical }: Pick<Task, "function_name" | "canonical">,
): { usable: (ModelBug & { number: number })[]; findings: string[] } {
  const seen = new Set([canonical.trim()]);
  const findings: string[] = [];
  const usable = bugs.flatMap((bug, index) => {
    const number = index + 1;
    const repeats = seen.has(bug.code.trim());
    seen.add(bug.code.trim());
    if (repeats) findings.push(`Bug ${number} is the canonical or another bug once more.`);
    else if (topLevelFunctions(bug.code).includes(function_name)) return [{ ...bug, number }];
    else findings.push(`Bug ${number} does not define ${function_name}.`);
    return [];
  });
  return { usable, findings };
}

/**
 * Keeps up to four bugs that execution shows to be valid, in the model's order; the last gives way to one that fails other
 * tests where all four fail the same ones (gate 4).
 * @param outcomes of the whole suite, by snippet id
 * @param rules every mutant that our engine makes of the canonical, to name the edit by
 */
export function keepBugs(
  task: Task,
  bugs: readonly ModelBug[],
  outcomes: ReadonlyMap<string, Outcome[]>,
  rules: readonly Mutant[],
): { kept: KeptBug[]; counts: BugCounts; findings: string[] } {
  const { usable, findings } = usableBugs(bugs, task);
  const counts = { ...NO_BUGS, written: bugs.length, unusable: bugs.length - usable.length };
  const byCode = new Map(rules.map((mutant) => [mutant.code.trim(), mutant]));
  const valid: KeptBug[] = [];
  for (const bug of usable) {
    const id = snippetId(bug.code);
    const own = outcomes.get(id)!;
    const { status, reason } = classify(own);
    if (status === "survivor") counts.accidentally_correct++;
    if (status === "killed_not_valid") counts.not_valid++;
    if (status !== "valid") {
      findings.push(`Bug ${bug.number}: ${reason}.`);
      continue;
    }
    const rule = byCode.get(bug.code.trim());
    const { characters, lines } = editSize(task.canonical, bug.code);
    valid.push({
      id,
      task: task.id,
      bug_type: rule?.bugType ?? "free_form",
      rule: rule?.rule ?? "",
      description: bug.description,
      claimed_type: bug.bug_type,
      code: bug.code,
      outcomes: own,
      edit_characters: characters,
      edit_lines: lines,
    });
  }
  const kept = chooseFour(valid);
  counts.kept = kept.length;
  counts.by_rule = kept.filter(({ rule }) => rule !== "").length;
  return { kept, counts, findings };
}

const failing = ({ outcomes }: KeptBug): string =>
  outcomes.map((outcome) => (outcome === "pass" ? "." : "x")).join("");

function chooseFour(valid: readonly KeptBug[]): KeptBug[] {
  const chosen = valid.slice(0, SELECTED);
  if (new Set(chosen.map(failing)).size > 1) return chosen;
  const other = valid.slice(SELECTED).find((bug) => failing(bug) !== failing(chosen[0]!));
  return other ? [...chosen.slice(0, -1), other] : chosen;
}
