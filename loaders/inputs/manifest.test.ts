import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hostname, tmpdir, userInfo } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formatViolation } from "../errors.ts";
import { ROOT } from "../paths.ts";
import { cpuFeatures, currentEnvironment, readEnvironment } from "./environment.ts";
import { checkManifest, MANIFEST_FILE, writeManifest } from "./manifest.ts";

let root: string;

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "manifest-test-"));
  put("data/tasks/a.jsonl", "{}\n");
  put("data/frozen/vectors/near-miss/m.parquet", "bytes");
  put("data/models.yaml", "- id: m\n");
  put("data/imported/humaneval.jsonl", "never committed");
  put("data/weights/m/model.onnx", "never committed");
  put("data/README.md", "prose");
});
afterEach(() => rmSync(root, { recursive: true }));

describe("the manifest of committed inputs", () => {
  it("lists inputs only, sorted, with relative paths that sha256sum accepts", () => {
    const paths = writeManifest(root).map(({ path }) => path);
    expect(paths).toEqual([
      "data/frozen/vectors/near-miss/m.parquet",
      "data/models.yaml",
      "data/tasks/a.jsonl",
    ]);
    expect(checkManifest(root).violations).toEqual([]);
    const checked = spawnSync("sha256sum", ["--check", "--quiet", MANIFEST_FILE], { cwd: root });
    // A system without coreutils has no sha256sum; the format is checked above all the same.
    if (checked.error === undefined) expect(checked.status).toBe(0);
  });

  it("names each file that differs, is missing or is too many, with the remedy", () => {
    writeManifest(root);
    put("data/models.yaml", "- id: other\n");
    put("data/published/new.json", "{}");
    rmSync(join(root, "data/tasks/a.jsonl"));
    const lines = checkManifest(root).violations.map(formatViolation);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^data\/models\.yaml - \[differs\] .*git checkout -- data\/models\.yaml/);
    expect(lines[1]).toMatch(/^data\/published\/new\.json - \[extra\] .*npm run manifest/);
    expect(lines[2]).toMatch(/^data\/tasks\/a\.jsonl - \[missing\]/);
  });

  it("says which of its lines is damaged, and that it does not exist", () => {
    expect(() => checkManifest(root)).toThrow(/MANIFEST\.sha256 does not exist/);
    writeManifest(root);
    const file = join(root, MANIFEST_FILE);
    writeFileSync(file, `${readFileSync(file, "utf8")}garbage\n`);
    expect(() => checkManifest(root)).toThrow(/MANIFEST\.sha256:4 /);
  });
});

describe("the environment snapshot", () => {
  it("names no machine, user or path", () => {
    for (const environment of [currentEnvironment(), readEnvironment()]) {
      const text = JSON.stringify(environment);
      const secrets = [hostname(), userInfo().homedir, ROOT].filter((secret) => secret.length > 3);
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  it("keeps the CPU features that choose kernels, and none where the system tells none", () => {
    expect(cpuFeatures("flags\t\t: fpu avx2 fma avx512f\n")).toEqual(["fma", "avx2", "avx512f"]);
    expect(cpuFeatures("")).toEqual([]);
  });
});
