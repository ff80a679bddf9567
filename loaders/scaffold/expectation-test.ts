/** Source of a test that holds of any figure, and of one that fails until its author says what the figure must show. */
export function expectationTest({
  figure,
  module,
  many,
  question,
}: {
  figure: string;
  module: string;
  many: boolean;
  question: string;
}): string {
  return `import { describe, expect, it } from "vitest";
import { encodeRows } from "../store/parquet.ts";
import { ${figure} } from "./${module}.ts";

describe(${JSON.stringify(question)}, { timeout: 300_000 }, () => {
  it("has rows that fit its columns", async () => {
    for (const figure of ${many ? figure : `[${figure}]`}) {
      const rows = await figure.compute();
      expect(rows.length).toBeGreaterThan(0);
      expect(encodeRows(rows, figure.columns).length).toBeGreaterThan(0);
    }
  });

  it("shows what its author expects", () => {
    expect.fail(
      "Say here what must hold of the rows if the analysis is right: a value worked out by hand on a few queries, a sum, an order.",
    );
  });
});
`;
}
