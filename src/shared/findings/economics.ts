import type { GenerationCost, GenerationPlan } from "../economics.js";
import { capital, count, inWords, listed, percent, range, usd } from "../format.js";
import type {
  EconomicsEmbeddingRow,
  EconomicsGateRow,
  EconomicsPublishedRow,
  EconomicsStageRow,
  EconomicsUsageRow,
  RunRow,
} from "../rows.ts";

/** A published quantity: as printed where it is, else what the totals give. NaN where it is in no row. */
export function quantity(rows: readonly EconomicsPublishedRow[], name: string): number {
  const row = rows.find((candidate) => candidate.quantity === name);
  if (!row) return Number.NaN;
  return Number.isFinite(row.published) ? row.published : row.recomputed;
}

/** The published values as a plan: what the calculator starts from. Means are recomputed, not rounded. */
export function publishedPlan(rows: readonly EconomicsPublishedRow[]): GenerationPlan {
  const of = (name: string): number => quantity(rows, name);
  return {
    tasks: of("entries"),
    promptTokens: of("prompt_tokens") / of("entries"),
    completionTokens: of("completion_tokens") / of("entries"),
    usdInput: of("usd_input"),
    usdOutput: of("usd_output"),
    batchShare: of("batch_share"),
    batchDiscount: of("batch_discount"),
    passRate: of("pass_rate"),
    secondsPerCall: of("median_s"),
  };
}

/** What the published total is and what ours is, in a sentence or two that hold whatever the rows say. */
export function economicsFinding(
  rows: readonly EconomicsPublishedRow[],
  usage: readonly EconomicsUsageRow[],
): string {
  const checked = rows.filter(({ status }) => status === "agrees" || status === "differs");
  const differing = checked.filter(({ status }) => status === "differs");
  const list = rows.find(({ quantity: name }) => name === "list_usd");
  if (!list) return "No published cost is at hand.";
  const agreement =
    list.status === "agrees"
      ? "is to the cent what its token totals give"
      : `is not what its token totals give (${usd(list.recomputed)})`;
  const others =
    differing.length === 0
      ? ""
      : ` ${capital(inWords(differing.length))} of ${inWords(checked.length)} published values ${differing.length === 1 ? "differs" : "differ"} from what ${differing.length === 1 ? "its" : "their"} totals give.`;
  const calls = usage.reduce((sum, row) => sum + row.calls, 0);
  const price = usage.reduce((sum, row) => sum + row.list_usd, 0);
  const ours =
    calls === 0
      ? "Ours have no such price: they were not written through a metered API, and no token was counted."
      : `Ours took ${count(calls)} metered calls, ${Number.isNaN(price) ? "whose list price nobody noted" : `${usd(price)} at list price`}.`;
  return (
    `The published price of ${count(quantity(rows, "entries"))} tasks, ${usd(list.published)} or ${usd(quantity(rows, "usd_per_task"))} each, ${agreement}; ` +
    `${percent(quantity(rows, "output_share"))} of it pays for completion tokens, of which ${percent(quantity(rows, "reasoning_share"))} are reasoning that nobody sees.${others} ${ours}`
  );
}

/** Which calls the published total leaves out, in a sentence. */
export function failureSentence(rows: readonly EconomicsPublishedRow[]): string {
  const [entries, attempts] = [quantity(rows, "entries"), quantity(rows, "first_attempts")];
  const beyond = attempts - entries;
  const counted =
    beyond > 0
      ? `The published count of first-attempt near-clones stands for ${count(attempts)} calls, so the total leaves out at least ${count(beyond)}.`
      : "The published count of first-attempt near-clones stands for no more calls than the total holds.";
  return (
    `The total counts one call a task. ${counted} If ${percent(quantity(rows, "pass_rate"))} of calls pass and the others are as long, all of them cost ${usd(quantity(rows, "usd_with_failures"))}; ` +
    `at the ${range(quantity(rows, "pass_without_low"), quantity(rows, "pass_without_high"))} that pass with a prompt fix missing, ${usd(quantity(rows, "usd_without_fix_low"))} to ${usd(quantity(rows, "usd_without_fix_high"))}.`
  );
}

/** What the endpoint and the hidden reasoning do to the price, in a sentence. */
export const endpointSentence = (rows: readonly EconomicsPublishedRow[]): string =>
  `With ${percent(quantity(rows, "batch_share"))} of calls through the batch endpoint at ${percent(quantity(rows, "batch_discount"))} off, the bill for the same calls is about ${usd(quantity(rows, "billed_usd"))}, ` +
  `and ${usd(quantity(rows, "all_batch_usd"))} with all of them; how tokens divide between the endpoints is not published. Without hidden reasoning the list price would be ${usd(quantity(rows, "usd_without_reasoning"))}.`;

/** A share in prose, with a digit more where one would round it away. */
export const finePercent = (value: number): string =>
  value > 0 && value < 0.005 ? `${(value * 100).toFixed(2)}%` : percent(value);

/** What our own first gate of execution turns away beside what is published, in a sentence; rows of one dataset. */
export function gateSentence(
  gates: readonly EconomicsGateRow[],
  published: readonly EconomicsPublishedRow[],
): string {
  const of = (share: string): EconomicsGateRow | undefined => gates.find((row) => row.share === share);
  const [valid, survive, crash] = [of("valid"), of("survive"), of("crash")];
  if (!valid || !survive || !crash) return "No mutant of this dataset has been executed.";
  const shown = (row: EconomicsGateRow): string => `${percent(row.value)} (${range(row.low, row.high)})`;
  return (
    `Our near-clones are not asked of a model: rules make every edit that fits, ${count(valid.mutants)} of them for ${count(valid.n)} tasks, and execution keeps ${shown(valid)}. ` +
    `${shown(survive)} pass every test after all, beside ${percent(quantity(published, "accident_earlier"))} of what the earlier model wrote as broken code and ${finePercent(quantity(published, "accident_final"))} of the final one’s; ` +
    `${shown(crash)} crash on every input, beside ${percent(quantity(published, "crash_before"))} before the paper’s prompt fix and ${percent(quantity(published, "crash_after"))} after it.`
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** What our pipeline did for one dataset, in two or three sentences. */
export function pipelineSentence(
  stages: readonly EconomicsStageRow[],
  embedding: readonly EconomicsEmbeddingRow[],
  run: RunRow | undefined,
): string {
  const items = (unit: string): number => stages.find((row) => row.unit === unit)?.items ?? 0;
  if (stages.length === 0) return "This dataset has no tasks yet.";
  const executed =
    `${count(items("tasks"))} tasks with ${count(items("tests"))} tests became ${count(items("suites"))} suites to execute, ${count(items("tests executed"))} tests in all` +
    (run ? `; in the last start a suite took ${run.median_ms.toFixed(1)} ms in the median` : "");
  const tokens = embedding.map((row) => row.tokens).sort((a, b) => a - b);
  const unread = embedding.filter((row) => row.tokens_read < row.tokens).length;
  const encoded =
    embedding.length === 0
      ? "No dense system has encoded it."
      : `${capital(inWords(embedding.length))} dense ${embedding.length === 1 ? "system" : "systems"} encoded ${count(embedding[0]!.texts)} texts of ${count(tokens[0]!)}${tokens[0] === tokens.at(-1) ? "" : ` to ${count(tokens.at(-1)!)}`} tokens each, in a local process and for no fee, into ${megabytes(embedding.reduce((sum, row) => sum + row.vector_bytes, 0))} of vectors; ${unread === 0 ? "every model read all of its tokens" : `${inWords(unread)} did not read all of them`}.`;
  return `${executed}. ${encoded}`;
}

/** What the reader's plan costs, in a sentence. */
export function costSentence(plan: GenerationPlan, cost: GenerationCost): string {
  const spread = cost.callsDeviation < 0.5 ? "" : ` (give or take ${count(Math.round(cost.callsDeviation))})`;
  const saved = plan.batchShare * plan.batchDiscount;
  const billed =
    saved === 0
      ? "at list price"
      : `at list price and ${usd(cost.billedUsd)} with ${percent(plan.batchShare)} of calls at ${percent(plan.batchDiscount)} off`;
  const attempts =
    plan.passRate >= 1
      ? "Every call passes."
      : `After ${inWords(cost.attempts99)} ${cost.attempts99 === 1 ? "attempt" : "attempts"} 99% of tasks have passed.`;
  return (
    `${count(plan.tasks)} tasks take ${count(Math.round(cost.calls))} calls on average${spread} and cost ${usd(cost.listUsd)} ${billed}, ${usd(cost.billedUsdPerTask)} a task. ` +
    `${attempts} One after another, the real-time calls would take ${cost.realTimeHours < 10 ? cost.realTimeHours.toFixed(1) : count(Math.round(cost.realTimeHours))} hours.`
  );
}

/** Gates that calls of ours failed at, in a sentence; without metered calls, that there are none. */
export const usageSentence = (usage: readonly EconomicsUsageRow[]): string =>
  usage.length === 0
    ? "No usage log is committed under data/generation: the table holds no call, no token and no price of ours."
    : `Of our metered calls, ${listed(usage.map((row) => `${percent(row.accepted / row.calls)} of ${count(row.calls)} by ${row.model} (${row.endpoint}) passed every gate${row.failed === "" ? "" : ` (failed: ${row.failed})`}`))}.`;
