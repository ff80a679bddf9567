import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatViolation } from "../errors.ts";
import { fromRoot } from "../paths.ts";
import { hasCorpus, readCorpus } from "./imported-corpus.ts";
import {
  compareWithManifest,
  formatManifest,
  IMPORT_COMMAND,
  MANIFEST_FILE,
  manifestOf,
  readManifest,
} from "./manifest.ts";

const manifest = readManifest();

describe("the committed manifest", () => {
  it("holds the broker core: 697 files of 6,315,518 bytes, 572 in Java and 125 in Scala", () => {
    const ending = (suffix: string) => manifest.files.filter(({ path }) => path.endsWith(suffix)).length;
    expect(manifest.files).toHaveLength(697);
    expect(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(6_315_518);
    expect([ending(".java"), ending(".scala")]).toEqual([572, 125]);
  });

  it("has each path once, in order", () => {
    const paths = manifest.files.map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)].sort());
  });

  it.skipIf(!hasCorpus())(
    `is what its code makes of the text (skipped until \`${IMPORT_COMMAND}\` brings it)`,
    () => {
      expect(formatManifest(manifestOf(readCorpus()))).toBe(readFileSync(fromRoot(MANIFEST_FILE), "utf8"));
    },
  );
});

describe("compareWithManifest", () => {
  const files = [
    { path: "core/A.java", text: "class A {}\n" },
    { path: "core/B.java", text: "class B {}\n" },
  ];
  const small = manifestOf(files);
  const printed = (read: typeof files) => compareWithManifest(read, small, "DIR").map(formatViolation);

  it("accepts the same files in any order", () => {
    expect(printed([files[1]!, files[0]!])).toEqual([]);
  });

  it("names a missing file and one too many", () => {
    expect(printed([files[0]!, { path: "core/C.java", text: "" }])).toEqual([
      expect.stringMatching(
        /^core\/B\.java .*\[missing\] is not in DIR\. Remedy: Take the files of tag 4\.0\.0/,
      ),
      expect.stringMatching(/^core\/C\.java .*\[extra\] is in DIR but not in the corpus\./),
    ]);
  });

  it("names another text by its digest", () => {
    expect(printed([{ ...files[0]!, text: "class A { }\n" }, files[1]!])).toEqual([
      expect.stringMatching(
        /^core\/A\.java .*\[digest\] has SHA-256 \w{64} in DIR, not \w{64}\. Remedy: Take/,
      ),
    ]);
  });

  it("says when only the line ends differ", () => {
    expect(printed([{ ...files[0]!, text: "class A {}\r\n" }, files[1]!])).toEqual([
      expect.stringMatching(/core\.autocrlf false/),
    ]);
  });
});
