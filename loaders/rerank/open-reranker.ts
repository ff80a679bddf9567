import { openCrossEncoder } from "./cross-encoder.ts";
import { openListwise, openPointwise } from "./llm-judge.ts";
import type { RerankerEntry } from "./registry.ts";
import { openRerankApi } from "./rerank-api.ts";
import type { Reranker, Retrying } from "./reranker.ts";

/** The client of an entry; it asks for key or model when it is prepared. */
export function openReranker(entry: RerankerEntry, retrying: Retrying = {}): Reranker {
  switch (entry.kind) {
    case "cross-encoder":
      return openCrossEncoder(entry);
    case "rerank-api":
      return openRerankApi(entry, retrying);
    case "llm-pointwise":
      return openPointwise(entry, retrying);
    case "llm-listwise":
      return openListwise(entry, retrying);
  }
}
