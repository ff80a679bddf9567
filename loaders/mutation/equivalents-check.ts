import type { Violation } from "../errors.ts";
import { DEFAULT_INPUTS } from "./differential.ts";
import { isCurrent, rowOf, rowsBySurvivor } from "./equivalents.ts";
import { EQUIVALENTS_FILE, type EquivalentRow } from "./equivalents-file.ts";
import type { CorpusSurvivor } from "./survivors.ts";

const SEARCH = "Run `npm run equivalents`.";

/** What is wrong with the row of one survivor: a message and its remedy, or null. */
function problemOf(survivor: CorpusSurvivor, row: EquivalentRow | undefined): [string, string] | null {
  if (row === undefined) return ["was never searched for an input that tells it apart.", SEARCH];
  if (row.asked < DEFAULT_INPUTS) return [`was searched with ${row.asked} inputs only.`, SEARCH];
  if (row.verdict === "undecided")
    return [`is undecided after ${row.tried} inputs: ${row.note ?? "no note"}.`, SEARCH];
  if (!isCurrent(survivor, row))
    return ["was searched with another suite, contract or version of the search.", SEARCH];
  if (row.verdict === "distinguished") {
    const remedy = `Add to the suite: ${row.test || `a test of ${row.input}`}; or give the row the \`contract\` that this input breaks.`;
    return [`is told apart by ${row.input}: expected ${row.expected}, got ${row.got}.`, remedy];
  }
  if (row.reason === undefined)
    return ["has no reason.", "Write into the row, in a sentence, why no input tells it apart."];
  return null;
}

/** Survivors whose row is missing, old, undecided or without a reason, those that a test should kill, and rows of no survivor. */
export function checkEquivalents(
  survivors: readonly CorpusSurvivor[],
  rows: readonly EquivalentRow[],
): Violation[] {
  const known = rowsBySurvivor(rows);
  const line = new Map(rows.map((row, index) => [row, index + 1]));
  const spoken = new Set(survivors.map((survivor) => rowOf(survivor, known)));
  const report = (row: EquivalentRow | undefined, item: string, message: string, remedy: string) => ({
    file: EQUIVALENTS_FILE,
    line: row ? line.get(row)! : 0,
    item,
    rule: "equivalents",
    message,
    remedy,
  });
  const wanting = survivors.flatMap((survivor) => {
    const row = rowOf(survivor, known);
    const problem = problemOf(survivor, row);
    return problem ? [report(row, `${survivor.task.id} ${survivor.mutant.id}`, ...problem)] : [];
  });
  const orphans = rows.filter((row) => !spoken.has(row));
  return [
    ...wanting,
    ...orphans.map((row) => report(row, `${row.task} ${row.mutant}`, "is no survivor of the suite.", SEARCH)),
  ];
}
