/** `freshness.json`: whether the rows of a site are those of the inputs and the code beside it. */
export interface SiteFreshness {
  /** First eight hex digits of the digest under which each figure would be computed now. */
  now: Readonly<Record<string, string>>;
  /** What changed since rows that were computed under another digest. */
  changes: readonly { figure: string; digest: string; reason: string }[];
}

/** Digits of a digest in `freshness.json`. */
export const FRESHNESS_DIGITS = 8;

const UNKNOWN = "its inputs or its code changed";

/**
 * Why rows of a figure are not those of the present inputs; null when they are, or when nothing is known of it.
 * @param digest digest under which the rows were computed, of any length from eight digits
 */
export function staleReason(freshness: SiteFreshness, figure: string, digest: string): string | null {
  const own = digest.slice(0, FRESHNESS_DIGITS);
  const now = freshness.now[figure];
  if (now === undefined || now === own) return null;
  const known = freshness.changes.find((change) => change.figure === figure && change.digest === own);
  return known?.reason ?? UNKNOWN;
}
