import { existsSync } from "node:fs";
import { FROZEN, fromRoot } from "../paths.ts";
import { readRows } from "../store/parquet.ts";
import { pairKey } from "./executed-file.ts";

/** The language model whose log-probabilities are frozen beside other rerankers' scores (`npm run likelihood`). */
export const LIKELIHOOD_MODEL = "gemma3-270m-q4-k-m";

/** Log-probabilities in nats of one snippet's code: after the question, and alone. */
interface LikelihoodRow {
  query: string;
  item: string;
  tokens: number;
  conditional: number;
  unconditional: number;
}

/** How log-probabilities become a score, and what it is called. */
export const LIKELIHOODS = {
  conditional: ({ conditional }: LikelihoodRow): number => conditional,
  "conditional-mean": ({ conditional, tokens }: LikelihoodRow): number => conditional / tokens,
  pmi: ({ conditional, unconditional }: LikelihoodRow): number => conditional - unconditional,
  unconditional: ({ unconditional }: LikelihoodRow): number => unconditional,
} as const;

export type Likelihood = keyof typeof LIKELIHOODS;

export const likelihoodId = (kind: Likelihood): string => `likelihood-${kind}`;

export interface PairScore {
  score: number;
  ms: number;
  tokens: number;
  usd: number;
}

/** Scores of every scored pair, by kind and `pairKey`; empty where none are frozen. */
export async function likelihoodScores(dataset: string): Promise<Map<string, Map<string, PairScore>>> {
  const path = fromRoot(FROZEN, "rerankers", dataset, `${LIKELIHOOD_MODEL}.parquet`);
  if (!existsSync(path)) return new Map();
  const rows = await readRows<LikelihoodRow>(path);
  return new Map(
    (Object.keys(LIKELIHOODS) as Likelihood[]).map((kind) => [
      likelihoodId(kind),
      new Map(
        rows.map((row) => [
          pairKey(row.query, row.item),
          { score: LIKELIHOODS[kind](row), ms: Number.NaN, tokens: row.tokens, usd: 0 },
        ]),
      ),
    ]),
  );
}
