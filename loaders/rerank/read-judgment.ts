/** The first number of an answer, if it lies between 0 and 10; else undefined. */
export function readNumber(answer: string): number | undefined {
  const found = /-?\d+(?:\.\d+)?/.exec(answer);
  const number = found ? Number(found[0]) : Number.NaN;
  return number >= 0 && number <= 10 ? number : undefined;
}

/**
 * P(yes) / (P(yes) + P(no)) from the most likely first tokens, whatever their case and the blank before them; undefined
 * when neither is among them.
 */
export function yesShare(top: readonly { token: string; logprob: number }[]): number | undefined {
  const massOf = (word: string): number =>
    top
      .filter(({ token }) => token.trim().toLowerCase() === word)
      .reduce((sum, { logprob }) => sum + Math.exp(logprob), 0);
  const [yes, no] = [massOf("yes"), massOf("no")];
  return yes + no > 0 ? yes / (yes + no) : undefined;
}

/**
 * The order of `count` candidates that an answer names by 1-based numbers, best first, as 0-based places. Numbers that are
 * named twice or name nobody are passed over, and those that it leaves out follow in the first stage's order.
 */
export function readOrder(answer: string, count: number): { order: number[]; repaired: boolean } {
  // Where numbers stand in brackets, only these are meant; a sentence around them may hold others.
  const bracketed = [...answer.matchAll(/\[(\d+)\]/g)];
  const named = bracketed.length > 0 ? bracketed.map((found) => found[1]!) : (answer.match(/\d+/g) ?? []);
  const places = named.map((number) => Number(number) - 1);
  const known = [...new Set(places.filter((place) => place >= 0 && place < count))];
  const rest = Array.from({ length: count }, (_, place) => place).filter((place) => !known.includes(place));
  return { order: [...known, ...rest], repaired: known.length !== places.length || rest.length > 0 };
}
