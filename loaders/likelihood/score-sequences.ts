/** A causal language model that has read some tokens and can be taken back to fewer. */
export interface Reader {
  /** Forgets everything after the first `count` tokens. */
  keep(count: number): Promise<void>;
  /**
   * Reads on, one token after the other.
   * @param targets for each token, the one whose probability to come next is wanted, or undefined
   * @returns log-probabilities in nats, NaN where no target was given
   */
  read(tokens: readonly number[], targets: readonly (number | undefined)[]): Promise<number[]>;
}

/**
 * Log-probability (nats) of each continuation after a common beginning: the sum over its tokens, each given all before it.
 * Continuations are read in the order of a depth-first walk through the tree of their tokens, and the model goes on from
 * the first token that differs; so near-clones cost little more than their tails, and a sum is what it would be alone (with
 * llama.cpp within a thousandth, since its kernels for one row and for several round differently).
 * @param beginning at least one token (the beginning-of-text token)
 */
export async function scoreContinuations(
  reader: Reader,
  beginning: readonly number[],
  continuations: readonly (readonly number[])[],
): Promise<number[]> {
  if (beginning.length === 0) throw new Error("a first token has no probability without one before it");
  const sums = new Array<number>(continuations.length).fill(0);
  const order = Array.from(continuations.keys()).sort((a, b) =>
    compareTokens(continuations[a]!, continuations[b]!),
  );
  let before: readonly number[] = [];
  /** Of the continuation before, token by token. */
  let known: number[] = [];
  /** How many tokens the model holds. */
  let held = 0;
  for (const place of order) {
    const tokens = continuations[place]!;
    if (tokens.length === 0) continue;
    const shared = sharedLength(before, tokens);
    known = known.slice(0, shared);
    if (shared < tokens.length) {
      // The token before the first that differs is read again: only reading gives the probabilities of what follows.
      const text = [...beginning, ...tokens];
      const start = Math.min(held, Math.max(beginning.length + shared - 1, 0));
      await reader.keep(start);
      const inputs = text.slice(start, -1);
      const targets = inputs.map((_, at) =>
        start + at + 1 >= beginning.length + shared ? text[start + at + 1] : undefined,
      );
      const fresh = await reader.read(inputs, targets);
      known.push(...fresh.filter((_, at) => targets[at] !== undefined));
      held = text.length - 1;
    }
    before = tokens;
    sums[place] = known.reduce((sum, value) => sum + value, 0);
  }
  await reader.keep(0);
  return sums;
}

function sharedLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function compareTokens(a: readonly number[], b: readonly number[]): number {
  const shared = sharedLength(a, b);
  if (shared < a.length && shared < b.length) return a[shared]! - b[shared]!;
  return a.length - b.length;
}
