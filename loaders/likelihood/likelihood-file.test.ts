import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLikelihood, writeLikelihood, type LikelihoodRow } from "./likelihood-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "likelihood-"));
  path = join(folder, "model.parquet");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const row = (query: string, item: string, conditional = -10.25): LikelihoodRow => ({
  query,
  item,
  tokens: 7,
  conditional,
  unconditional: -12.5,
  prompt: "0123456789ab",
});
const file = (rows: LikelihoodRow[]) => ({ label: "A model", recipe: "r", tasks: 3, rows });

describe("a file of frozen likelihoods", () => {
  it("comes back with its rows in one order, whatever order they were scored in", async () => {
    const rows = [row("a/x", "02"), row("a/x", "01"), row("a/w", "03")];
    writeLikelihood(path, file(rows));
    const bytes = readFileSync(path);
    expect((await readLikelihood(path))?.rows).toEqual([rows[2], rows[1], rows[0]]);
    writeLikelihood(path, file(rows.toReversed()));
    expect(readFileSync(path)).toEqual(bytes);
  });

  it("is not written with a score that is not finite", () => {
    expect(() => writeLikelihood(path, file([row("a/x", "01", Number.NaN)]))).toThrow(
      /01 under a\/x is not finite/,
    );
  });

  it("says what to do when it is broken, and is undefined when it is not there", async () => {
    expect(await readLikelihood(path)).toBeUndefined();
    writeFileSync(path, "PAR1 cut off");
    await expect(readLikelihood(path)).rejects.toThrow(/cannot be read as frozen likelihoods/);
  });
});
