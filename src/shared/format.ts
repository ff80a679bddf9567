import { format } from "d3-format";

const threeDecimals = format(".3f");
const signedThree = format("+.3f");
const thousands = format(",");
const onePercent = format(".1%");

/** U+2212 in place of the hyphen, as tables and axes should have it. */
const minus = (text: string): string => text.replace("-", "−");

/** A rate in a table: three decimals. */
export const rate = (value: number): string => minus(threeDecimals(value));

/** A signed difference in a table: three decimals and always a sign. */
export const difference = (value: number): string => minus(signedThree(value));

/** A rate in prose. */
export const percent = (value: number): string => minus(onePercent(value));

/** A whole number with its thousands separated. */
export const count = (value: number): string => thousands(value);

const dollars = format("$,.2f");
const smallDollars = format("$.3f");

/** US dollars: cents, and one digit more below a dollar. */
export const usd = (value: number): string => (value < 1 ? smallDollars : dollars)(value);

/** Percentage points between two rates, unsigned. */
export const points = (value: number): string => `${format(".1f")(Math.abs(value) * 100)} points`;

const signedOne = format("+.1f");

/** `−1.2 points`: a signed difference of rates. */
export const signedPoints = (value: number): string => `${minus(signedOne(value * 100))} points`;

/** `−4.0 to +1.8`: the two ends of an interval of a difference of rates, in percentage points. */
export const pointsRange = (low: number, high: number): string =>
  `${minus(signedOne(low * 100))} to ${minus(signedOne(high * 100))}`;

/** `15.0–29.2%`: the two ends of an interval in prose. */
export const range = (low: number, high: number): string =>
  `${minus(format(".1f")(low * 100))}–${minus(onePercent(high))}`;

/** `1` or `2–4`: a rank interval. */
export const rankRange = (low: number, high: number): string => (low === high ? `${low}` : `${low}–${high}`);

/** `one`, `two`, ... up to nine, then digits: small counts in a sentence. */
export function inWords(value: number): string {
  const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  return words[value] ?? count(value);
}

/** As `inWords`, standing alone: `none` for 0. */
export const tally = (value: number): string => (value === 0 ? "none" : inWords(value));

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1) ?? ""}`;
}

/** `off_by_one` as `off by one`. */
export const spaced = (identifier: string): string => identifier.replaceAll("_", " ");

/** `tiered-storage` and `shared_vocabulary` as they are spoken. */
export const spoken = (identifier: string): string => spaced(identifier).replaceAll("-", " ");

/** The first letter in upper case, for the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
