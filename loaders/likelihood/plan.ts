import { loadEvaluation, ownSnippets } from "../analyses/evaluation.ts";
import { sha256 } from "../store/digest.ts";
import { present, type Corpus } from "../tasks/corpus.ts";
import { promptBefore } from "./prompt.ts";
import type { ScoreLog } from "./score-log.ts";

/** A query with snippets that are scored under it, as indices into the corpus. */
export interface Wanted {
  query: number;
  snippets: number[];
}

/** Codes that follow one text; near-clones stand together, so that what they share is read once. */
export interface Job {
  /** Empty: the code alone. */
  before: string;
  codes: string[];
}

/** What is scored: each query's own canonical and distractors, or the other items in the top ten of first stages, too. */
export const SCOPES = ["own", "top10"] as const;
export type Scope = (typeof SCOPES)[number];

/** First stages whose top ten the rerankers page re-orders by likelihood. */
export const FIRST_STAGES = ["bge-small-en-v1.5-int8", "bge-small-en-v1.5"] as const;
export type FirstStage = (typeof FIRST_STAGES)[number];

/** Queries by the digest of their id, so that a run which is not finished has scored a random sample of them. */
export const inDigestOrder = ({ tasks }: Corpus): number[] =>
  Array.from(tasks.keys()).sort((a, b) => (sha256(tasks[a]!.id) < sha256(tasks[b]!.id) ? -1 : 1));

/** Each query with its own snippets. */
export function wantedOwn(corpus: Corpus): Wanted[] {
  const own = ownSnippets(corpus);
  return inDigestOrder(corpus).map((query) => ({ query, snippets: own[query]! }));
}

/** Each query with what the given first stages put into its top ten and is not its own. */
export async function wantedTop10(corpus: Corpus, firstStages: readonly FirstStage[]): Promise<Wanted[]> {
  const { systems, own } = await loadEvaluation(corpus.dataset.id);
  const stages = systems.filter(({ system }) => firstStages.some((id) => id === system.id));
  return inDigestOrder(corpus).map((query) => {
    const top = stages.flatMap(({ ranking: { top, depth } }) => [
      ...top.subarray(query * depth, query * depth + Math.min(depth, 10)),
    ]);
    return { query, snippets: [...new Set(top)].filter((snippet) => !own[query]!.includes(snippet)) };
  });
}

/** What of the wanted scores is not known yet: each query's codes after the query, and alone. */
export function jobsOf(corpus: Corpus, wanted: readonly Wanted[], log: ScoreLog): Job[] {
  const planned = new Set<string>();
  return wanted.flatMap(({ query, snippets }) =>
    [promptBefore(present(corpus.tasks[query]!.query)), ""].flatMap((before): Job[] => {
      const codes = snippets
        .map((snippet) => present(corpus.snippets[snippet]!.code))
        .filter((code) => log.get(before, code) === undefined && !planned.has(`${before}\n${code}`));
      codes.forEach((code) => planned.add(`${before}\n${code}`));
      return codes.length === 0 ? [] : [{ before, codes }];
    }),
  );
}
