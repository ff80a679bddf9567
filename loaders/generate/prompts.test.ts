import { cpSync, appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { fromRoot } from "../paths.ts";
import { sha256 } from "../store/digest.ts";
import { loadPrompt, PROMPT_FOLDER, readLock } from "./prompts.ts";
import { parseRegistry } from "./registry.ts";

const folder = fromRoot(PROMPT_FOLDER);
const line = JSON.stringify({
  function_name: "add_up",
  query: "Add {{domain}} numbers.",
  domain: "geometry",
});
const [entry] = parseRegistry(line, "r.jsonl");

describe("the locked prompt", () => {
  it("is the one whose digests were recorded, file by file", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
    const digests = files.map((name) => [name, sha256(readFileSync(join(folder, name)))] as const);
    expect(readLock()).toEqual(new Map(digests));
    expect(loadPrompt("rule").digest).not.toBe(loadPrompt("model").digest);
  });

  it("is refused when a file was changed without its digest", () => {
    const copy = mkdtempSync(join(tmpdir(), "prompts-"));
    try {
      cpSync(folder, copy, { recursive: true });
      appendFileSync(join(copy, "task-user.txt"), "Be brief.\n");
      expect(() => loadPrompt("rule", copy)).toThrow(
        /task-user\.txt is not the prompt that LOCK\.sha256 records/,
      );
    } finally {
      rmSync(copy, { recursive: true });
    }
  });

  it("holds the entry's three fields and no unfilled place, and leaves braces of a question alone", () => {
    const user = loadPrompt("model").ask(entry!)[1]!.content;
    expect(user).toContain("Add {{domain}} numbers.");
    expect(user).toContain("domain: geometry");
    expect(user).toContain("`add_up`");
    expect(user.match(/\{\{\w+\}\}/g)).toEqual(["{{domain}}"]);
    for (const type of BUG_TYPES) expect(user).toContain(type);
    expect(loadPrompt("rule").ask(entry!)[1]!.content).not.toContain('"bugs"');
  });

  it("returns the last answer with what was wrong, and never an empty message", () => {
    const messages = loadPrompt("rule").repair(entry!, "", ["one", "two"]);
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages.every(({ content }) => content.trim() !== "")).toBe(true);
    expect(messages[3]!.content).toContain("- one\n- two");
  });
});
