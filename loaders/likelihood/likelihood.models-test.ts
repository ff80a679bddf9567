import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/likelihood-reference.json" with { type: "json" };
import { UserError } from "../errors.ts";
import { fromRoot } from "../paths.ts";
import { ensureGemma } from "./language-model.ts";
import { openScorer, type Scorer } from "./run-jobs.ts";
import { loadRuntime } from "./runtime.ts";
import { scoreContinuations } from "./score-sequences.ts";

interface Sequence {
  task: string;
  item: string;
  score: string;
  scoredFrom: number;
  tokens: number[];
  logProbabilities: number[];
}
const sequences = fixture.sequences as Sequence[];

/** Undefined, with the reason said, where weights or runtime cannot be had. */
async function open(): Promise<Scorer | undefined> {
  try {
    return await openScorer(await loadRuntime(console.warn), await ensureGemma(console.warn), 1);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.warn(`Not run: ${error.message}`);
    return undefined;
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe("llama.cpp", () => {
  let scorer: Scorer | undefined;
  beforeAll(async () => {
    scorer = await open();
  }, 600_000);
  afterAll(() => scorer?.close());

  it("agrees with the same network in float32 on the same weights", { timeout: 600_000 }, async (context) => {
    if (!scorer) return context.skip();
    const reader = scorer.readers[0]!;
    const differences: number[] = [];
    for (const { tokens, scoredFrom, logProbabilities } of sequences) {
      const inputs = tokens.slice(0, -1);
      const targets = inputs.map((_, at) => (at + 1 >= scoredFrom ? tokens[at + 1] : undefined));
      await reader.keep(0);
      const found = (await reader.read(inputs, targets)).filter((_, at) => targets[at] !== undefined);
      expect(found.length).toBe(logProbabilities.length);
      // Activations are rounded to 8 bits: a sum over a function moves by a nat or two, of some hundred.
      expect(Math.abs(sum(found) / sum(logProbabilities) - 1)).toBeLessThan(0.03);
      differences.push(...found.map((value, at) => value - logProbabilities[at]!));
    }
    await reader.keep(0);
    expect(sum(differences.map(Math.abs)) / differences.length).toBeLessThan(0.15);
    expect(Math.abs(sum(differences) / differences.length)).toBeLessThan(0.02);
  });

  it(
    "gives near-clones in any order the same, and within a thousandth what each has alone",
    { timeout: 600_000 },
    async (context) => {
      if (!scorer) return context.skip();
      const reader = scorer.readers[0]!;
      const own = sequences.filter(
        ({ task, score }) => task === sequences[0]!.task && score === "conditional",
      );
      const { scoredFrom } = own[0]!;
      const beginning = own[0]!.tokens.slice(0, scoredFrom);
      const codes = own.map(({ tokens }) => tokens.slice(scoredFrom));
      expect(codes.length).toBe(5);
      const shared = await scoreContinuations(reader, beginning, codes);
      const backwards = await scoreContinuations(reader, beginning, codes.toReversed());
      expect(backwards.toReversed()).toEqual(shared);
      for (const [at, code] of codes.entries()) {
        const [alone] = await scoreContinuations(reader, beginning, [code]);
        // Kernels for one row and for several round otherwise, so that the last tokens of a shared beginning differ a little.
        expect(Math.abs(shared[at]! / alone! - 1)).toBeLessThan(0.001);
      }
    },
  );
});

describe("the reference's fixture", () => {
  it("names the script that makes it", () => {
    expect(existsSync(fromRoot("loaders/likelihood/reference.py"))).toBe(true);
    expect(sequences.every(({ logProbabilities }) => logProbabilities.every((value) => value <= 0))).toBe(
      true,
    );
  });
});
