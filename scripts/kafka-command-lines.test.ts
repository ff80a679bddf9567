import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FILE, QUESTION, SECOND } from "../loaders/kafka/gold-example.ts";
import { CORPUS_FILE } from "../loaders/kafka/imported-corpus.ts";
import { fromRoot } from "../loaders/paths.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kafka-command-lines-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(fromRoot("node_modules/.bin/tsx"), [script, ...args], {
    cwd: fromRoot(),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe("npm run check:gold", () => {
  it("leaves with 0 and counts questions by area over all files", () => {
    const { status, stdout, stderr } = run("scripts/check-gold.ts", write("a", FILE), write("b", SECOND));
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/2 well-formed questions\n {2}areas: quotas 2\nviolations: 0\n$/);
  });

  it("leaves with 1 and prints each violation, without a stack trace", () => {
    const broken = write("gold.yaml", QUESTION.replace("area: quotas", "area: none"));
    const { status, stdout, stderr } = run("scripts/check-gold.ts", broken);
    expect(status).toBe(1);
    expect(stderr).toMatch(/gold\.yaml:2 follower-throttle \[area\] .*Remedy: Choose one of/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toMatch(/violations: 1\n$/);
  });

  it("prints the agreement of a second annotation", () => {
    const annotations = write(
      "annotations.yaml",
      "annotations:\n  - question: follower-throttle\n    confidence: high\n" +
        "    choice: core/src/main/java/kafka/server/ReplicationQuotaManager.java\n",
    );
    const { status, stdout } = run("scripts/check-gold.ts", write("a", FILE), "--annotations", annotations);
    expect(status).toBe(0);
    expect(stdout).toMatch(/agreement 1\.000 \[1\.000, 1\.000\] \(n = 1\), before adjudication/);
  });

  it("leaves with 2 for a file that does not exist", () => {
    const { status, stderr } = run("scripts/check-gold.ts", join(folder, "none.yaml"));
    expect(status).toBe(2);
    expect(stderr).toMatch(/none\.yaml does not exist\./);
  });
});

describe("npm run import:kafka", () => {
  it("leaves with 2 for a folder that is no checkout, and leaves the imported text alone", () => {
    const stored = () =>
      existsSync(fromRoot(CORPUS_FILE)) ? readFileSync(fromRoot(CORPUS_FILE), "utf8") : null;
    const before = stored();
    const { status, stderr } = run("scripts/import-kafka.ts", "--path", folder);
    expect(status).toBe(2);
    expect(stderr).toMatch(/is no checkout of Kafka: it has no core\/src\/main\/java/);
    expect(stored()).toBe(before);
  });
});
