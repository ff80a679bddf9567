import { LIKELIHOOD_SCORES, type LikelihoodScore } from "../../src/shared/likelihood-rows.ts";
import type { LikelihoodRow } from "../likelihood/likelihood-file.ts";
import { loadScoredQueries, type ScoredQuery } from "../likelihood/load-likelihood.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { rememberPerEvaluation } from "./remember.ts";

/** One value for each of a query's own snippets, canonical first; the larger, the more the snippet is preferred. */
export interface OwnValues {
  score: string;
  /** Whether the system turns text into vectors. */
  dense: boolean;
  /** `values[place of the query][place of the snippet]`. */
  values: readonly (readonly number[])[];
}

export interface LikelihoodData {
  queries: readonly ScoredQuery[];
  /** The language model's scores, then every system's similarities, over the same queries. */
  scores: readonly OwnValues[];
}

/** Scores and similarities over the queries that the language model has scored whole. */
export const likelihoodData = rememberPerEvaluation(
  async ({ corpus, own, systems }: Evaluation): Promise<LikelihoodData> => {
    const queries = await loadScoredQueries(corpus, own);
    const ofModel = LIKELIHOOD_SCORES.map((score): OwnValues => ({
      score,
      dense: false,
      values: queries.map(({ rows }) => rows.map((row) => scoreOf(score, row))),
    }));
    const ofSystems = systems.map(({ system, ranking }): OwnValues => ({
      score: system.id,
      dense: system.class === "local_dense",
      values: queries.map(({ query }) => ranking.own[query]!.map(({ similarity }) => similarity)),
    }));
    return { queries, scores: [...ofModel, ...ofSystems] };
  },
);

/** A score of a snippet, in nats or nats a token. */
export function scoreOf(score: LikelihoodScore, row: LikelihoodRow): number {
  const { conditional, unconditional, tokens } = row;
  switch (score) {
    case "conditional":
      return conditional;
    case "unconditional":
      return unconditional;
    case "pmi":
      return conditional - unconditional;
    case "conditional_mean":
      return conditional / tokens;
    case "unconditional_mean":
      return unconditional / tokens;
  }
}

/** Whether the first of the values is the largest; equal values go by the digests, ascending, as in every ranking here. */
export const firstIsBest = (values: readonly number[], digests: readonly string[]): boolean =>
  values.every(
    (value, place) =>
      place === 0 || value < values[0]! || (value === values[0]! && digests[0]! < digests[place]!),
  );
