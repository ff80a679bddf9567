import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BundleReport } from "../loaders/bundle/report.ts";
import { TestBundle } from "../loaders/bundle/test-bundle.ts";
import { fromRoot } from "../loaders/paths.ts";

const work = mkdtempSync(join(tmpdir(), "import-execretrieval-"));
const [imported, out] = [join(work, "imported"), join(work, "report")];
const dataset = join(imported, "execretrieval", "dataset.json");
const folders = [work];
let good: string;
let wrong: string;

beforeAll(() => {
  good = new TestBundle().write();
  wrong = new TestBundle()
    .editJson<{ metrics: Record<string, number> }>(
      "results/BM25.json",
      ({ metrics }) => (metrics["exec@1"] = 0.9),
    )
    .write();
  folders.push(good, wrong);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    fromRoot("node_modules/.bin/tsx"),
    ["scripts/import-execretrieval.ts", ...args],
    { cwd: fromRoot(), encoding: "utf8", env: { ...process.env, NEAR_MISS_IMPORTED: imported } },
  );
  return { status, stdout, stderr };
}

const readReport = (): BundleReport =>
  JSON.parse(readFileSync(join(out, "report.json"), "utf8")) as BundleReport;

describe("npm run import:execretrieval", () => {
  it("imports nothing when a cell differs, names it and leaves with 1", () => {
    const { status, stdout } = run(wrong, "--out", out);
    expect(status).toBe(1);
    expect(stdout).toMatch(/BM25\.json metrics\/exec@1 exec@1: published 0\.9, recomputed 0\.0666/);
    expect(existsSync(dataset)).toBe(false);
    expect(readReport().differences).toMatchObject([{ path: "metrics/exec@1", published: 0.9 }]);
    expect(readFileSync(join(out, "report.md"), "utf8")).toMatch(
      /\| results\/BM25\.json \| exec@1 \| metrics\/exec@1 \| 0\.9 \|/,
    );
  }, 120_000);

  it("imports it all the same when told so", () => {
    expect(run(wrong, "--out", out, "--accept-differences").status).toBe(1);
    expect(existsSync(dataset)).toBe(true);
    rmSync(join(imported, "execretrieval"), { recursive: true });
  }, 120_000);

  it("imports a bundle whose cells all come out, and leaves with 0", () => {
    const { status, stdout } = run(good, "--out", out, "--execute", "5");
    expect(status).toBe(0);
    expect(stdout).toMatch(/ 0 different, 0 not compared/);
    expect(existsSync(dataset)).toBe(true);
    expect(readReport().execution.executed_again).toBe(5);
  }, 120_000);

  it.each([
    [["--name", "near-miss"], /"near-miss" cannot be the id/],
    [["--execute", "many"], /wants a number of pairs, or all/],
  ])("leaves %j with 2", (args, message) => {
    const { status, stderr } = run(good, ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("leaves a folder that is no bundle with 2", () => {
    const { status, stderr } = run(work);
    expect(status).toBe(2);
    expect(stderr).toMatch(/has no SHA256SUMS/);
  });
});
