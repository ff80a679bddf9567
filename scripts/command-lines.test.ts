import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fromRoot } from "../loaders/paths.ts";

const { scripts } = JSON.parse(readFileSync(fromRoot("package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

/** Scripts that parse a command line, by their npm name. */
const COMMANDS = Object.entries(scripts)
  .filter(([name, command]) => command.startsWith("tsx scripts/") && name !== "test")
  .map(([name, command]) => ({ name, file: command.split(" ")[1]! }));

function run(file: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(fromRoot("node_modules/.bin/tsx"), [file, ...args], {
    cwd: fromRoot(),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("command lines", () => {
  it.each(COMMANDS)("npm run $name explains itself and leaves with 0", ({ file }) => {
    const { status, stdout } = run(file, "--help");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: /);
  });

  it.each(COMMANDS)("npm run $name leaves bad usage with 2 and without a stack trace", ({ file }) => {
    const { status, stderr } = run(file, "--no-such-option");
    expect(status).toBe(2);
    expect(stderr).toMatch(/unknown option '--no-such-option'/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("leave without a word when the reader of their output has gone", () => {
    const piped = 'node_modules/.bin/tsx scripts/status.ts | true; test "${PIPESTATUS[0]}" -eq 0';
    const { status, stderr } = spawnSync("bash", ["-c", piped], { cwd: fromRoot(), encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it.each([
    ["scripts/start.ts", ["--port", "abc"], /wants a port/],
    [
      "scripts/figures.ts",
      ["--out", "x", "--only", "near-clones/nothing"],
      /No figure is called "near-clones\/nothing"/,
    ],
    ["scripts/freeze.ts", ["nothing"], /No dataset is called "nothing"/],
    ["scripts/stack.ts", ["nothing"], /No dataset is called "nothing"/],
    [
      "scripts/equivalents.ts",
      ["--dataset", "nothing"],
      /No dataset with committed text is called "nothing"/,
    ],
    ["scripts/freeze.ts", ["near-miss", "--executor", "ray"], /needs the cluster's address/],
    ["scripts/check-tasks.ts", ["--executor", "cloud"], /No executor is called "cloud"/],
    ["scripts/likelihood.ts", ["--model", "no-such.gguf"], /no-such\.gguf is not a GGUF file/],
    ["scripts/embed.ts", ["--model", "nothing", "--dataset", "near-miss"], /No system is called "nothing"/],
    ["scripts/rerank.ts", ["--reranker", "nothing"], /No reranker is called "nothing"/],
    ["scripts/rerank.ts", ["--reranker", "bge-reranker-base", "--k", "11"], /whole number from 2 to 10/],
    ["scripts/generate.ts", ["registry.jsonl"], /Name the model/],
    ["scripts/generate.ts", ["--registry", "nothing.jsonl", "--model", "m"], /nothing\.jsonl cannot be read/],
    [
      "scripts/generate.ts",
      ["--registry", "x", "--model", "m", "--append", "--bugs", "model"],
      /data\/tasks holds no bugs/,
    ],
    [
      "scripts/generate.ts",
      ["--registry", "x", "--model", "m", "--retries", "-1"],
      /whole number from 0 to 20/,
    ],
    ["scripts/release.ts", ["--version", "1", "--note", "x"], /"1" is no version/],
    ["scripts/release.ts", ["--version", "0.0.1", "--note", "x"], /0\.0\.1 is not higher than/],
    ["scripts/verify.ts", ["--only", "near-clones/nothing"], /No figure is called "near-clones\/nothing"/],
    ["scripts/verify.ts", ["--write", "--kept"], /--write takes no other option/],
    ["scripts/compare.ts", ["bm25", "nothing"], /"nothing" is no system, no version of a dataset/],
    ["scripts/compare.ts", ["bm25", "random", "--metric", "exec@2"], /No metric is called "exec@2"/],
    ["scripts/compare.ts", ["bm25", "random", "--max-drop", "2"], /wants a rate from 0 to 1/],
    ["scripts/export.ts", ["--format", "csv", "--out", "x"], /No format is called "csv"/],
    ["scripts/export.ts", ["--format", "beir", "--dataset", "x", "--out", "x"], /No dataset is called "x"/],
    ["scripts/import-tasks.ts", ["no-such-file", "--name", "x"], /no-such-file does not exist/],
    ["scripts/import-tasks.ts", ["package.json", "--name", "x"], /none of the known shapes/],
    ["scripts/import-tasks.ts", ["package.json", "--name", "kafka"], /name of the workbook itself/],
    ["scripts/import-doctests.ts", ["./no-such-folder"], /no-such-folder does not exist/],
    ["scripts/import-doctests.ts", [".", "--min-tests", "none"], /--min-tests is "none"/],
    ["scripts/import-humaneval.ts", ["--file", "no-such.whl"], /no-such\.whl does not exist/],
  ])("%s %j says what is wrong", (file, args, message) => {
    const { status, stderr } = run(file, ...args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it("npm run figures writes one figure and its index, and nothing half-written", () => {
    const folder = mkdtempSync(join(tmpdir(), "figures-test-"));
    expect(run("scripts/figures.ts", "--out", folder, "--only", "near-clones/systems").status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(["index.json", "near-clones-systems.parquet"]);
    const index = JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as Record<string, unknown>[];
    expect(index[0]).toMatchObject({ figure: "near-clones/systems", source: "loaders/analyses/systems.ts" });
    rmSync(folder, { recursive: true });
  });
});
