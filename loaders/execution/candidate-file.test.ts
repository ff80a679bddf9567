import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CandidateFileError, readCandidate } from "./candidate-file.ts";

const folder = mkdtempSync(join(tmpdir(), "near-miss-candidate-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(bytes: Uint8Array): string {
  const path = join(folder, "candidate.py");
  writeFileSync(path, bytes);
  return path;
}

test("a candidate is read as UTF-8, without its byte order mark", () => {
  expect(readCandidate(file(Buffer.from("\ufeffname = 'é'\n")))).toBe("name = 'é'\n");
});

test("a file that is not UTF-8 is refused, naming line and byte", () => {
  const path = file(Buffer.concat([Buffer.from("# é\nname = '"), Buffer.from([0xe9]), Buffer.from("'\n")]));
  expect(() => readCandidate(path)).toThrow(CandidateFileError);
  expect(() => readCandidate(path)).toThrow(`${path}, line 2: byte 0xe9 is not UTF-8`);
});
