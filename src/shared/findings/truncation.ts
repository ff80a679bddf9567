import { capital, count, inWords, listed, percent } from "../format.js";
import type { DeceptionRow, ModelAuditRow, SystemRow } from "../rows.ts";

const measured = (rows: readonly ModelAuditRow[]): ModelAuditRow[] =>
  rows.filter(({ skipped }) => skipped === "");

/** Which models did not see which edits, and what that does to deception; rows of one dataset. */
export function unseenSentence(rows: readonly ModelAuditRow[], systems: readonly SystemRow[]): string {
  const all = measured(rows);
  const cut = all
    .filter((row) => row.edits_beyond_limit > 0)
    .sort((a, b) => b.edits_beyond_limit - a.edits_beyond_limit);
  if (all.length === 0) return "";
  if (cut.length === 0)
    return "No near-clone differs from its canonical only where a model had stopped reading.";
  const clauses = cut.map((row) => {
    const system = systems.find((other) => other.system === row.system);
    const limit =
      system && system.token_limit > 0 ? `, which reads ${count(system.token_limit)} tokens,` : "";
    return (
      `for ${system?.label ?? row.system}${limit} ${count(row.edits_beyond_limit)} of ${count(row.distractors)} ` +
      `(${count(row.truncated_canonicals)} of ${count(row.queries)} canonicals are cut)`
    );
  });
  const worst = cut[0]!;
  const rest = all.length - cut.length;
  return (
    `Near-clones that differ from their canonical only where the model had stopped reading: ${listed(clauses)}. ` +
    `To the model the two are one text, so they tie, and a tie counts as deceived: that is ${percent(worst.deceived_unseen / Math.max(1, worst.deceived))} ` +
    `of the deceived pairs of ${systems.find(({ system }) => system === worst.system)?.label ?? worst.system}${cut.length > 1 ? " and less elsewhere" : ""}. ` +
    `${rest === 0 ? "" : `${capital(inWords(rest))} other ${rest === 1 ? "model" : "models"} read every edit.`}`
  ).trim();
}

const span = (values: readonly number[]): string => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? inWords(low) : `between ${inWords(low)} and ${inWords(high)}`;
};

/** Snippets that are one to a model though it read them whole, and duplicates in the pool; rows of one dataset. */
export function sameReadingSentence(rows: readonly ModelAuditRow[], systems: readonly SystemRow[]): string {
  const all = measured(rows);
  const first = all[0];
  if (!first) return "";
  const erased = all.map((row) => row.edits_erased);
  const tokens =
    Math.max(...erased) === 0
      ? "Where an edit was read, every model’s tokens show it"
      : `A tokenizer that drops white space and folds case turns ${span(erased)} further near-clones of a model into their canonical’s very tokens`;
  const code =
    first.identical_code === 0
      ? "no two snippets of the pool have the same code"
      : `${count(first.identical_code)} snippets of the pool have the code of another`;
  const most = all.toSorted((a, b) => b.same_vector - a.same_vector)[0]!;
  const label = systems.find(({ system }) => system === most.system)?.label ?? most.system;
  const vectors =
    most.same_vector === 0
      ? "and no two have the same vector"
      : `and at most ${count(most.same_vector)} of ${count(most.snippets)} share a vector with another (${label})`;
  return `${tokens}. By code, ${code}, ${vectors}.`;
}

/** What pairs with an unseen edit do to one rate of deception. */
export function seenRateSentence(row: DeceptionRow | undefined): string {
  if (!row) return "";
  if (row.unseen === 0) return "No edit of these pairs lies beyond what was read.";
  const one = row.unseen === 1;
  return (
    `In ${one ? "one" : count(row.unseen)} of these pairs the edit lies beyond what the model read; the two are one text to it, so they tie and count as deceived. ` +
    `${Number.isFinite(row.value_seen) ? `Without ${one ? "it" : "them"} the rate is ${percent(row.value_seen)}.` : "There are no others."}`
  );
}
