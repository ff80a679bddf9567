import type { TokenCount } from "../api/cost.ts";
import type { RetryOptions } from "../api/retry.ts";

/** What a request took, and how many of its answers had to be repaired. */
export interface Usage {
  input: number;
  output: number;
  /** Answers without a number, or orders with missing, doubled or unknown candidates. */
  repaired: number;
}

/** A second stage: scores a query's candidates anew. */
export interface Reranker {
  readonly id: string;
  /**
   * Does what the first request would have to, so that nothing else is done in vain. Without it, the first `score` does it.
   * @throws UserError when a key is not set or a model cannot be loaded
   */
  prepare(): Promise<void>;
  /** Tokens that `score` will take. Needs neither key nor model. */
  estimate(query: string, candidates: readonly string[]): TokenCount;
  /**
   * A finite score for each candidate, in their order; higher is better.
   * @param use told once what it took
   * @throws UserError when the service cannot be reached or refuses
   */
  score(query: string, candidates: readonly string[], use?: (usage: Usage) => void): Promise<number[]>;
  close(): Promise<void>;
}

/** How requests are repeated; tests give their own clock. */
export type Retrying = Omit<RetryOptions, "service">;
