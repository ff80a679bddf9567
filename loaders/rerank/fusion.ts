import { FUSION_K } from "../code-rag/average-ranks.ts";

/** One query's two rankings, as far as the first place of their fusion needs them. */
export interface FusedQuery {
  /** The first ranking's kept head, in rank order. */
  head: ArrayLike<number>;
  /** Rank of an item below the head in the first ranking; asked for only where it can decide. */
  rankBelow(item: number): number;
  /** The second ranking, complete, in rank order, and the rank of each item in it. */
  second: ArrayLike<number>;
  secondRank: ArrayLike<number>;
  /** Position of each item in the order that decides ties. */
  tie: ArrayLike<number>;
}

/**
 * The first item of the fusion of two complete rankings, exactly. Items of the head are scored; of the others only those
 * that could still win, best second rank first, until the bound of what is left falls below the best (the threshold
 * algorithm: Fagin, Lotem and Naor, 2003). Equal sums, which swapped ranks give, are ordered by content digest as all ties.
 */
export function fusedFirst({ head, rankBelow, second, secondRank, tie }: FusedQuery): number {
  let best = { item: -1, score: -Infinity };
  const offer = (item: number, score: number): void => {
    if (score > best.score || (score === best.score && tie[item]! < tie[best.item]!)) best = { item, score };
  };
  const inHead = new Set<number>();
  for (let place = 0; place < head.length; place++) {
    const item = head[place]!;
    inHead.add(item);
    offer(item, reciprocal(place + 1) + reciprocal(secondRank[item]!));
  }
  for (let place = 0; place < second.length; place++) {
    if (reciprocal(head.length + 1) + reciprocal(place + 1) < best.score) break;
    const item = second[place]!;
    if (!inHead.has(item)) offer(item, reciprocal(rankBelow(item)) + reciprocal(place + 1));
  }
  return best.item;
}

/** The rank of each item in a complete ranking. */
export function ranksOf(order: ArrayLike<number>): Int32Array {
  const ranks = new Int32Array(order.length);
  for (let place = 0; place < order.length; place++) ranks[order[place]!] = place + 1;
  return ranks;
}

/** A rank's share in reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), summed over complete rankings. */
const reciprocal = (rank: number): number => 1 / (FUSION_K + rank);
