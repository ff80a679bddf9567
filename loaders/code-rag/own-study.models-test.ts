import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, it } from "vitest";
import { hasWeights } from "../embedding/weights.ts";
import { readModels, isOnnx } from "../embedding/models.ts";
import { readImportedStudy } from "../kafka/load-studies.ts";
import { fromRoot } from "../paths.ts";
import { EXAMPLE_GOLD } from "./starter-gold.ts";

const MODEL = "all-minilm-l6-v2";
const system = readModels()
  .filter(isOnnx)
  .find(({ id }) => id === MODEL)!;
const studies = mkdtempSync(join(tmpdir(), "own-study-"));
afterAll(() => rmSync(studies, { recursive: true, force: true }));

const run = (...more: string[]) =>
  spawnSync(
    fromRoot("node_modules/.bin/tsx"),
    [
      ...["scripts/code-rag.ts", "--corpus", ".", "--gold", EXAMPLE_GOLD, "--studies", studies],
      ...[
        "--include",
        "loaders/retrieval/*.ts",
        "src/shared/*.ts",
        "--exclude",
        "**/*test.ts",
        "--model",
        MODEL,
        ...more,
      ],
    ],
    { cwd: fromRoot(), encoding: "utf8" },
  );

describe.skipIf(!hasWeights(system))(`npm run code-rag with ${MODEL} (skipped without its weights)`, () => {
  it("embeds, ranks and freezes everything that it wants, and then finds nothing missing", async () => {
    expect(run("--check").status).toBe(1);
    const { status, stderr } = run();
    expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
    const study = await readImportedStudy(join(studies, "near-miss-code"));
    const own = study.cells.find((cell) => cell.system.id === MODEL)!;
    expect(own.state).toBe("ranked");
    expect(own.rankings!.rows.map(({ mode }) => mode)).toEqual(
      Array.from({ length: 20 }, () => ["vector", "hybrid"]).flat(),
    );
    expect(readFileSync(join(study.folder, "truncation.parquet")).length).toBeGreaterThan(0);
    const again = run("--check");
    expect([again.status, again.stdout.trim().split("\n").at(-1)]).toEqual([0, "Nothing is missing."]);
  });
});
