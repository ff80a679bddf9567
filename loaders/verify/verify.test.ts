import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { systems } from "../analyses/systems.ts";
import { methodInputs } from "../analyses/method-inputs.ts";
import { checkManifest } from "../inputs/manifest.ts";
import type { Figure } from "../figures/figure.ts";
import { keptState } from "../figures/freshness.ts";
import { FIGURES } from "../figures/index.ts";
import { refreshFigure } from "../figures/refresh.ts";
import { lineOf, type Snapshot, takeSnapshot } from "../figures/snapshot.ts";
import { CACHE, fromRoot } from "../paths.ts";
import { verify } from "./verify.ts";

/** Two small figures of the registry: systems, and released versions. */
const CHOSEN = FIGURES.filter(({ id }) => [systems.id, methodInputs[0]!.id].includes(id));
let committed: Snapshot;

beforeAll(async () => {
  const lines = [];
  for (const figure of CHOSEN) lines.push(lineOf(figure, (await refreshFigure(figure)).state));
  committed = takeSnapshot(CHOSEN, lines, []);
});

const copy = (): Snapshot => structuredClone(committed);
const verdicts = async (before: Snapshot, kept = false, figures: readonly Figure[] = CHOSEN) =>
  (await verify(figures, { kept }, before)).figures.map(({ verdict }) => verdict);

describe("verify", { timeout: 120_000 }, () => {
  it("computes figures again apart from what is kept, finds them the same and leaves nothing behind", async () => {
    const scratch = () => readdirSync(fromRoot(CACHE)).filter((name) => name.startsWith("recompute-"));
    const others = scratch();
    const states = CHOSEN.map((figure) => keptState(figure));
    const report = await verify(CHOSEN, {}, copy());
    expect(report.figures.map(({ verdict }) => verdict)).toEqual(["same", "same"]);
    expect(report.violations).toEqual(checkManifest().violations);
    expect(report.failed).toBe(report.violations.length > 0);
    expect(CHOSEN.map((figure) => keptState(figure))).toEqual(states);
    expect(scratch().filter((name) => !others.includes(name))).toEqual([]);
  });

  it("compares the rows of the last build without computing them", async () => {
    expect(await verdicts(copy(), true)).toEqual(["same", "same"]);
  });

  it("finds a tampered digest and says that nothing explains it", async () => {
    const before = copy();
    Object.assign(before.figures[0]!, { exact: "0".repeat(32), close: "0".repeat(32) });
    const report = await verify(CHOSEN, { kept: true }, before);
    expect(report.figures[0]!.verdict).toBe("differs");
    expect(report.figures[0]!.causes).toMatchObject({ inputs: [], code: [], platform: [] });
    expect(report.failed).toBe(true);
  });

  it("counts a last bit only when asked to", async () => {
    const before = copy();
    before.figures[0]!.exact = "0".repeat(32);
    const clean = checkManifest().violations.length === 0;
    const [lenient, strict] = [
      await verify(CHOSEN, { kept: true }, before),
      await verify(CHOSEN, { kept: true, strict: true }, before),
    ];
    expect(lenient.figures[0]!.verdict).toBe("close");
    expect(lenient.failed).toBe(!clean);
    expect(strict.failed).toBe(true);
  });

  it("fails for a figure without a digest", async () => {
    const before = { ...copy(), figures: copy().figures.slice(1) };
    expect(await verdicts(before, true)).toEqual(["unlisted", "same"]);
  });
});
