import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PerQueryRow } from "../../src/shared/rows.ts";
import { perQuery } from "../analyses/per-query.ts";
import { encodeRows } from "../store/parquet.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { compare, sideOf } from "./compare.ts";
import { parseMetric } from "./metrics.ts";
import { versionCorpus, versionNames, versionTasks } from "./version-corpus.ts";

const OPTIONS = { metric: parseMetric("exec@1") };
const [{ columns }] = perQuery as [(typeof perQuery)[number]];
let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "compare-test-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const row = (query: string, rank: number): PerQueryRow => ({
  dataset: "near-miss",
  system: "bm25",
  query,
  domain: "geometry",
  first_passing_rank: rank,
  canonical_rank: rank,
  canonical_similarity: 0.5,
  best_distractor_similarity: 0.25,
  own_above: 0,
  distractors: 4,
  passing_top10: 1 << (rank - 1),
  rank1_kind: "passing",
});

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), content);
}

describe("compare", () => {
  it("compares a built site with an export of figures, and names the figures whose rows differ", async () => {
    const [before, after] = [
      [row("p", 1), row("q", 2)],
      [row("p", 1), row("q", 1)],
    ].map((rows) => encodeRows(rows, columns));
    const other = encodeRows([row("x", 1)], columns);
    put("dist/_file/data/near-clones/per-query-near-miss.0123abcd.parquet", before!);
    put("dist/_file/data/near-clones/gap.0123abcd.parquet", other);
    put("export/near-clones-per-query-near-miss.parquet", after!);
    put("export/near-clones-gap.parquet", other);
    const index = ["per-query-near-miss", "gap"].map((name) => ({
      figure: `near-clones/${name}`,
      file: `near-clones-${name}.parquet`,
    }));
    put("export/index.json", JSON.stringify(index));
    const report = await compare(join(folder, "dist"), join(folder, "export"), OPTIONS);
    expect(report.figures).toEqual({ changed: ["near-clones/per-query-near-miss"], onlyA: [], onlyB: [] });
    const [{ metrics, items, won }] = report.comparisons as [(typeof report.comparisons)[number]];
    expect(metrics[0]).toMatchObject({ metric: "exec@1", a: 0.5, b: 1, difference: 0.5, n: 2 });
    expect(items.map(({ query }) => query)).toEqual(["q"]);
    expect(won).toBe(1);
  });

  it("lists what exists for a name that is nothing, and refuses two of different kinds", async () => {
    expect(() => sideOf("nothing")).toThrow(/"nothing" is no system, no version of a dataset and no folder/);
    await expect(compare("bm25", folder, OPTIONS)).rejects.toThrow(/"bm25" is a model, .* a build/);
    await expect(compare(folder, folder, OPTIONS)).rejects.toThrow(/holds no rows/);
    put("index.json", "{");
    await expect(compare(folder, folder, OPTIONS)).rejects.toThrow(/not the index of a figure export/);
  });
});

describe("versions of a dataset", { timeout: 60_000 }, () => {
  it("rank the tasks of their own, and leave out those whose texts are others today", async () => {
    const today = await loadCorpus("near-miss");
    const first = versionTasks(versionNames()[0]!);
    const whole = versionCorpus(today, first);
    expect(whole.withoutVectors.length + whole.corpus.tasks.length).toBe(first.size);
    expect(whole.corpus.tasks.length).toBeLessThan(today.tasks.length);
    const ids = new Set(whole.corpus.tasks.map(({ id }) => id));
    expect(whole.corpus.snippets.every(({ taskId }) => ids.has(taskId))).toBe(true);

    const [edited] = first.keys();
    const other = new Map(first).set(edited!, { ...first.get(edited!)!, query: "000000000000" });
    const left = versionCorpus(today, other);
    expect(left.withoutVectors).toEqual([...new Set([edited!, ...whole.withoutVectors])].sort());
    expect(() => versionTasks("near-miss@9.9.9")).toThrow(/No dataset version is called "near-miss@9\.9\.9"/);
  });
});
