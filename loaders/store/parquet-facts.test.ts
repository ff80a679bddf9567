import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UserError } from "../errors.ts";
import { plainColumns, readWithFacts, writeWithFacts } from "./parquet-facts.ts";

interface Sample {
  name: string;
  bytes: Uint8Array;
}

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "facts-"));
  path = join(folder, "samples.parquet");
});
afterAll(() => rmSync(folder, { recursive: true }));

const MADE = { kind: "samples", otherwise: "run `make`" };
const rows: Sample[] = [{ name: "a", bytes: Uint8Array.of(0xff, 0x00, 0x61) }];
const columns = () => plainColumns(rows, { name: "STRING", bytes: "BYTE_ARRAY" });

describe("a Parquet file with facts", () => {
  it("gives back text as text, bytes as bytes, and an empty fact as empty", async () => {
    writeWithFacts(path, columns(), { system: "bm25", note: "" });
    const read = await readWithFacts<Sample, unknown>(path, MADE, (file) => [
      file.rows,
      file.fact("system"),
      file.fact("note"),
      file.facts.get("other"),
    ]);
    expect(read).toEqual([rows, "bm25", "", undefined]);
  });

  it("is refused by name, with the fact that it lacks and what to do", async () => {
    writeWithFacts(path, columns(), { system: "bm25" });
    await expect(readWithFacts(path, MADE, ({ fact }) => fact("recipe"))).rejects.toMatchObject({
      message: expect.stringMatching(
        /samples\.parquet cannot be read as samples \(its metadata lacks "recipe"\)\.$/,
      ) as string,
      remedy: expect.stringMatching(/git checkout -- .*samples\.parquet`, or run `make`\.$/) as string,
    });
  });

  it("keeps a reader's own refusal as it is", async () => {
    writeWithFacts(path, columns(), {});
    const refusal = new UserError("It ranks other queries.", "Rank these.");
    const refused = readWithFacts(path, MADE, () => {
      throw refusal;
    });
    await expect(refused).rejects.toBe(refusal);
  });

  it("holds no row as well as many", async () => {
    writeWithFacts(path, plainColumns([], { name: "STRING" }), { system: "bm25" });
    expect(await readWithFacts(path, MADE, ({ rows: none }) => none)).toEqual([]);
    writeFileSync(path, "PAR1 cut off");
    await expect(readWithFacts(path, MADE, () => null)).rejects.toThrow(UserError);
  });
});
