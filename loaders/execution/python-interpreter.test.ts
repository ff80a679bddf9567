import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findPython, PythonNotFoundError } from "./python-interpreter.ts";

const folder = mkdtempSync(join(tmpdir(), "near-miss-python-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A command that behaves as a shell script says. */
function fake(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe("finding Python", () => {
  test("gives the interpreter behind the command, and its version", () => {
    const { executable, version } = findPython();
    expect(version).toMatch(/^3\.\d+\.\d+$/);
    expect(findPython(executable)).toEqual({ executable, version });
    // A version manager's shim is a script that starts the interpreter.
    expect(findPython(fake("shim", `exec ${executable} "$@"`)).executable).toBe(executable);
  });

  test.each([
    ["missing", join(folder, "absent"), /`.*absent` was not found/],
    ["too old", fake("old", "echo /usr/bin/old; echo 3.6.15; echo cpython"), /is Python 3\.6\.15/],
    [
      "a broken shim",
      fake("broken", "echo 'pyenv: version not installed' >&2; exit 127"),
      /does not run Python \(pyenv: version/,
    ],
    [
      "another implementation",
      fake("other", "echo /usr/bin/pypy; echo 3.10.1; echo pypy"),
      /is pypy, not CPython/,
    ],
  ])("%s: one clear sentence with the remedy", (_, command, problem) => {
    expect(() => findPython(command)).toThrow(PythonNotFoundError);
    expect(() => findPython(command)).toThrow(problem);
    expect(() => findPython(command)).toThrow(/needs Python 3\.9 or newer.*NEAR_MISS_PYTHON/);
  });
});
