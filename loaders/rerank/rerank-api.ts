import { z } from "zod";
import { estimateTokens } from "../api/cost.ts";
import { ApiFailure } from "../api/failure.ts";
import { type Endpoint, endpointKey, postJson } from "../api/request.ts";
import { withRetries } from "../api/retry.ts";
import type { RerankApiEntry } from "./registry.ts";
import type { Reranker, Retrying } from "./reranker.ts";

const result = z.object({
  index: z.int(),
  // Cohere, Jina, Voyage and vLLM say relevance_score, TEI says score.
  relevance_score: z.number().optional(),
  score: z.number().optional(),
});
const results = z.array(result);

/** Answers of the services that speak this protocol: `results`, `data` (Voyage), or the bare list (TEI). */
const answerSchema = z.union([
  z.object({ results, usage: z.object({ total_tokens: z.number() }).partial().optional() }),
  z.object({ data: results, usage: z.object({ total_tokens: z.number() }).partial().optional() }),
  results.transform((list) => ({ results: list, usage: undefined })),
]);

/** A reranker behind `POST {base_url}/{path}`. */
export function openRerankApi(entry: RerankApiEntry, retrying: Retrying = {}): Reranker {
  const endpoint: Endpoint = {
    service: entry.label,
    baseUrl: entry.base_url,
    keyVariable: entry.key,
    timeoutMs: entry.timeout_s * 1000,
  };
  const headers = (): Record<string, string> => {
    const key = endpointKey(endpoint);
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  };
  return {
    id: entry.id,
    prepare: async () => void (await Promise.resolve(headers())),
    // Every candidate is read beside the query.
    estimate: (query, candidates) => ({ input: estimateTokens(candidates.map((code) => query + code)) }),
    async score(query, candidates, use) {
      const listName = entry.shape === "tei" ? "texts" : "documents";
      const sent = headers();
      const body = { model: entry.model, query, [listName]: candidates };
      const answer = await withRetries(
        async () => readAnswer(await postJson(endpoint, entry.path, body, sent), candidates.length),
        { ...retrying, service: entry.label },
      );
      const input = answer.tokens ?? estimateTokens(candidates.map((code) => query + code));
      use?.({ input, output: 0, repaired: 0 });
      return answer.scores;
    },
    close: () => Promise.resolve(),
  };
}

/**
 * Scores in the order of the candidates. An answer that does not score each exactly once is no answer: guessing would put
 * a candidate where the service did not.
 */
function readAnswer(value: unknown, count: number): { scores: number[]; tokens: number | undefined } {
  const parsed = answerSchema.safeParse(value);
  if (!parsed.success) throw unusable("it lists no results with index and score");
  const list = "results" in parsed.data ? parsed.data.results : parsed.data.data;
  if (list.length !== count) throw unusable(`it has ${list.length} results for ${count} candidates`);
  const scores = new Array<number>(count).fill(Number.NaN);
  for (const { index, relevance_score, score } of list) {
    const given = relevance_score ?? score;
    if (index < 0 || index >= count) throw unusable(`it names candidate ${index} of ${count}`);
    if (!Number.isNaN(scores[index])) throw unusable(`it names candidate ${index} twice`);
    if (given === undefined || !Number.isFinite(given)) throw unusable(`candidate ${index} has no score`);
    scores[index] = given;
  }
  return { scores, tokens: parsed.data.usage?.total_tokens };
}

const unusable = (why: string): ApiFailure => new ApiFailure(`an unusable answer: ${why}`, { mayPass: true });
