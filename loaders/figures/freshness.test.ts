import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { staleReason } from "../../src/shared/freshness.ts";
import { CACHE, fromRoot, repositoryPath } from "../paths.ts";
import { decodeRows } from "../store/parquet.ts";
import { columnsOf, type Figure } from "./figure.ts";
import { figureFiles, freshness } from "./freshness.ts";
import { refreshFigure, shownDigest } from "./refresh.ts";
import { siteFreshness } from "./site-freshness.ts";

interface Row {
  name: string;
  value: number;
}

let folder: string;
let computed: number;
let figure: Figure<Row>;

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

beforeEach(() => {
  mkdirSync(fromRoot(CACHE), { recursive: true });
  folder = mkdtempSync(fromRoot(CACHE, "freshness-test-"));
  write("analysis.ts", 'import { one } from "./part.ts";\nexport const answer = one + 1;\n');
  write("part.ts", "export const one = 1;\n");
  write("rows.csv", "a,1\n");
  computed = 0;
  figure = {
    id: `test-${folder.split("-").at(-1)!}/rows`,
    title: "test",
    source: repositoryPath(join(folder, "analysis.ts")),
    inputs: [`${repositoryPath(folder)}/*.csv`],
    columns: columnsOf<Row>({ name: ["utf8", "", "name"], value: ["int32", "count", "value"] }),
    compute: () => {
      computed++;
      return Promise.resolve([{ name: "a", value: computed }]);
    },
  };
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(figureFiles(figure).rows, ".."), { recursive: true, force: true });
});

describe("freshness", () => {
  it("computes once, then keeps the rows until something that decides them changes", async () => {
    expect(freshness(figure).state).toBe("missing");
    await refreshFigure(figure);
    expect(freshness(figure)).toEqual({ state: "fresh", reason: "" });
    const kept = await refreshFigure(figure);
    expect(kept.computed).toBe(false);
    expect(await decodeRows(kept.bytes)).toEqual([{ name: "a", value: 1 }]);
  });

  it("names the input that changed, came or went", async () => {
    await refreshFigure(figure);
    write("rows.csv", "a,22\n");
    expect(freshness(figure)).toMatchObject({
      state: "stale",
      reason: expect.stringMatching(/rows\.csv changed$/),
    });
    await refreshFigure(figure);
    write("more.csv", "b,1\n");
    expect(freshness(figure).reason).toMatch(/more\.csv is new$/);
    await refreshFigure(figure);
    rmSync(join(folder, "rows.csv"));
    expect(freshness(figure).reason).toMatch(/rows\.csv is gone$/);
    expect((await refreshFigure(figure)).computed).toBe(true);
  });

  it("tells a site whose rows are older what changed since, also when newer rows are kept", async () => {
    const { state } = await refreshFigure(figure);
    expect(staleReason(siteFreshness([figure]), figure.id, state.digest)).toBeNull();
    write("rows.csv", "a,22\n");
    expect(staleReason(siteFreshness([figure]), figure.id, state.digest)).toMatch(/rows\.csv changed$/);
    await refreshFigure(figure);
    expect(staleReason(siteFreshness([figure]), figure.id, state.digest)).toMatch(/rows\.csv changed$/);
    expect(await decodeRows(readFileSync(figureFiles(figure).rowsBefore))).toEqual([{ name: "a", value: 1 }]);
    const shown = await refreshFigure(figure);
    expect(staleReason(siteFreshness([figure]), figure.id, shown.state.digest)).toBeNull();
  });

  it("keeps stale rows when asked to, and says under which digest they were computed", async () => {
    const { state } = await refreshFigure(figure);
    write("rows.csv", "a,22\n");
    vi.stubEnv("NEAR_MISS_KEEP_STALE", "1");
    const kept = await refreshFigure(figure);
    expect(kept.computed).toBe(false);
    expect([shownDigest(figure), kept.state.digest]).toEqual([state.digest, state.digest]);
    vi.unstubAllEnvs();
    expect((await refreshFigure(figure)).computed).toBe(true);
    expect(shownDigest(figure)).not.toBe(state.digest);
  });
});
