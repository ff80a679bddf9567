import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromRoot } from "../loaders/paths.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "code-rag-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    fromRoot("node_modules/.bin/tsx"),
    ["scripts/code-rag.ts", "--studies", join(folder, "studies"), ...args],
    { cwd: fromRoot(), encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

describe("npm run code-rag", () => {
  it("leaves with 2 when nothing or half of it was given, and says where to begin", () => {
    const { status, stderr } = run("--corpus", ".");
    expect(status).toBe(2);
    expect(stderr).toBe(
      "A study needs a code base and questions.\n" +
        "Give --corpus DIR and --gold FILE; `--init DIR` writes a gold file to start with.\n",
    );
  });

  it("writes a starter once, and refuses it until its texts are written", { timeout: 120_000 }, () => {
    const shop = join(folder, "My Shop");
    mkdirSync(shop);
    for (const name of ["a.py", "b.py", "c.py"]) writeFileSync(join(shop, name), `# ${name}\n`);
    const gold = join(folder, "gold.yaml");
    const init = () => run("--init", shop, "--gold", gold);
    expect(init().status).toBe(0);
    expect(readFileSync(gold, "utf8")).toContain("corpus: my-shop\n");
    expect(init()).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("is there already") as string,
    });
    const { status, stderr } = run("--corpus", shop, "--gold", gold, "--lexical");
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /gold\.yaml:\d+ first-question \[cognitive\.human\] still holds the starter's text\./,
    );
    expect(existsSync(join(folder, "studies"))).toBe(false);
  });

  it("removes a study, and names those there are when it is another", { timeout: 120_000 }, () => {
    mkdirSync(join(folder, "studies", "shop"), { recursive: true });
    const { status, stderr } = run("--remove", "kafka");
    expect([status, stderr]).toEqual([2, 'No study is called "kafka".\nChoose one of shop.\n']);
    expect(run("--remove", "shop").status).toBe(0);
    expect(existsSync(join(folder, "studies", "shop"))).toBe(false);
  });
});
