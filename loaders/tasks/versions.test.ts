import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { datasetById } from "./datasets.ts";
import { readTasks } from "./read-tasks.ts";
import type { Task } from "./types.ts";
import { describeChanges } from "./version-changes.ts";
import { changesOf, checkVersions, readVersions, release, taskFilesDigest } from "./versions.ts";

const task = (name: string, query = "Add one.", tests = [`assert ${name}(1) == 2`]): Task => ({
  id: `math_numerical/${name}`,
  function_name: name,
  query,
  domain: "math_numerical",
  canonical: `def ${name}(x):\n    return x + 1\n`,
  tests,
});

let root: string;
const FIRST = { version: "0.1.0", note: "First.", date: "2026-01-02" };
const SECOND = { version: "1.0.0", note: "More.", date: "2026-02-03" };

function write(tasks: Task[]): Task[] {
  mkdirSync(join(root, "data/tasks"), { recursive: true });
  writeFileSync(
    join(root, "data/tasks/math_numerical.jsonl"),
    tasks.map((item) => `${JSON.stringify(item)}\n`).join(""),
  );
  return tasks;
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "versions-test-"));
});
afterEach(() => rmSync(root, { recursive: true }));

describe("released versions", () => {
  it("have the digest that sha256sum gives", () => {
    write([task("a")]);
    writeFileSync(join(root, "data/tasks/collections.jsonl"), "\n");
    const script =
      "import glob,hashlib as h\nd=lambda b:h.sha256(b).hexdigest()\n" +
      "print(d(''.join(f\"{d(open(p,'rb').read())}  {p}\\n\" for p in sorted(glob.glob('data/tasks/*.jsonl'))).encode()))";
    expect(taskFilesDigest(root)).toBe(
      execFileSync("python3", ["-c", script], { cwd: root, encoding: "utf8" }).trim(),
    );
  });

  it("say what was added, removed and changed, computed from the tasks", () => {
    release(write([task("a"), task("b"), task("c")]), FIRST, root);
    const later = write([task("a"), task("b", "Add 1.", ["assert b(2) == 3"]), task("d"), task("e")]);
    expect(release(later, SECOND, root).changes).toEqual([
      "2 added: math_numerical 2",
      "math_numerical/c: removed",
      "math_numerical/b: query and tests changed",
    ]);
    expect(checkVersions(later, root)).toEqual([]);
    expect(readVersions(root).map(({ version, tasks }) => [version, tasks])).toEqual([
      ["0.1.0", 3],
      ["1.0.0", 4],
    ]);
  });

  it("do not hold edited tasks: the check names the task and the command", () => {
    release(write([task("a")]), FIRST, root);
    const [violation] = checkVersions(write([task("a", "Another query.")]), root);
    expect(violation!.message).toBe("data/tasks is not version 0.1.0: math_numerical/a: query changed.");
    expect(violation!.remedy).toMatch(/npm run release -- --version/);
  });

  it("cannot be released twice, backwards, or without a change", () => {
    const tasks = write([task("a")]);
    release(tasks, SECOND, root);
    expect(() => release(tasks, { ...SECOND, version: "1.0.1" }, root)).toThrow(/is version 1.0.0 already/);
    write([task("a"), task("b")]);
    expect(() => release(tasks, SECOND, root)).toThrow(/1.0.0 is released; it is never edited/);
    expect(() => release(tasks, { ...SECOND, version: "0.9.9" }, root)).toThrow(/not higher than 1.0.0/);
    expect(() => release(tasks, { ...SECOND, version: "1.1" }, root)).toThrow(/"1.1" is no version/);
    expect(release(tasks, { ...SECOND, version: "1.0.10" }, root).version).toBe("1.0.10");
  });

  it("show when their record is edited by hand", () => {
    const tasks = write([task("a")]);
    release(tasks, FIRST, root);
    const file = join(root, "data/versions.json");
    const record = readFileSync(file, "utf8");
    writeFileSync(file, record.replace("1 added", "2 added"));
    expect(checkVersions(tasks, root)[0]!.message).toMatch(/other changes than its digests give/);
    writeFileSync(file, record.replace(/"sha256": "../, '"sha256": "'));
    expect(() => checkVersions(tasks, root)).toThrow(/data\/versions\.json 0\.sha256 .* 64 hex digits/);
  });
});

describe("the committed versions", () => {
  it("are whole: each entry's changes follow from its digests", () => {
    const versions = readVersions();
    expect(versions[0]).toMatchObject({ version: "0.1.0", tasks: 527 });
    versions.forEach((version, index) =>
      expect(describeChanges(changesOf(versions, index))).toEqual(version.changes),
    );
    const violations = checkVersions(readTasks(datasetById("near-miss")));
    expect(violations.filter(({ message }) => !message.startsWith("data/tasks is not"))).toEqual([]);
  });
});
