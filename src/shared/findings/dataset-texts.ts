import { format } from "d3-format";
import type { ClosePairRow, OverlapRow, SizeMeasure, SizeRow, VersionRow } from "../dataset-rows.ts";
import { capital, count, inWords, percent, rate } from "../format.js";
import type { MutationScoreRow } from "../rows.ts";

const medianOf = (rows: readonly SizeRow[], measure: SizeMeasure): number | undefined =>
  rows.find((row) => row.measure === measure)?.median;

/** How large the tasks of a dataset are, in a sentence. */
export function sizesSentence(rows: readonly SizeRow[]): string {
  const words = medianOf(rows, "query_words");
  const lines = medianOf(rows, "canonical_lines");
  const tests = medianOf(rows, "tests");
  const pool = medianOf(rows, "valid_pool");
  if (tests === undefined || pool === undefined) return "Nothing was measured here.";
  const texts =
    words === undefined || lines === undefined
      ? "Its text is not on this machine, so that words and lines are not counted. "
      : `The median task asks in ${count(words)} words for a function of ${count(lines)} lines. `;
  return `${texts}The median suite has ${count(tests)} tests, and the median function ${count(pool)} valid mutants, the selected ones included.`;
}

const twoDecimals = format(".2%");

/** A rate near 1 with its interval: one decimal would round it to 100%. */
const nearOne = (value: number, low: number, high: number): string =>
  `${twoDecimals(value)} (exact 95% interval ${twoDecimals(low)} to ${twoDecimals(high)})`;

/** What became of the survivors, and the score that follows; the row of all mutants. */
export function mutationScoreSentence(row: MutationScoreRow | undefined): string {
  if (!row || row.mutants === 0) return "The rules make no mutant here.";
  const raw = nearOne(row.raw_rate, row.raw_low, row.raw_high);
  if (!row.searched)
    return `The raw kill rate is ${raw}. The ${count(row.survivors)} survivors of an imported dataset are not searched for inputs that tell them apart, so that there is no mutation score.`;
  if (row.survivors === 0) return `The mutation score is the raw kill rate, ${raw}: nothing survives.`;
  const open = row.distinguished + row.undecided;
  return (
    `Of the ${count(row.survivors)} survivors, no input told ${count(row.equivalent)} apart from their canonical, and only inputs that the question excludes told ${count(row.out_of_contract)} apart; ` +
    `${open === 0 ? "none is left open" : `${count(open)} ${open === 1 ? "is" : "are"} told apart or undecided`}. Of the mutants that can be killed, the suites kill ${count(row.killed)} of ${count(row.killed + open)}: ` +
    `a mutation score of ${nearOne(row.score, row.score_low, row.score_high)}, beside a raw kill rate of ${raw}.`
  );
}

/** How close the closest questions of each dataset are, and what lies beyond the limit. */
export function closenessSentence(rows: readonly ClosePairRow[], dataset: string, label: string): string {
  const own = rows.filter((row) => row.dataset === dataset && row.kind === "query");
  const first = own[0];
  if (!first) return `The questions of ${label} were not compared: some have no frozen vector.`;
  const beyond =
    first.beyond === 0
      ? `none of them reaches the limit of ${rate(first.limit)}`
      : `${inWords(first.beyond)} ${first.beyond === 1 ? "pair lies" : "pairs lie"} beyond the limit of ${rate(first.limit)}`;
  const next = own.find(({ cosine }) => cosine < first.limit);
  const below = first.beyond > 0 && next ? `, and the next has ${rate(next.cosine)}` : "";
  return `The two closest questions of ${label} have a cosine of ${rate(first.cosine)}; ${beyond}${below}.`;
}

/** How many words question and code share, usually and at most; empty without the text. */
export function overlapSentence(sizes: readonly SizeRow[], listed: readonly OverlapRow[]): string {
  const ofQuery = sizes.find(({ measure }) => measure === "overlap_of_query");
  const ofNames = sizes.find(({ measure }) => measure === "overlap_of_names");
  if (!ofQuery || !ofNames) return "The text is not on this machine, so that shared words are not counted.";
  return (
    `In the median task the code’s names use ${percent(ofQuery.median)} of the question’s content words, at most ${percent(ofQuery.most)}; the question uses ${percent(ofNames.median)} of the words in the names. ` +
    `${listed.length === 0 ? "No task is" : `${capital(inWords(listed.length))} of ${count(ofQuery.n)} tasks ${listed.length === 1 ? "is" : "are"}`} listed for sharing many.`
  );
}

/** The newest version, in a sentence. */
export function versionSentence(rows: readonly VersionRow[]): string {
  const newest = rows.at(-1);
  if (!newest) return "No version has been released.";
  const changes = [
    newest.added > 0 ? `${count(newest.added)} tasks added` : "",
    newest.changed > 0 ? `${count(newest.changed)} changed` : "",
    newest.removed > 0 ? `${count(newest.removed)} removed` : "",
  ].filter((part) => part !== "");
  return `Version ${newest.version} of ${newest.date} holds ${count(newest.tasks)} tasks${changes.length > 0 ? `: ${changes.join(", ")}` : ""}.`;
}
