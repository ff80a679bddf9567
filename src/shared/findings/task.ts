import { capital, count, inWords } from "../format.js";
import type { ExplorerMutantRow, ExplorerTaskRow } from "../rows.ts";

/** What the blind audit said of a task, in a sentence; empty where there was none. */
export function auditSentence({ audit, mended }: Pick<ExplorerTaskRow, "audit" | "mended">): string {
  if (audit === "") return "";
  const first =
    audit === "passed"
      ? "In the blind audit, a function written from question and signature alone passed every test at once"
      : "In the blind audit, a function written from question and signature alone failed at first";
  return mended === "" ? `${first}.` : `${first}; mended: ${mended.replace(/\.$/, "")}.`;
}

/** What became of a task's mutants, in a sentence. */
export function mutantsSentence(mutants: readonly Pick<ExplorerMutantRow, "kind">[]): string {
  if (mutants.length === 0) return "The rules make no mutant of this function.";
  const number = (...kinds: string[]) => mutants.filter(({ kind }) => kinds.includes(kind)).length;
  const survivors = number("survivor");
  const valid = number("distractor", "pool");
  const passing =
    survivors === 0 ? "none passes" : survivors === 1 ? "one passes" : `${inWords(survivors)} pass`;
  return (
    `${capital(count(mutants.length))} single-edit ${mutants.length === 1 ? "mutant" : "mutants"}: ${passing} every test, ${count(mutants.length - survivors)} ${mutants.length - survivors === 1 ? "is" : "are"} killed. ` +
    `${capital(inWords(valid))} of the killed ${valid === 1 ? "gives" : "give"} a wrong output, and ${inWords(number("distractor"))} of those ${number("distractor") === 1 ? "stands" : "stand"} in the search pool.`
  );
}
