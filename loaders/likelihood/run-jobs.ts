import type { LlamaModel, NodeLlamaCpp } from "./runtime.ts";
import { openReader } from "./llama-reader.ts";
import type { Job } from "./plan.ts";
import type { ScoreLog } from "./score-log.ts";
import { type Reader, scoreContinuations } from "./score-sequences.ts";

export interface Scorer {
  model: LlamaModel;
  readers: Reader[];
  close(): Promise<void>;
}

/** Loads the weights once and opens as many readers on them as there are cores to use, one thread each. */
export async function openScorer(runtime: NodeLlamaCpp, file: string, cores: number): Promise<Scorer> {
  const llama = await runtime.getLlama({
    gpu: false,
    build: "never",
    progressLogs: false,
    maxThreads: cores,
    logLevel: "error",
  });
  const model = await llama.loadModel({ modelPath: file });
  const readers: Reader[] = [];
  for (let core = 0; core < cores; core++) readers.push(await openReader(model));
  return { model, readers, close: () => llama.dispose() };
}

/** Scores every job in order and adds each code's score to the log as soon as its job is done. */
export async function runJobs(
  { model, readers }: Pick<Scorer, "model" | "readers">,
  jobs: readonly Job[],
  log: ScoreLog,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const total = jobs.reduce((sum, { codes }) => sum + codes.length, 0);
  const waiting = jobs.values();
  let done = 0;
  await Promise.all(
    readers.map(async (reader) => {
      for (const { before, codes } of waiting) {
        // Query and code are cut into tokens apart, so that a code has the same tokens with a query and without.
        const tokens = codes.map((code) => model.tokenize(code, false));
        const sums = await scoreContinuations(reader, beginningOf(model, before), tokens);
        codes.forEach((code, at) => log.add(before, code, { tokens: tokens[at]!.length, nats: sums[at]! }));
        onProgress((done += codes.length), total);
      }
    }),
  );
}

function beginningOf(model: LlamaModel, before: string): number[] {
  const { bos, shouldPrependBosToken } = model.tokens;
  if (bos === null || !shouldPrependBosToken) {
    throw new Error("a model without a beginning-of-text token cannot score a code that stands alone");
  }
  return [bos, ...(before === "" ? [] : model.tokenize(before, false))];
}
