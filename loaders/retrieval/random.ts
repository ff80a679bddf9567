import { createHash } from "node:crypto";
import { rankScores } from "./rank-scores.ts";
import { DEPTH, type Ranking, type RankingCorpus } from "./ranking.ts";

/** What chance looks like under the same metrics and the same tie rule. */
export interface RandomInput extends RankingCorpus {
  /** A name of each query that outlives the corpus, e.g. its task id (a dataset's text may be absent). */
  queryKeys: readonly string[];
  seed: number;
}

/**
 * Ranking by a similarity drawn uniformly from [0, 1) for each (query, snippet) pair. A draw depends on seed, query and
 * snippet only, so that a growing corpus leaves the order of what was there unchanged.
 */
export function rankRandom({ queryKeys, seed, ...corpus }: RandomInput, depth = DEPTH): Ranking {
  const queries = queryKeys.map((key) => queryWords(seed, key));
  const snippets = corpus.digests.map(twoWords);
  return rankScores(corpus, depth, (query, scores) => {
    for (let snippet = 0; snippet < snippets.length; snippet++) {
      scores[snippet] = draw(queries[query]!, snippets[snippet]!);
    }
  });
}

/** The draw of one pair, for snippets outside the corpus (pool mutants). */
export const randomSimilarity = (seed: number, queryKey: string, digest: string): number =>
  draw(queryWords(seed, queryKey), twoWords(digest));

type Words = readonly [number, number];

const queryWords = (seed: number, key: string): Words => twoWords(`${seed}:${key}`);

function twoWords(text: string): Words {
  const bytes = createHash("sha256").update(text).digest();
  return [bytes.readInt32LE(0), bytes.readInt32LE(4)];
}

/** 53 bits, mixed from both sides' 64. */
function draw([q0, q1]: Words, [s0, s1]: Words): number {
  const high = mix(q0 ^ mix(s0 ^ q1));
  const low = mix(high ^ mix(s1 ^ q0));
  return ((high >>> 5) * 2 ** 26 + (low >>> 6)) / 2 ** 53;
}

/** The 32-bit finalizer of MurmurHash3: each input bit flips each output bit about half the time. */
function mix(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
