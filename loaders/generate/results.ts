import { join } from "node:path";
import { median, sum } from "d3-array";
import { costOf, type Price } from "../api/cost.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { ApiCall } from "../tasks/api-usage.ts";
import type { Task } from "../tasks/types.ts";
import { type BugCounts, type KeptBug, NO_BUGS } from "./model-bugs.ts";
import type { RegistryEntry } from "./registry.ts";
import type { RunLog } from "./run-log.ts";

/** What a work folder holds so far. */
export interface Results {
  tasks: Task[];
  bugs: KeptBug[];
  calls: ApiCall[];
  /** Entries that used their attempts up, and those that may be asked again. */
  givenUp: number;
  open: number;
  /** Entries that passed at the first attempt. */
  atFirst: number;
  /** Answers turned away by gate 1 to 5. */
  byGate: number[];
  /** Answers that ended at the limit of tokens. */
  cutOff: number;
  /** Of bugs that the model wrote, over all answers that came as far. */
  counts: BugCounts;
  /** US dollars at list price, and with the batch endpoint's discount; undefined without a price. */
  listUsd: number | undefined;
  billedUsd: number | undefined;
  /** Of real-time calls, in s; undefined where none was made. */
  medianSeconds: number | undefined;
}

export interface ResultOptions {
  /** Id that the calls are counted under. */
  dataset: string;
  entries: readonly RegistryEntry[];
  retries: number;
  price?: Price | undefined;
  batchDiscount: number;
}

/** Everything that follows from the log, for the entries of the registry; calls for entries that left it are still counted. */
export function resultsOf(log: RunLog, options: ResultOptions): Results {
  const { dataset, entries, retries, price, batchDiscount } = options;
  const passed = entries.flatMap(({ key }) => log.of(key).find(({ verdict }) => verdict?.gate === 0) ?? []);
  const verdicts = [...log.attempts.values()].flat().flatMap(({ verdict }) => verdict ?? []);
  const answers = log.answers();
  const dollars = (shareOf: (endpoint: string) => number): number | undefined =>
    price &&
    sum(
      answers,
      ({ usage, endpoint }) =>
        costOf(price, { input: usage.prompt_tokens, output: usage.completion_tokens }) * shareOf(endpoint),
    );
  const counts = { ...NO_BUGS };
  for (const { bugs } of verdicts)
    for (const key of Object.keys(counts) as (keyof BugCounts)[]) counts[key] += bugs[key];
  const givenUp = entries.filter(
    ({ key }) =>
      log.of(key).length > retries && log.of(key).every(({ verdict }) => verdict && verdict.gate > 0),
  ).length;
  return {
    tasks: passed.map(({ verdict }) => verdict!.task!).sort((a, b) => (a.id < b.id ? -1 : 1)),
    bugs: passed.flatMap(({ verdict }) => verdict!.kept ?? []),
    calls: callsOf(log, dataset, price),
    givenUp,
    open: entries.length - passed.length - givenUp,
    atFirst: passed.filter(({ answer }) => answer.attempt === 1).length,
    byGate: [1, 2, 3, 4, 5].map((gate) => verdicts.filter((verdict) => verdict.gate === gate).length),
    cutOff: answers.filter(({ finish }) => finish === "length").length,
    counts,
    listUsd: dollars(() => 1),
    billedUsd: dollars((endpoint) => (endpoint === "batch" ? 1 - batchDiscount : 1)),
    medianSeconds: median(answers, ({ seconds }) => seconds ?? undefined),
  };
}

/** Judged answers as the economics page reads them. */
function callsOf(log: RunLog, dataset: string, price: Price | undefined): ApiCall[] {
  return [...log.attempts.values()].flat().flatMap(({ answer, verdict }) =>
    verdict
      ? [
          {
            dataset,
            task: answer.task,
            model: answer.served_model,
            endpoint: answer.endpoint,
            prompt_tokens: answer.usage.prompt_tokens,
            completion_tokens: answer.usage.completion_tokens,
            reasoning_tokens: Math.min(answer.usage.reasoning_tokens, answer.usage.completion_tokens),
            failed_gate: verdict.gate,
            seconds: answer.seconds,
            usd_per_1m_input: price?.usd_per_million_tokens ?? null,
            usd_per_1m_output: price?.usd_per_million_output_tokens ?? (price ? 0 : null),
          },
        ]
      : [],
  );
}

const jsonLines = (rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Writes `tasks.jsonl` (the format of data/tasks), `distractors.jsonl` and `usage.jsonl` into the work folder. */
export function writeResults(folder: string, { tasks, bugs, calls }: Results): void {
  writeFileWhole(join(folder, "tasks.jsonl"), jsonLines(tasks));
  writeFileWhole(join(folder, "distractors.jsonl"), jsonLines(bugs));
  writeFileWhole(join(folder, "usage.jsonl"), jsonLines(calls));
}

/** What a run came to, in lines for the terminal. */
export function describeResults(results: Results, { entries }: Pick<ResultOptions, "entries">): string[] {
  const { tasks, calls, givenUp, open, atFirst, byGate, cutOff, counts } = results;
  const of = (what: "prompt_tokens" | "completion_tokens" | "reasoning_tokens"): string =>
    sum(calls, (call) => call[what]).toLocaleString("en-US");
  const money =
    results.listUsd === undefined
      ? "price unknown: give --usd-input and --usd-output, or --prices"
      : `${results.listUsd.toFixed(4)} USD at list price, ${results.billedUsd!.toFixed(4)} USD with the batch discount`;
  const away = byGate.flatMap((count, index) => (count > 0 ? [`gate ${index + 1}: ${count}`] : []));
  return [
    `${tasks.length} of ${entries.length} entries passed the five gates, ${atFirst} at the first attempt; ${givenUp} given up, ${open} open`,
    `  ${calls.length} answers, turned away: ${away.join(", ") || "none"}`,
    ...(cutOff > 0
      ? [
          `  ${cutOff} of them were cut off at the limit of tokens: --max-tokens (and another --out) raises it`,
        ]
      : []),
    ...(counts.written > 0
      ? [
          `  bugs written by the model: ${counts.written}, ${counts.accidentally_correct} accidentally correct, ${counts.not_valid} without a wrong output, ${counts.unusable} unusable; ${counts.kept} kept, ${counts.by_rule} of them also made by a rule`,
        ]
      : []),
    `  tokens: ${of("prompt_tokens")} in, ${of("completion_tokens")} out (${of("reasoning_tokens")} reasoning); ${money}`,
    ...(results.medianSeconds === undefined
      ? []
      : [`  median wall clock of a real-time call: ${results.medianSeconds.toFixed(1)} s`]),
  ];
}
