import { group } from "d3-array";
import { count, inWords, percent, range, rankRange, spaced } from "../format.js";
import type { GoldFileRow } from "../gold-rows.ts";
import type { KafkaInterferenceRow, KafkaLabelledRankRow } from "../kafka-rows.ts";
import { alone, spanOf } from "./kafka-paraphrases.js";

/** By what adversarial files are grouped. */
export const GROUPINGS = ["strength", "confusion", "relation"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Below so many questions a kind is drawn, but no sentence speaks of it. */
export const FEW = 20;

/** Kinds as figures order them: the most displacing first, those of few questions last. */
export const orderedKinds = (rows: readonly KafkaInterferenceRow[]): KafkaInterferenceRow[] =>
  [...rows].sort((a, b) => Number(a.n < FEW) - Number(b.n < FEW) || b.value - a.value);

const at = (
  rows: readonly KafkaInterferenceRow[],
  grouping: string,
  kind: string,
  k: number,
): KafkaInterferenceRow[] => rows.filter((row) => row.group === grouping && row.kind === kind && row.k === k);

/** How often a look-alike stands above every owner, over systems by themselves, and how much of it recall does not see. */
export function interferenceFinding(rows: readonly KafkaInterferenceRow[], k: number): string {
  const any = alone(at(rows, "any", "any", k));
  const first = any[0];
  if (!first) return "No system has been ranked over this code base yet.";
  const hidden = any.filter(({ value }) => value > 0).map((row) => row.primary_lower / row.value);
  const who = any.length === 1 ? "the one system ranked" : `${inWords(any.length)} systems`;
  const unseen =
    hidden.length === 0
      ? ""
      : ` In ${spanOf(hidden)} of these cases an owner follows within the ${k}, so that recall@${k} counts a success.`;
  const [strong, weak] = ["strong", "weak"].map((kind) => alone(at(rows, "strength", kind, k)));
  const strength =
    strong!.length === 0 || weak!.length === 0
      ? ""
      : ` Files labeled strong do it in ${spanOf(strong!.map(({ value }) => value))} of the forms that have one, weak ones in ${spanOf(weak!.map(({ value }) => value))}.`;
  return `For ${who}, a file that merely looks like the owner stands above it in the first ${k} for ${spanOf(any.map(({ value }) => value))} of ${count(first.forms)} phrasings of ${count(first.n)} questions.${unseen}${strength}`;
}

/** One ranking's displacement in its two parts. */
export function splitSentence(row: KafkaInterferenceRow, name: string): string {
  const text = (value: number, low: number, high: number): string =>
    `${percent(value)} (${range(low, high)})`;
  return `With ${name}, ${text(row.value, row.low, row.high)} of ${count(row.forms)} phrasings of n = ${count(row.n)} questions are displaced within the first ${row.k} files. They divide into ${text(row.primary_lower, row.primary_lower_low, row.primary_lower_high)} with an owner further down among the ${row.k}, and ${text(row.no_primary, row.no_primary_low, row.no_primary_high)} with none: a reader of the first ${row.k} files then sees only the wrong one.`;
}

/** Which kinds displace most and least, among those that enough questions have. */
export function kindsSentence(rows: readonly KafkaInterferenceRow[], name: string): string {
  const known = rows.filter(({ n }) => n >= FEW).sort((a, b) => b.value - a.value);
  const [most, least] = [known[0], known.at(-1)];
  if (!most || !least || most === least) return "";
  const one = ({ kind, value, low, high, n }: KafkaInterferenceRow): string =>
    `${spaced(kind)} (${percent(value)}, ${range(low, high)}, n = ${count(n)})`;
  const apart =
    most.low > least.high
      ? "their intervals lie apart"
      : "their intervals overlap, so that this order may be chance";
  return `Of the ${inWords(known.length)} kinds that at least ${FEW} questions have, ${one(most)} displaces most and ${one(least)} least with ${name}; ${apart}.`;
}

/** How far the first look-alike stands from the first owner. */
export function gapSentence(row: KafkaInterferenceRow, name: string): string {
  const gap = (value: number, low: number, high: number): string =>
    `${decimal(value)} (${decimal(low)} to ${decimal(high)})`;
  return `The rank gap, ranks from the first owner to the first look-alike, is ${gap(row.rank_gap_median, row.rank_gap_median_low, row.rank_gap_median_high)} in the middle of the ${count(row.forms)} phrasings with ${name}, and ${gap(row.rank_gap_mean, row.rank_gap_mean_low, row.rank_gap_mean_high)} on average: the mean follows the phrasings in which one of the two stands far down.`;
}

/** A signed number of ranks, halves printed, whole ones without decimals. */
export const decimal = (value: number): string =>
  `${value < 0 ? "−" : ""}${Number(Math.abs(value).toFixed(1))}`;

/** A labelled file of a question with its rank in each list. */
export interface RankedFile extends GoldFileRow {
  /** Rank by list; a list without the form has none. */
  ranks: ReadonlyMap<string, number>;
}

/** Files of one question in the order of `kafka/gold-files`, with their ranks for one form. @param listOf names a row's list */
export function rankedFiles(
  files: readonly GoldFileRow[],
  ranks: readonly KafkaLabelledRankRow[],
  { question, form }: { question: string; form: string },
  listOf: (row: KafkaLabelledRankRow) => string,
): RankedFile[] {
  const own = ranks.filter((row) => row.question === question && row.form === form);
  return files
    .filter((file) => file.question === question)
    .map((file, place) => ({
      ...file,
      ranks: new Map(own.filter((row) => row.file === place).map((row) => [listOf(row), row.rank])),
    }));
}

/** Rank of the first file of a role in one list; `Infinity` where it has none. */
export const firstOf = (files: readonly RankedFile[], role: string, list: string): number =>
  Math.min(
    Infinity,
    ...files.filter((file) => file.role === role).flatMap(({ ranks }) => ranks.get(list) ?? []),
  );

/** Lists in which a look-alike stands above every owner, and among the first ten. */
export const displacedLists = (files: readonly RankedFile[], lists: readonly string[]): string[] =>
  lists.filter((list) => {
    const first = firstOf(files, "adversarial", list);
    return first <= 10 && first < firstOf(files, "primary", list);
  });

/** What a question shows, in a sentence. */
export function questionSentence(files: readonly RankedFile[], lists: readonly string[]): string {
  const displaced = displacedLists(files, lists).length;
  const firsts = lists.map((list) => firstOf(files, "primary", list)).filter(Number.isFinite);
  if (firsts.length === 0) return "No ranking answers this form of the question.";
  const owner = rankRange(Math.min(...firsts), Math.max(...firsts));
  return `The owner stands at rank ${owner} over ${inWords(firsts.length)} ${firsts.length === 1 ? "ranking" : "rankings"}; a look-alike stands above it, among the first ten, in ${displaced === 0 ? "none" : inWords(displaced)} of them.`;
}

/** The question that most lists displace for a form, the first of several; undefined without ranks. */
export function mostDisplaced(
  files: readonly GoldFileRow[],
  ranks: readonly KafkaLabelledRankRow[],
  form: string,
  listOf: (row: KafkaLabelledRankRow) => string,
): string | undefined {
  const ofForm = ranks.filter((row) => row.form === form);
  const lists = [...new Set(ofForm.map(listOf))];
  const byQuestion = group(ofForm, ({ question }) => question);
  let best: { question: string; displaced: number } | undefined;
  for (const [question, own] of byQuestion) {
    const displaced = displacedLists(rankedFiles(files, own, { question, form }, listOf), lists).length;
    if (!best || displaced > best.displaced) best = { question, displaced };
  }
  return best?.question;
}
