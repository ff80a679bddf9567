import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPython } from "../execution/python-interpreter.ts";
import { decodeRows } from "../store/parquet.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { readCrossPasses } from "../tasks/cross-passes.ts";
import { datasetById, hasText } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { parseTasks } from "../tasks/read-tasks.ts";
import { zipFiles } from "./downloads.ts";
import { type ExportFiles, exportDataset } from "./export-files.ts";

/** The rules by which BEIR's GenericDataLoader (version 2.1) reads a folder, line by line as it does. */
const BEIR_LOADER = `
import csv, json, sys
corpus, queries, qrels = {}, {}, {}
for line in open("corpus.jsonl", encoding="utf8"):
    line = json.loads(line)
    corpus[line.get("_id")] = {"text": line.get("text"), "title": line.get("title")}
for line in open("queries.jsonl", encoding="utf8"):
    line = json.loads(line)
    queries[line.get("_id")] = line.get("text")
reader = csv.reader(open("qrels/test.tsv", encoding="utf-8"), delimiter="\\t", quoting=csv.QUOTE_MINIMAL)
next(reader)
for row in reader:
    query_id, corpus_id, score = row[0], row[1], int(row[2])
    qrels.setdefault(query_id, {})[corpus_id] = score
queries = {qid: queries[qid] for qid in qrels}
empty = sum(not d["text"] or d["title"] is None for d in corpus.values()) + sum(not q for q in queries.values())
unknown = sum(c not in corpus for q in qrels.values() for c in q)
print(json.dumps([len(corpus), len(queries), sum(map(len, qrels.values())), sorted({s for q in qrels.values() for s in q.values()}), empty, unknown]))
`;

let corpus: Corpus;
let folder: string;

beforeAll(async () => {
  corpus = await loadCorpus("near-miss");
  folder = mkdtempSync(join(tmpdir(), "export-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(files: ExportFiles): void {
  for (const [path, content] of Object.entries(files)) writeFileWhole(join(folder, path), content);
}

describe("exports", () => {
  it("load by BEIR's own rules, with score 1 for every snippet that passes", async () => {
    const files = await exportDataset("near-miss", "beir");
    write(files);
    const loaded: unknown = JSON.parse(
      execFileSync(findPython().executable, ["-c", BEIR_LOADER], {
        cwd: join(folder, "near-miss"),
        encoding: "utf8",
      }),
    );
    const passing = corpus.tasks.length + (await readCrossPasses("near-miss")).size;
    expect(loaded).toEqual([corpus.snippets.length, corpus.tasks.length, passing, [1], 0, 0]);
  });

  it("are zipped whole, equal files to equal bytes", () => {
    const files = { "near-miss/queries.jsonl": "{}\n", "near-miss/qrels/test.tsv": "query-id\n" };
    const zipped = zipFiles(files);
    expect(Object.keys(unzipSync(zipped))).toEqual(Object.keys(files));
    expect(zipFiles({ ...files })).toEqual(zipped);
  });

  it("in our own format are tasks with their near-clones", async () => {
    const text = (await exportDataset("near-miss", "jsonl"))["near-miss.jsonl"] as string;
    const lines = text
      .trimEnd()
      .split("\n")
      .map(
        (line) =>
          JSON.parse(line) as { id: string; distractors: { code: string; first_failing_test: object }[] },
      );
    const distractors = lines.flatMap((line) => line.distractors);
    expect(distractors).toHaveLength(corpus.snippets.length - corpus.tasks.length);
    expect(distractors.filter(({ code, first_failing_test: test }) => code === "" || !test)).toEqual([]);
    const own = lines.map((line) => JSON.stringify({ ...line, distractors: undefined })).join("\n");
    const { tasks, violations } = parseTasks(own, "export");
    expect(violations).toEqual([]);
    expect(tasks.map(({ id }) => id)).toEqual(corpus.tasks.map(({ id }) => id));
  });

  it("as triplets hold a canonical and one of its own near-clones", async () => {
    const bytes = (await exportDataset("near-miss", "triplets"))["near-miss-triplets.parquet"] as Uint8Array;
    const rows = await decodeRows<{ task: string; canonical: string; distractor: string }>(bytes);
    expect(rows).toHaveLength(corpus.snippets.length - corpus.tasks.length);
    const owner = new Map(corpus.snippets.map(({ code, taskId }) => [code, taskId]));
    const wrong = rows.filter(
      ({ task, canonical, distractor }) => owner.get(canonical) !== task || owner.get(distractor) !== task,
    );
    expect(wrong).toEqual([]);
  });

  it.skipIf(hasText(datasetById("humaneval")))("need the text, and say what brings it", async () => {
    await expect(exportDataset("humaneval", "beir")).rejects.toThrow(
      /text of humaneval is not on this machine/,
    );
  });
});
