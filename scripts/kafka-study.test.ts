import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fromRoot } from "../loaders/paths.ts";

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(fromRoot("node_modules/.bin/tsx"), [script, ...args], {
    cwd: fromRoot(),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("npm run kafka:embed", () => {
  it("leaves with 2 when nothing is chosen, and names the options", () => {
    const { status, stderr } = run("scripts/kafka-embed.ts");
    expect(status).toBe(2);
    expect(stderr).toBe("Nothing was chosen.\nGive --model ID, --chunking ID or --all.\n");
  });
});

describe("npm run kafka:rank", () => {
  it("leaves with 2 for a chunking that does not exist, before it reads the corpus", () => {
    const { status, stderr } = run("scripts/kafka-rank.ts", "--chunking", "c1-o0");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^No chunking is called "c1-o0"\.\nChoose one of c500-o100, /);
  });
});
