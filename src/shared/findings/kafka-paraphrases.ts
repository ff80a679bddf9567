import { count, inWords, percent, pointsRange, range, rate, signedPoints, tally } from "../format.js";
import type { KafkaMetricRow } from "../kafka-rows.ts";

/** Where recall is read: one chunking, one protocol, one cut-off. */
export interface MetricSetting {
  chunking: string;
  protocol: string;
  k: number;
}

/** Rows of one metric at a setting; a metric without a cut-off (`mrr`, gaps) has k = 0 there. */
export const metricAt = (
  rows: readonly KafkaMetricRow[],
  { chunking, protocol, k }: MetricSetting,
  metric: string,
  form: string,
): KafkaMetricRow[] =>
  rows.filter(
    (row) =>
      row.metric === metric &&
      row.form === form &&
      row.chunking === chunking &&
      row.protocol === protocol &&
      (row.k === k || row.k === 0),
  );

/** Rows of systems by themselves: what BM25 adds to a dense one stays aside. */
export const alone = <Row extends { mode: string }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ mode }) => mode !== "hybrid");

/** `38.3–48.4%`, or `48.4%` where all are the same. */
export function spanOf(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? percent(low) : range(low, high);
}

/** How many differences are above zero, below it, or not told from it, by their intervals. */
export function signs(rows: readonly { low: number; high: number }[]): {
  above: number;
  below: number;
  neither: number;
} {
  const above = rows.filter(({ low }) => low > 0).length;
  const below = rows.filter(({ high }) => high < 0).length;
  return { above, below, neither: rows.length - above - below };
}

/** What recall becomes, from what the human form has beyond another: worse, better, or within chance, and of how many systems. */
function verdicts(lost: readonly KafkaMetricRow[]): string {
  const { above: worse, below: better, neither } = signs(lost);
  const systems = (number: number): string => `${inWords(number)} ${number === 1 ? "system" : "systems"}`;
  if (neither === lost.length)
    return lost.length === 1 ? "no more than chance would give" : "no more than chance would give for any";
  return [
    ...(worse > 0 ? [`worse for ${systems(worse)}`] : []),
    ...(better > 0 ? [`better for ${systems(better)}`] : []),
    ...(neither > 0 ? [`within chance for ${systems(neither)}`] : []),
  ].join(", ");
}

const changeOf = (lost: readonly KafkaMetricRow[]): string => {
  const changes = lost.map(({ value }) => (value === 0 ? 0 : -value));
  const [low, high] = [Math.min(...changes), Math.max(...changes)];
  return low === high ? signedPoints(low) : `${pointsRange(low, high)} points`;
};

/** What other words cost, over systems by themselves, and whether it is more than noise. */
export function paraphrasesFinding(rows: readonly KafkaMetricRow[], setting: MetricSetting): string {
  const human = alone(metricAt(rows, setting, "recall", "human"));
  const expert = alone(metricAt(rows, setting, "recall", "ai_optimized"));
  const lost = alone(metricAt(rows, setting, "recall_lost", "wrong_terminology"));
  if (human.length === 0 || expert.length === 0 || lost.length === 0)
    return "No system has been ranked over this chunking yet.";
  const who = human.length === 1 ? "the one system ranked finds" : `${inWords(human.length)} systems find`;
  return (
    `Asked as a developer asks, ${who} the owner among the first ${count(setting.k)} files for ${spanOf(human.map(({ value }) => value))} of ${count(human[0]!.n)} questions; asked in the code’s own terms, for ${spanOf(expert.map(({ value }) => value))}. ` +
    `One wrong term changes recall by ${changeOf(lost)}: ${verdicts(lost)}.`
  );
}

/** The paired loss of one form over the lists that a figure shows, in words. @param form as it is spoken */
export function lossSentence(
  lost: readonly KafkaMetricRow[],
  form: string,
  name: (row: KafkaMetricRow) => string,
): string {
  if (lost.length === 0) return "";
  const ordered = [...lost].sort((a, b) => b.value - a.value);
  const one = (row: KafkaMetricRow): string =>
    `${name(row)} ${signedPoints(row.value)} (${pointsRange(row.low, row.high)}, n = ${count(row.n)})`;
  const ends = ordered.length === 1 ? one(ordered[0]!) : `${one(ordered[0]!)} to ${one(ordered.at(-1)!)}`;
  const { above, below, neither } = signs(lost);
  const verb = (number: number, word: string): string => `${tally(number)} ${number < 2 ? `${word}s` : word}`;
  return (
    `Paired by question, the human form’s recall@${ordered[0]!.k} minus that of the ${form} form ${ordered.length === 1 ? "is" : "goes from"} ${ends}. ` +
    `Of ${inWords(lost.length)} ${lost.length === 1 ? "ranking" : "rankings"}, ${verb(above, "lose")} more than chance would give, ${verb(below, "gain")}, and ${verb(neither, "show")} no difference.`
  );
}

/** `0.250 (0.192–0.313)`: a mean that is no share, such as MRR. */
export const statedMean = ({ value, low, high }: KafkaMetricRow): string =>
  `${rate(value)} (${rate(low)}–${rate(high)})`;

/** What one phrasing hides: the share of questions that some form solves, every form solves, and the human form alone. */
export function quorumSentence(
  rows: readonly KafkaMetricRow[],
  setting: MetricSetting,
  list: { system: string; mode: string },
  name: string,
): string {
  const of = (metric: string, form: string): KafkaMetricRow | undefined =>
    metricAt(rows, setting, metric, form).find(
      ({ system, mode }) => system === list.system && mode === list.mode,
    );
  const [any, all, human] = [of("quorum_any", "all"), of("quorum_all", "all"), of("recall", "human")];
  if (!any || !all || !human) return "";
  const text = ({ value, low, high }: KafkaMetricRow): string => `${percent(value)} (${range(low, high)})`;
  return `With ${name}, some one of four forms has the owner in the first ${count(setting.k)} files for ${text(any)} of ${count(any.n)} questions, every one of them for ${text(all)}, the human form for ${text(human)}: a benchmark with one phrasing measures that phrasing.`;
}
