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
  /** Tokens that `score` will take, before it is asked. */
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
