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
  const queries = queryKeys.map((key) => twoWords(`${seed}:${key}`));
  const snippets = corpus.digests.map((digest) => twoWords(digest));
  return rankScores(corpus, depth, (query, scores) => {
    const [q0, q1] = queries[query]!;
    snippets.forEach(([s0, s1], snippet) => {
      const high = mix(q0 ^ mix(s0 ^ q1));
      const low = mix(high ^ mix(s1 ^ q0));
      scores[snippet] = ((high >>> 5) * 67108864 + (low >>> 6)) / 9007199254740992;
    });
  });
}

function twoWords(text: string): [number, number] {
  const bytes = createHash("sha256").update(text).digest();
  return [bytes.readInt32LE(0), bytes.readInt32LE(4)];
}

/** The 32-bit finalizer of MurmurHash3: each input bit flips each output bit about half the time. */
function mix(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
