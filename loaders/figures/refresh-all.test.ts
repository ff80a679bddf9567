import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { InputError } from "../errors.ts";
import { readRows } from "../store/parquet.ts";
import type { Figure } from "./figure.ts";
import { AFTER, MISTAKEN, SMALL, VIOLATION, WHERE } from "./fixtures/registry.ts";
import { figureFiles, keptState } from "./freshness.ts";
import { refreshFigures } from "./refresh-all.ts";

const worker = fileURLToPath(new URL("fixtures/worker.ts", import.meta.url));

const forget = (): void => rmSync(dirname(figureFiles(WHERE).rows), { recursive: true, force: true });
afterEach(forget);

const rowDigests = (figures: readonly Figure[]) => figures.map((figure) => keptState(figure)?.exact);

/** Computed figures and progress of a run. */
async function run(figures: readonly Figure[], workers: number) {
  const computed: string[] = [];
  const progress: string[] = [];
  const count = await refreshFigures(figures, {
    workers,
    worker,
    onComputed: ({ figure }) => computed.push(figure),
    onProgress: (done, total) => progress.push(`${done}/${total}`),
  });
  return { count, computed, progress };
}

describe("refreshFigures", { timeout: 120_000 }, () => {
  it("keeps the same rows whether one thread computes them or several", async () => {
    await run(SMALL, 1);
    const alone = rowDigests(SMALL);
    forget();
    const { count, computed, progress } = await run([...SMALL, WHERE], 2);
    expect(rowDigests(SMALL)).toEqual(alone);
    expect(await readRows(figureFiles(WHERE).rows)).toEqual([{ in_thread: true }]);
    expect(count).toBe(4);
    expect(computed.toSorted()).toEqual([...SMALL, WHERE].map(({ id }) => id).toSorted());
    expect(progress).toEqual(["1/4", "2/4", "3/4", "4/4"]);
  });

  it("computes what is stale and nothing else", async () => {
    await run(SMALL.slice(1), 1);
    const { count, computed, progress } = await run(SMALL, 2);
    expect([count, computed]).toEqual([1, [SMALL[0]!.id]]);
    expect(progress).toEqual(["2/3", "3/3"]);
    expect((await run(SMALL, 2)).count).toBe(0);
  });

  it("computes in this thread by default where the work is little", async () => {
    expect(await refreshFigures([WHERE], { worker })).toBe(1);
    expect(await readRows(figureFiles(WHERE).rows)).toEqual([{ in_thread: false }]);
  });

  it.each([1, 2])(
    "says a mistake as it was made and begins nothing after it (workers: %i)",
    async (workers) => {
      const failing = run([WHERE, MISTAKEN, AFTER], workers);
      await expect(failing).rejects.toThrow(new InputError([VIOLATION]));
      await expect(failing).rejects.toBeInstanceOf(InputError);
      await expect(failing).rejects.toMatchObject({ exitCode: 1, violations: [VIOLATION] });
      expect(keptState(WHERE)).not.toBeNull();
      expect([keptState(MISTAKEN), keptState(AFTER)]).toEqual([null, null]);
    },
  );
});
