import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { jobsOf, wantedOwn } from "./plan.ts";
import { promptBefore } from "./prompt.ts";
import { runJobs } from "./run-jobs.ts";
import { cpuBuild, type LlamaModel } from "./runtime.ts";
import { ScoreLog } from "./score-log.ts";
import type { Reader } from "./score-sequences.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "likelihood-run-"));
  path = join(folder, "scores.ndjson");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A token a character; every token costs one nat, and one more for each token before it. */
const model = {
  tokens: { bos: 0, shouldPrependBosToken: true },
  tokenize: (text: string) => [...text].map((character) => character.codePointAt(0)!),
} as unknown as LlamaModel;

class CountingReader implements Reader {
  #held = 0;
  keep(count: number): Promise<void> {
    this.#held = count;
    return Promise.resolve();
  }
  read(tokens: readonly number[], targets: readonly (number | undefined)[]): Promise<number[]> {
    return Promise.resolve(
      tokens.map((_, at) => (targets[at] === undefined ? Number.NaN : -(1 + ++this.#held))),
    );
  }
}

describe("scoring a corpus", () => {
  it("plans each query's own snippets after the query and alone, and nothing twice", async () => {
    const corpus = await loadCorpus("near-miss");
    const wanted = wantedOwn(corpus).slice(0, 20);
    const log = new ScoreLog(path);
    const jobs = jobsOf(corpus, wanted, log);
    const first = wanted[0]!;
    expect(jobs[0]!.before).toBe(promptBefore(corpus.tasks[first.query]!.query!));
    expect(jobs[1]!.before).toBe("");
    expect(jobs[0]!.codes).toEqual(first.snippets.map((snippet) => corpus.snippets[snippet]!.code));
    const readers = [new CountingReader(), new CountingReader()];
    await runJobs({ model, readers }, jobs, log, () => undefined);
    expect(jobsOf(corpus, wanted, log)).toEqual([]);
  });

  it("goes on after an interruption, even within a line", async () => {
    const log = new ScoreLog(path);
    const jobs = [{ before: "q", codes: ["ab", "ac"] }];
    await runJobs({ model, readers: [new CountingReader()] }, jobs, log, () => undefined);
    expect(log.get("q", "ab")?.tokens).toBe(2);
    appendFileSync(path, '{"key":"half a li');
    const again = new ScoreLog(path);
    again.add("", "ab", { tokens: 2, nats: -3 });
    const third = new ScoreLog(path);
    expect(third.size).toBe(3);
    expect(third.get("q", "ac")).toEqual(log.get("q", "ac"));
    expect(third.get("", "ab")).toEqual({ tokens: 2, nats: -3 });
  });
});

describe("the prompt", () => {
  it("is the docstring of a module, and a dollar sign in a query is only that", () => {
    expect(promptBefore(" Add $& and $1. ")).toBe('"""Add $& and $1."""\n\n');
  });
});

describe("the CPU build", () => {
  it("is called as node-llama-cpp calls its packages", () => {
    expect(cpuBuild("linux", "x64")).toBe("@node-llama-cpp/linux-x64");
    expect(cpuBuild("darwin", "arm64")).toBe("@node-llama-cpp/mac-arm64-metal");
    expect(cpuBuild("win32", "x64")).toBe("@node-llama-cpp/win-x64");
    expect(cpuBuild("linux", "arm")).toBe("@node-llama-cpp/linux-armv7l");
  });
});
