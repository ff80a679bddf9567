/** 1 when any of the top `k` passes, else 0. `passing` holds the ranking's verdicts from rank 1 on. */
export function execAt(passing: ArrayLike<boolean | number>, k: number): number {
  for (let i = 0; i < Math.min(k, passing.length); i++) if (passing[i]) return 1;
  return 0;
}

/** Share of the top `k` that passes. */
export function executionPrecisionAt(passing: ArrayLike<boolean | number>, k: number): number {
  let count = 0;
  for (let i = 0; i < Math.min(k, passing.length); i++) if (passing[i]) count++;
  return count / k;
}

/** nDCG with the canonical as the one relevant item (Järvelin and Kekäläinen, 2002): 1/log2(rank + 1) within `k`. */
export function ndcgAt(canonicalRank: number, k: number): number {
  return canonicalRank >= 1 && canonicalRank <= k ? 1 / Math.log2(canonicalRank + 1) : 0;
}
