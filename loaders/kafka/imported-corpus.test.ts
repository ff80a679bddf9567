import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readCorpus, storeCorpus } from "./imported-corpus.ts";
import { manifestOf } from "./manifest.ts";

const FILES = [
  { path: "core/B.scala", text: 'object B { val arrow = "→" }\n' },
  { path: "core/A.java", text: "class A {}" },
];
const MANIFEST = manifestOf(FILES);

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kafka-corpus-"));
  file = join(folder, "corpus.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the imported corpus", () => {
  it("comes back as it was stored, in the manifest's order", () => {
    storeCorpus(FILES, "DIR", MANIFEST, file);
    expect(readCorpus(MANIFEST, file)).toEqual([FILES[1], FILES[0]]);
  });

  it("is not stored, not even in part, when a file differs", () => {
    const changed = [FILES[0]!, { ...FILES[1]!, text: "class A { }" }];
    expect(() => storeCorpus(changed, "DIR", MANIFEST, file)).toThrow(/core\/A\.java .*\[digest\]/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("keeps what was stored when a later import fails", () => {
    storeCorpus(FILES, "DIR", MANIFEST, file);
    expect(() => storeCorpus([FILES[0]!], "DIR", MANIFEST, file)).toThrow(/core\/A\.java .*\[missing\]/);
    expect(readCorpus(MANIFEST, file)).toHaveLength(2);
  });

  it("says the import command when it is absent or another", () => {
    expect(() => readCorpus(MANIFEST, file)).toThrow("Kafka's text is not on this machine.");
    writeFileSync(file, `${JSON.stringify({ ...FILES[0], text: "other" })}\n`);
    expect(() => readCorpus(MANIFEST, file)).toThrow(/differs from the manifest in 2 of 2 files/);
  });
});
