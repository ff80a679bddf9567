import { capital, count, inWords, listed, percent, points, pointsRange, range } from "../format.js";
import type { ListKey } from "../kafka-lists.ts";
import type { KafkaStandingRow } from "../kafka-rows.ts";

type Name = (list: ListKey) => string;

/** The questions of a column such as `leader_only`. */
export const idsOf = (ids: string): string[] => (ids === "" ? [] : ids.split(" "));

/** Best first; the leader of the rows, of which there is nothing better, stays the first of its equals. */
export const byValue = (rows: readonly KafkaStandingRow[]): KafkaStandingRow[] =>
  [...rows].sort((a, b) => b.value - a.value);

const questions = (n: number): string => `${inWords(n)} ${n === 1 ? "question" : "questions"}`;

/** Who leads, and from how many the leader cannot be told: one standing each, best first. */
export function bootstrapFinding(rows: readonly KafkaStandingRow[], name: Name): string {
  const [leader, ...others] = rows;
  if (!leader) return "Nothing has been ranked at this setting yet, so that nothing leads.";
  const tied = others.filter((row) => row.value === leader.value);
  const value = `a file that owns the answer among its first ten for ${percent(leader.value)} of ${count(leader.n)} questions (interval ${range(leader.low, leader.high)})`;
  if (others.length === 0)
    return `${name(leader)} finds ${value}; it is the only one ranked at this setting so far, so that there is nothing to compare it with.`;
  const level = others.filter((row) => row.top_cluster);
  const equals =
    tied.length > 1
      ? `${name(leader)} and ${inWords(tied.length)} others`
      : listed([leader, ...tied].map(name));
  const opening = tied.length === 0 ? `${name(leader)} finds ${value}.` : `${equals} each find ${value}.`;
  const all = others.length;
  if (level.length === 0)
    return `${opening} ${all === 1 ? "The other one is" : all === 2 ? "Both others are" : `All ${inWords(all)} others are`} behind by more than these questions would show by chance.`;
  if (level.length === all)
    return `${opening} ${tied.length === all ? "That is a tie:" : "But"} ${all === 1 ? "the one other cannot" : all === 2 ? "neither of the two others can" : `none of the ${inWords(all)} others can`} be told from it.`;
  return `${opening} ${capital(inWords(level.length))} of the ${inWords(others.length)} others cannot be told from it, ${inWords(others.length - level.length)} ${others.length - level.length === 1 ? "is" : "are"} behind by more than chance.`;
}

/** On which questions a lead rests. */
export function decidingSentence(leader: KafkaStandingRow, other: KafkaStandingRow, name: Name): string {
  const [won, lost] = [idsOf(other.leader_only).length, idsOf(other.own_only).length];
  const pair = `${name(leader)} and ${name(other)}`;
  if (won + lost === 0)
    return `${pair} solve the same questions: no number of resamples can tell them apart.`;
  const verdict = other.top_cluster
    ? "an interval that contains 0"
    : other.behind_low > 0
      ? "more than chance would give"
      : "less than chance would give";
  return `${pair} disagree on ${questions(won + lost)} of ${count(leader.n)}: ${inWords(won)} only the first solves, ${inWords(lost)} only the second. The difference is ${points(other.behind)} (${pointsRange(other.behind_low, other.behind_high)}), ${verdict}.`;
}

/** Percentage points without the word, before another number with it. */
const tenths = (value: number): string => points(value).replace(" points", "");

/** What so many questions cannot show. */
export function detectableSentence(rows: readonly KafkaStandingRow[]): string {
  const [leader, ...others] = rows;
  const known = others.map(({ detectable }) => detectable).filter(Number.isFinite).sort((a, b) => a - b); // prettier-ignore
  if (!leader || known.length === 0) return "";
  const [least, most] = [known[0]!, known.at(-1)!];
  const span = least === most ? points(least) : `${tenths(least)} to ${points(most)}`;
  return `With ${count(leader.n)} questions and as many disagreements as there are, a true lead has to be ${span} to be seen in four of five studies.`;
}

/** Lists whose value is the leader's own, beside it. */
export function tiedSentence(rows: readonly KafkaStandingRow[], name: Name): string {
  const [leader, ...others] = rows;
  const tied = others.filter((row) => leader !== undefined && row.value === leader.value);
  if (!leader || tied.length === 0) return "";
  return `${listed([leader, ...tied].map(name))} have the same value; the first is taken as the leader.`;
}
