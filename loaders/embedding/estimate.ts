import { existsSync } from "node:fs";
import { costSentence, estimateTokens } from "../api/cost.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { openCheckpoint } from "./checkpoint.ts";
import { splitTask } from "./encoded-text.ts";
import { corpusItems } from "./embed-corpus.ts";
import { planEmbedding } from "./embed-vectors.ts";
import { isRemote, type DenseSystem } from "./models.ts";
import { readVectors, vectorsPath } from "./vectors.ts";

export interface Estimate {
  dataset: string;
  texts: number;
  /** Distinct texts that neither a frozen file nor an interrupted run has. */
  missing: string[];
}

/** What is left to embed of a dataset. */
export async function estimateEmbedding(corpus: Corpus, system: DenseSystem): Promise<Estimate> {
  const dataset = corpus.dataset.id;
  const path = vectorsPath(dataset, system.id);
  const file = existsSync(path) ? await readVectors(path) : undefined;
  const plan = planEmbedding(system, corpusItems(corpus), file);
  const checkpoint = openCheckpoint(dataset, system, "vectors");
  const texts = new Map(plan.missing.map(({ digest, encoded }) => [digest, encoded]));
  const missing = [...texts].filter(([digest]) => !checkpoint.get(digest)).map(([, encoded]) => encoded);
  return { dataset, texts: plan.items.length, missing };
}

/** What a run will do and cost, a line a dataset and one for all. */
export function estimateSentences(estimates: readonly Estimate[], system: DenseSystem): string[] {
  const lines = estimates.map(
    ({ dataset, texts, missing }) => `${dataset}: ${missing.length} of ${texts} texts are to be embedded`,
  );
  if (!isRemote(system)) return lines;
  const tokens = estimateTokens(
    estimates.flatMap(({ missing }) => missing.map((one) => splitTask(one).text)),
  );
  return [...lines, `All of them: ${costSentence(system.price, { input: tokens })}`];
}
