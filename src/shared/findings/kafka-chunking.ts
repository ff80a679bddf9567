import { group } from "d3-array";
import {
  count,
  inWords,
  listed,
  percent,
  points,
  pointsRange,
  range,
  signedPoints,
  tally,
} from "../format.js";
import type { ChunkingDifferenceRow, ChunkingRow, PublishedRecallRow } from "../kafka-chunking-rows.ts";
import { chunkingLabel } from "../kafka-labels.js";
import type { KafkaCellRow, KafkaMetricRow } from "../kafka-rows.ts";
import { alone, signs, spanOf } from "./kafka-paraphrases.js";

/** What is read of every chunking: one metric of one form, by one protocol, at one cut-off. */
export interface ChunkingSetting {
  metric: string;
  form: string;
  protocol: string;
  k: number;
}

export const atSetting = <Row extends ChunkingSetting>(
  rows: readonly Row[],
  { metric, form, protocol, k }: ChunkingSetting,
): Row[] =>
  rows.filter(
    (row) => row.metric === metric && row.form === form && row.k === k && row.protocol === protocol,
  );

/** Names a ranked list in a sentence. */
export type Name = (row: { system: string; mode: string }) => string;

interface Spread {
  best: KafkaMetricRow;
  worst: KafkaMetricRow;
  /** Mean half-width of the intervals of its values. */
  half: number;
}

/** Of each system by itself that is ranked over two chunkings or more: its best and worst one. */
export function spreads(rows: readonly KafkaMetricRow[]): Spread[] {
  return [...group(alone(rows), ({ system }) => system).values()]
    .filter((own) => own.length > 1)
    .map((own) => {
      const ordered = [...own].sort((a, b) => b.value - a.value);
      const half = own.reduce((sum, { low, high }) => sum + (high - low) / 2, 0) / own.length;
      return { best: ordered[0]!, worst: ordered.at(-1)!, half };
    });
}

/**
 * Whether cutting matters more than the uncertainty of one value.
 * @param rows every chunking's recall at one setting
 * @param differences chunkings minus the usual one at the same setting
 */
export function chunkingFinding(
  rows: readonly KafkaMetricRow[],
  differences: readonly ChunkingDifferenceRow[],
  { usual, name }: { usual: string; name: Name },
): string {
  const all = spreads(rows);
  if (all.length === 0) return "No system has been ranked over two chunkings yet.";
  const widest = all.reduce((one, other) =>
    other.best.value - other.worst.value > one.best.value - one.worst.value ? other : one,
  );
  const { best, worst } = widest;
  const half = all.reduce((sum, spread) => sum + spread.half, 0) / all.length;
  const moved = best.value - worst.value;
  const subject = all.length === 1 ? `recall@${best.k} of ${name(best)} moves` : `recall@${best.k} moves most for ${name(best)}:`; // prettier-ignore
  const opening = `From its worst to its best way of cutting files, ${subject} by ${points(moved)} (${chunkingLabel(worst.chunking)}: ${percent(worst.value)}, ${chunkingLabel(best.chunking)}: ${percent(best.value)}); the interval of a single value reaches ${points(half)} to either side (n = ${count(best.n)}).`;
  const paired = alone(differences);
  if (paired.length === 0) return opening;
  const { above, below } = signs(paired);
  const shown = above + below;
  const which = paired.length === 1 ? "the only one" : `${tally(shown)} of ${inWords(paired.length)}`;
  const verb = shown > 1 ? "are" : "is";
  const not = paired.length === 1 && shown === 0 ? "no " : "";
  const direction = shown === 0 ? "" : ` (${tally(above)} better, ${tally(below)} worse)`;
  const verdict = `${which} ${verb} ${not}more than chance would give${direction}`;
  return `${opening} Of differences to ${chunkingLabel(usual)}, paired by question, ${verdict}.`;
}

const stated = ({ value, low, high }: { value: number; low: number; high: number }): string =>
  `${signedPoints(value)} (${pointsRange(low, high)})`;

/** The largest gain and loss against the usual chunking among the rankings shown. */
export function differenceSentence(
  rows: readonly ChunkingDifferenceRow[],
  usual: string,
  name: Name,
): string {
  if (rows.length === 0) return "";
  const ordered = [...rows].sort((a, b) => b.value - a.value);
  const one = (row: ChunkingDifferenceRow): string =>
    `${name(row)} with ${chunkingLabel(row.chunking)}, ${stated(row)}`;
  const { above, below, neither } = signs(rows);
  const ends =
    ordered.length === 1
      ? `The one difference to ${chunkingLabel(usual)} is that of ${one(ordered[0]!)}.`
      : `Against ${chunkingLabel(usual)}, the differences go from ${one(ordered[0]!)} to ${one(ordered.at(-1)!)}, each over n = ${count(rows[0]!.n)} questions.`;
  return `${ends} Of all ${count(rows.length)} shown, ${tally(above)} ${above > 1 ? "are" : "is"} above zero by more than chance would give, ${tally(below)} below, and ${tally(neither)} cannot be told from it.`;
}

/** What boundaries do: code's own pieces against windows of the same size. */
export function syntaxSentence(rows: readonly ChunkingDifferenceRow[], usual: string, name: Name): string {
  const own = rows.filter(({ chunking }) => chunking.startsWith("syntax"));
  if (own.length === 0) return "";
  return `Pieces that end where code’s own do, at most as long as the windows of ${chunkingLabel(usual)} and without overlap, change only where the cuts fall: ${listed(own.map((row) => `${name(row)} ${stated(row)}`))}.`;
}

/** How far the two protocols lie apart, and by which one the published values were read. */
export function protocolSentence(
  rows: readonly KafkaMetricRow[],
  published: readonly PublishedRecallRow[],
): string {
  const byList = group(rows, ({ system, mode, chunking }) => `${system} ${mode} ${chunking}`);
  const changes = [...byList.values()].flatMap((own) => {
    const of = (protocol: string) => own.find((row) => row.protocol === protocol);
    const [complete, inChunks] = [of("complete"), of("top_10_chunks")];
    return complete && inChunks ? [inChunks.value - complete.value] : [];
  });
  if (changes.length === 0) return "";
  const [low, high] = [Math.min(...changes), Math.max(...changes)];
  const width = low === high ? signedPoints(low) : `${pointsRange(low, high)} points`;
  const opening = `Read from the ten best chunks, a file counts only while one of its chunks is among ten: against the complete ranking that changes recall by ${width} over ${inWords(changes.length)} ${changes.length === 1 ? "ranking" : "rankings"}.`;
  const intervals = published.filter(({ low: bound }) => Number.isFinite(bound));
  if (intervals.length === 0) return opening;
  return `${opening} The published values were read that way, over ${count(intervals[0]!.n)} other questions: ${spanOf(intervals.map(({ value }) => value))} for ${inWords(intervals.length)} commercial systems. Compare them with our values of the same protocol only, and with those by direction: systems and questions differ.`;
}

/** How much of a chunk the systems with a limit read. */
export function truncationSentence(cells: readonly KafkaCellRow[]): string {
  const known = cells.filter(
    ({ token_limit, tokens_seen }) => token_limit > 0 && Number.isFinite(tokens_seen),
  );
  if (known.length === 0) return "How much of its chunks a system reads is counted when they are embedded.";
  const ordered = [...known].sort((a, b) => a.tokens_seen - b.tokens_seen);
  const one = ({ label, token_limit, chunking, truncated, tokens_seen }: KafkaCellRow): string =>
    `${label}, which reads ${count(token_limit)} tokens a chunk, sees ${percent(tokens_seen)} of all tokens at ${chunkingLabel(chunking)}, where ${percent(truncated)} of the chunks are longer`;
  const [least, most] = [ordered[0]!, ordered.at(-1)!];
  const text = ordered.length === 1 ? one(least) : `${one(least)}; ${one(most)}`;
  return `A large chunk is not read to its end: ${text}.`;
}

/** How many chunks ours and the published splitter make of the same files. */
export function countsSentence(rows: readonly ChunkingRow[]): string {
  const both = rows.filter(({ chunks, published_chunks }) => chunks > 0 && published_chunks > 0);
  if (both.length === 0) return "";
  const texts = both.map(
    ({ chunking, chunks, published_chunks }) =>
      `${count(chunks)} against ${count(published_chunks)} at ${chunkingLabel(chunking)}`,
  );
  return `Our windows are plain: every step has the same length, wherever it falls. The published study’s splitter packs paragraphs, lines, sentences and words, so that the same size gives other chunks of the same files: ${listed(texts)}.`;
}

/** `48.4% (39.8–57.0%)`. */
export const statedRate = ({ value, low, high }: { value: number; low: number; high: number }): string =>
  Number.isFinite(low) ? `${percent(value)} (${range(low, high)})` : percent(value);
