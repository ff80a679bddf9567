import type { Interval } from "../../src/shared/bootstrap.ts";

export type Verdict = "holds" | "does_not_hold" | "cannot_tell";

/** An estimate with its interval, as the rules read it. */
export interface Estimate extends Interval {
  value: number;
  n: number;
}

/** A rule: its words on the page, and what it makes of an estimate. */
export interface Rule {
  words: string;
  judge(estimate: Estimate): Verdict;
}

const usable = ({ n, value }: Estimate): boolean => n > 0 && Number.isFinite(value);

function rule(words: string, holds: (e: Estimate) => boolean, fails: (e: Estimate) => boolean): Rule {
  return {
    words,
    judge: (estimate) => {
      if (!usable(estimate)) return "cannot_tell";
      if (holds(estimate)) return "holds";
      return fails(estimate) ? "does_not_hold" : "cannot_tell";
    },
  };
}

const shown = (value: number): string => String(Math.round(value * 1000) / 1000);

/** The whole interval lies below the limit. */
export const below = (limit: number): Rule =>
  rule(
    `holds when the whole interval is below ${shown(limit)}, fails when it is all above`,
    ({ high }) => high < limit,
    ({ low }) => low > limit,
  );

/** The whole interval lies above the limit. */
export const above = (limit: number): Rule =>
  rule(
    `holds when the whole interval is above ${shown(limit)}, fails when it is all below`,
    ({ low }) => low > limit,
    ({ high }) => high < limit,
  );

/** The estimate is in the band; it fails when the interval misses the band. */
export const within = (low: number, high: number): Rule =>
  rule(
    `holds when our value is in ${shown(low)} to ${shown(high)}, fails when the whole interval is outside`,
    ({ value }) => value >= low && value <= high,
    (e) => e.high < low || e.low > high,
  );

/** No effect of a size that matters: the interval is inside the margin. */
export const negligible = (margin: number): Rule =>
  rule(
    `holds when the whole interval is within -${shown(margin)} to ${shown(margin)}, fails when it is all outside`,
    ({ low, high }) => low > -margin && high < margin,
    ({ low, high }) => low > margin || high < -margin,
  );

/** Two systems were not told apart: the interval of their difference holds 0. */
export const notToldApart: Rule = rule(
  "holds when the paired interval of the difference contains 0 (absence of evidence, with the smallest difference n could show)",
  ({ low, high }) => low <= 0 && high >= 0,
  ({ low, high }) => low > 0 || high < 0,
);
