import { describe, expect, it } from "vitest";
import { benchBm25, benchDenseRanking } from "./bench.ts";
import { missingBenchPython } from "./bench-python.ts";

const missing = missingBenchPython();
if (missing !== undefined) console.warn(`Not run: ${missing}`);

describe.skipIf(missing !== undefined)("the reference side of the bench", () => {
  it("ranks dense vectors as numpy does where float32 can tell them apart", async () => {
    const row = await benchDenseRanking({ queries: 60, passages: 300, dimensions: 64, own: 3 });
    expect(row).toMatchObject({ agreement: "same top 10 in 60, same own ranks in 60 of 60 queries" });
  });

  it("gives the scores of bm25s on code tokens", async () => {
    const snippets = Array.from(
      { length: 40 },
      (_, i) => `def f${i}(items, limit):\n    return items[${i % 7}] < limit + ${i}`,
    );
    const row = await benchBm25(["items below the limit", "the limit plus 3", "f12"], snippets);
    expect(row).toMatchObject({ agreement: expect.stringMatching(/differ by \d+e-[6-9]/) as string });
  });
});
