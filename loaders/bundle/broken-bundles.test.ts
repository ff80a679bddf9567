import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { strToU8 } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { checkBundle } from "./check-bundle.ts";
import { npyBytes, TestBundle } from "./test-bundle.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function check(bundle: TestBundle, seal = true): Promise<unknown> {
  const folder = bundle.write(seal);
  folders.push(folder);
  return checkBundle(folder, {
    openPool: () => Promise.reject(new Error("nothing is to be executed")),
    execute: 0,
  });
}

const CORPUS = "data/corpus.jsonl";
const QUERIES = "data/queries.jsonl";
const VECTORS = "embeddings/minilm-cut.npz";

/** Where the values of a `.npy` member begin. */
const valuesOf = (bytes: Uint8Array): number => 10 + bytes[8]! + 256 * bytes[9]!;

describe("digests", () => {
  it("are all checked before anything is used", async () => {
    const bundle = new TestBundle();
    bundle.files[VECTORS]![100]! ^= 1;
    bundle.edit(CORPUS, () => "no JSON at all");
    const message = /SHA256SUMS:\d+ data\/corpus\.jsonl \[digest\] has SHA-256 \w{12}\.\.\., not \w{12}/;
    await expect(check(bundle, false)).rejects.toThrow(message);
    await expect(check(bundle, false)).rejects.toThrow(/embeddings\/minilm-cut\.npz \[digest\] has SHA-256/);
  });

  it("name a file that is missing, and one that the list leaves out", async () => {
    const missing = new TestBundle();
    missing.remove("results/BM25.json");
    await expect(check(missing, false)).rejects.toThrow(
      /results\/BM25\.json \[digest\] is listed, but is not in the folder\. Remedy: Download/,
    );
    const unlisted = new TestBundle().edit("SHA256SUMS", (text) => text.replace(/.*pairwise_tests.*\n/, ""));
    await expect(check(unlisted, false)).rejects.toThrow(/tests\/pairwise_tests\.json .* does not name it/);
  });

  it("are never read from outside of the bundle", async () => {
    const bundle = new TestBundle().edit(
      "SHA256SUMS",
      (text) => `${"0".repeat(64)}  ../../etc/passwd\n${text}`,
    );
    await expect(check(bundle, false)).rejects.toThrow(/SHA256SUMS:1 .* lies outside of the bundle/);
  });

  it("are not optional", async () => {
    await expect(
      checkBundle("no-such-folder", { openPool: () => Promise.reject(), execute: 0 }),
    ).rejects.toThrow(/no-such-folder is no folder/);
    const folder = new TestBundle().write();
    folders.push(folder);
    rmSync(join(folder, "SHA256SUMS"));
    await expect(checkBundle(folder, { openPool: () => Promise.reject(), execute: 0 })).rejects.toThrow(
      /has no SHA256SUMS/,
    );
  });
});

describe("data files", () => {
  const row = (file: string, at: number, change: (row: Record<string, unknown>) => void) =>
    new TestBundle().editRow(file, at, change);

  it.each<[string, TestBundle, RegExp]>([
    [
      "a line that is no JSON",
      new TestBundle().edit(CORPUS, (text) => `{\n${text}`),
      /corpus\.jsonl:1 - \[json\]/,
    ],
    [
      "a row without its code",
      row(CORPUS, 3, (r) => delete r.code),
      /data\/corpus\.jsonl:4 c_\d+ \[code\] .*\. Remedy: /,
    ],
    ["an unknown label", row(CORPUS, 0, (r) => (r.label = "maybe")), /corpus\.jsonl:1 c_\d+ \[label\]/],
    [
      "a distractor without bug type",
      new TestBundle().edit(CORPUS, (t) => t.replace(/"bug_type": "\w+"/, '"bug_type": null')),
      /\[bug_type\] must be there on an incorrect snippet/,
    ],
    [
      "a repeated id",
      row(
        CORPUS,
        1,
        (r) =>
          (r.corpus_id = (
            JSON.parse(new TestBundle().text(CORPUS).split("\n")[0]!) as { corpus_id: string }
          ).corpus_id),
      ),
      /corpus\.jsonl:2 c_\d+ \[corpus_id\] is the id of line 1, too/,
    ],
    [
      "a reference to nothing",
      row(QUERIES, 4, (r) => (r.correct_corpus_ids = ["c_9999"])),
      /queries\.jsonl:5 q_0004 \[correct_corpus_ids\] names c_9999, which is not in data\/corpus\.jsonl/,
    ],
    [
      "a correct snippet that is labelled incorrect",
      row(QUERIES, 0, (r) => {
        const [first, ...others] = r.paired_distractor_corpus_ids as string[];
        const correct = r.correct_corpus_ids as string[];
        Object.assign(r, {
          correct_corpus_ids: [first],
          paired_distractor_corpus_ids: [...correct, ...others],
        });
      }),
      /q_0000 \[correct_corpus_ids\] names c_0001, whose label is incorrect/,
    ],
    [
      "a snippet that no query names",
      row(QUERIES, 0, (r) => (r.paired_distractor_corpus_ids as string[]).pop()),
      /\[corpus_id\] belongs to no query/,
    ],
    [
      "an entry id without domain",
      row(QUERIES, 2, (r) => (r.entry_id = "7")),
      /q_0002 \[entry_id\] must look like exec_/,
    ],
    [
      "a usage without tokens",
      row(QUERIES, 1, (r) => Object.assign(r.metadata as object, { batch_usage: { usage: { cost: 1 } } })),
      /q_0001 \[metadata\.batch_usage\] holds no prompt_tokens/,
    ],
    [
      "more reasoning than completion",
      row(QUERIES, 0, (r) =>
        Object.assign(r.metadata as object, {
          batch_usage: { prompt_tokens: 1, completion_tokens: 2, reasoning_tokens: 3 },
        }),
      ),
      /q_0000 \[metadata\.batch_usage\] has more reasoning_tokens/,
    ],
    [
      "tests that call nothing",
      row(QUERIES, 3, (r) => (r.test_suite = ["assert 1 == 1"])),
      /q_0003 \[test_suite\] calls no function that the correct snippet defines/,
    ],
    [
      "an outcome of another harness",
      row("data/execution_cache.jsonl", 9, (r) => (r.outcomes = ["PASSED"])),
      /execution_cache\.jsonl:10 \w+ \[outcomes\.0\] must be pass, FAIL/,
    ],
    [
      "a description of nothing",
      row("data/distractor_metadata.jsonl", 0, (r) => (r.corpus_id = "c_9999")),
      /distractor_metadata\.jsonl:1 c_9999 \[corpus_id\] is not in/,
    ],
  ])("with %s are refused with file, line, field and remedy", async (_, bundle, message) => {
    await expect(check(bundle)).rejects.toThrow(message);
  });
});

describe("results", () => {
  it("must speak of known queries and snippets, rank by rank", async () => {
    const bundle = new TestBundle().editJson<{
      per_query: { query_id: string; top_results: { rank: number; corpus_id: string }[] }[];
    }>("results/BM25.json", ({ per_query: queries }) => {
      queries[0]!.query_id = "q_9999";
      queries[1]!.top_results[4]!.corpus_id = "c_9999";
      queries[2]!.top_results[4]!.rank = 11;
    });
    await expect(check(bundle)).rejects.toThrow(/BM25\.json q_9999 \[per_query\.query_id\] is no query/);
    await expect(check(bundle)).rejects.toThrow(/q_0001 \[top_results\.corpus_id\] c_9999 is not in/);
    await expect(check(bundle)).rejects.toThrow(/q_0002 \[top_results\.rank\] holds no rank 5/);
  });

  it("must have systems' names that mean one system", async () => {
    const bundle = new TestBundle();
    bundle.files["results/bm-25.json"] = bundle.files["results/BM25.json"]!;
    await expect(check(bundle)).rejects.toThrow(/The results files of BM25 and bm-25 have one name/);
  });

  it("must hold numbers that can be understood", async () => {
    const bundle = new TestBundle().edit("tests/pairwise_tests.json", () => '{"rows": [[1, 2, 3]]}');
    await expect(check(bundle)).rejects.toThrow(
      /pairwise_tests\.json - \[shape\] holds no number that could be understood; it holds rows\/0\/0/,
    );
  });
});

describe("vectors", () => {
  const arrays = (change: (arrays: Record<string, Uint8Array>) => undefined) =>
    new TestBundle().editArrays(VECTORS, change);
  /** Overwrites float32 values of row 4 of the corpus. */
  const rowFour = (value: number) =>
    arrays((members) => {
      const bytes = members["corpus_embeddings.npy"]!;
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let i = 0; i < 72; i++) view.setFloat32(valuesOf(bytes) + 4 * (4 * 72 + i), value, true);
    });

  it.each<[string, TestBundle, RegExp]>([
    [
      "a row of NaN",
      rowFour(NaN),
      /minilm-cut\.npz c_\d+ \[corpus_embeddings\] has a value that is not finite \(row 5\)/,
    ],
    ["a row of zeros", rowFour(0), /c_\d+ \[corpus_embeddings\] has a vector of zeros \(row 5\)/],
    [
      "an id of another corpus",
      arrays((members) => {
        const bytes = members["corpus_ids.npy"]!;
        bytes[valuesOf(bytes)] = "x".charCodeAt(0);
      }),
      /x_\d+ \[corpus_embeddings\] is at row 1, but is not an id of the data files[\s\S]*has no vector/,
    ],
    [
      "an id that is there twice",
      arrays((members) => {
        const bytes = members["query_ids.npy"]!;
        const [start, width] = [valuesOf(bytes), 4 * 6];
        bytes.copyWithin(start + width, start, start + width);
      }),
      /q_0000 \[query_embeddings\] is at row 2 and at row 1[\s\S]*q_0001 .* has no vector/,
    ],
    [
      "no matrix of the right size",
      arrays((members) => {
        members["corpus_embeddings.npy"] = npyBytes("<f4", [2, 2], new Uint8Array(16));
      }),
      /No float matrix of 149 rows can be the corpus\. It holds .*corpus_embeddings \(<f4, 2 x 2\)/,
    ],
    [
      "two matrices that could be it",
      arrays((members) => {
        members["more.npy"] = members["corpus_embeddings.npy"]!;
        members["again.npy"] = members["corpus_embeddings.npy"]!;
        members["corpus_embeddings.npy"] = members["corpus_ids.npy"]!;
      }),
      /More than one float matrix of 149 rows can be the corpus/,
    ],
  ])("with %s are refused with what was found", async (_, bundle, message) => {
    await expect(check(bundle)).rejects.toThrow(message);
  });

  it("that are no archive, or of a system without results, are refused", async () => {
    const broken = new TestBundle();
    broken.files[VECTORS] = strToU8("not a zip");
    await expect(check(broken)).rejects.toThrow(/minilm-cut\.npz - \[zip\] is no \.npz archive/);
    const stray = new TestBundle();
    stray.files["embeddings/stray.npz"] = readFileSync(join(folders[0]!, VECTORS));
    await expect(check(stray)).rejects.toThrow(
      /stray\.npz stray .* holds vectors of a system that has no results/,
    );
  });
});
