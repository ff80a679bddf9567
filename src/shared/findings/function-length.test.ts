import { describe, expect, it } from "vitest";
import { type FunctionLengthRow, lengthFinding, lengthSentence } from "./function-length.ts";

const row = (system: string, third: number, change: [number, number]): FunctionLengthRow => ({
  dataset: "d",
  system,
  k: 1,
  third,
  characters_from: 100 * third,
  characters_to: 100 * third + 99,
  value: 0.5,
  low: 0.4,
  high: 0.6,
  n: 10,
  change: (change[0] + change[1]) / 2,
  change_low: change[0],
  change_high: change[1],
});
const rowsOf = (changes: [number, number][]): FunctionLengthRow[] =>
  changes.flatMap((change, i) => [1, 2, 3].map((third) => row(`s${i}`, third, change)));
const at = { dataset: "d", k: 1 };

describe("what length does, in words", () => {
  it("speaks of all systems only where most of them agree", () => {
    expect(lengthFinding(rowsOf([[-0.3, -0.1], [-0.2, 0.1], [-0.1, 0.1]]), at)).toMatch(/^Length decides little/); // prettier-ignore
    expect(lengthFinding(rowsOf([[-0.3, -0.1], [-0.2, -0.1], [-0.1, 0.1]]), at)).toMatch(/^Long functions are harder/); // prettier-ignore
    expect(lengthFinding(rowsOf([[0.1, 0.3]]), at)).toMatch(/^Long functions are easier/);
    expect(lengthFinding(rowsOf([[0.1, 0.3]]), at)).toContain("30 queries");
    expect(lengthFinding([], at)).toMatch(/^No system/);
  });

  it("keeps a system's name as it is spelled", () => {
    const rows = rowsOf([[-0.3, -0.1]]);
    expect(lengthSentence(rows, { ...at, system: "s0", label: "all-MiniLM" })).toMatch(/^all-MiniLM puts/);
    expect(lengthSentence(rows, { ...at, system: "none", label: "none" })).toBe("");
  });
});
