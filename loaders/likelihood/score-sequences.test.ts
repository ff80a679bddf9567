import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Reader, scoreContinuations } from "./score-sequences.ts";

/** A model whose probabilities depend on every token before, and that counts what it reads. */
class HashReader implements Reader {
  tokensRead = 0;
  #held: number[] = [];

  keep(count: number): Promise<void> {
    if (count > this.#held.length) throw new Error("cannot keep what was never read");
    this.#held = this.#held.slice(0, count);
    return Promise.resolve();
  }

  read(tokens: readonly number[], targets: readonly (number | undefined)[]): Promise<number[]> {
    this.tokensRead += tokens.length;
    return Promise.resolve(
      tokens.map((token, at) => {
        this.#held.push(token);
        const target = targets[at];
        return target === undefined ? Number.NaN : logProbability(this.#held, target);
      }),
    );
  }
}

const logProbability = (before: readonly number[], token: number): number =>
  -(before.reduce((hash, value) => (hash * 31 + value + 7) % 9973, token + 1) % 1000) / 64;

const alone = (beginning: number[], tokens: number[]): number =>
  tokens.reduce((sum, token, at) => sum + logProbability([...beginning, ...tokens.slice(0, at)], token), 0);

const token = fc.integer({ min: 0, max: 3 });
const beginning = fc.array(token, { minLength: 1, maxLength: 5 });
const continuations = fc.array(fc.array(token, { maxLength: 8 }), { maxLength: 6 });

describe("scoreContinuations", () => {
  it("gives each continuation the sum that it has alone, in any order", async () => {
    await fc.assert(
      fc.asyncProperty(beginning, continuations, async (start, texts) => {
        const expected = texts.map((tokens) => alone(start, tokens));
        expect(await scoreContinuations(new HashReader(), start, texts)).toEqual(expected);
        const backwards = await scoreContinuations(new HashReader(), start, texts.toReversed());
        expect(backwards.toReversed()).toEqual(expected);
      }),
    );
  });

  it("reads what near-clones share once, and one token again for each", async () => {
    const reader = new HashReader();
    const [query, code] = [Array.from({ length: 50 }, () => 1), Array.from({ length: 100 }, () => 2)];
    const changedNearItsEnd = code.with(97, 3);
    await scoreContinuations(reader, query, [code, changedNearItsEnd, code]);
    expect(reader.tokensRead).toBe(149 + 3);
  });

  it("refuses to score a first token without one before it", async () => {
    await expect(scoreContinuations(new HashReader(), [], [[1]])).rejects.toThrow(/first token/);
  });
});
