import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CACHE, fromRoot, repositoryPath } from "../paths.ts";

let folder: string;

beforeEach(() => {
  mkdirSync(fromRoot(CACHE), { recursive: true });
  folder = mkdtempSync(fromRoot(CACHE, "code-digest-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Digest as another process would see it: the module remembers within one. */
async function digestNow(files: Record<string, string>): Promise<string> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  vi.resetModules();
  const { codeDigest } = await import("./code-digest.ts");
  return codeDigest(repositoryPath(join(folder, "entry.ts")));
}

const ENTRY = 'import { rate } from "./used.ts";\nexport const double = (x: number) => 2 * x * rate;\n';
const FILES = {
  "entry.ts": ENTRY,
  "used.ts": "export const rate = 3;\n",
  "other.ts": "export const x = 1;\n",
};

describe("codeDigest", () => {
  it("changes with an imported module, and with nothing else", async () => {
    const before = await digestNow(FILES);
    expect(await digestNow({ ...FILES, "used.ts": "export const rate = 4;\n" })).not.toBe(before);
    expect(await digestNow({ ...FILES, "other.ts": "export const x = 2;\n" })).toBe(before);
    expect(await digestNow({ ...FILES, "used.ts": "// why three\nexport const rate = 3;\n" })).toBe(before);
  });
});
