import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { systems } from "../analyses/systems.ts";
import { methodInputs } from "../analyses/method-inputs.ts";
import { causesOf, platformChanges } from "./explain.ts";
import { currentState } from "./freshness.ts";
import { digestRows } from "./row-digest.ts";
import { type FigureDigests, lineOf, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { formatSnapshot, parseSnapshot, readSnapshot, writeSnapshot } from "./snapshot-file.ts";
import type { Figure } from "./figure.ts";

const FIGURES = [systems, methodInputs[0]!] as unknown as Figure[];
let snapshot: Snapshot;

const line = async (figure: Figure): Promise<FigureDigests> =>
  lineOf(figure, {
    ...currentState(figure),
    computed: "2026-11-30T00:00:00.000Z",
    ...digestRows(await figure.compute(), figure.columns),
  });

beforeAll(async () => {
  snapshot = takeSnapshot(FIGURES, await Promise.all(FIGURES.map(line)), []);
});

const copy = (): Snapshot => structuredClone(snapshot);

const causes = (before: Snapshot) =>
  causesOf(FIGURES[0]!, { before: before.figures[0]!, now: snapshot.figures[0]! }, { before, now: snapshot });

describe("a snapshot", () => {
  it("lists the committed inputs and modules of its figures, and survives being written and read", () => {
    expect(Object.keys(snapshot.inputs)).toContain("data/models.yaml");
    expect(Object.keys(snapshot.inputs)).toContain("data/versions.json");
    expect(Object.keys(snapshot.modules)).toContain("loaders/embedding/models.ts");
    expect(snapshot.packages).toHaveProperty("zod");
    const root = mkdtempSync(join(tmpdir(), "snapshot-test-"));
    writeSnapshot(snapshot, root);
    expect(readSnapshot(root)).toEqual(snapshot);
    rmSync(root, { recursive: true });
  });

  it("has a line a figure, and names line, figure, field and remedy of a damaged one", () => {
    const text = formatSnapshot(snapshot);
    const damaged = text.replace(/"exact":"[0-9a-f]{32}"/, '"exact":"nonsense"');
    const at = text.split("\n").findIndex((entry) => entry.includes("near-clones/systems")) + 1;
    expect(() => parseSnapshot(damaged, "d.json")).toThrow(
      new RegExp(`d\\.json:${at} near-clones/systems \\[exact\\].*npm run verify -- --write`),
    );
    expect(() => parseSnapshot(text.slice(0, -20), "d.json")).toThrow(/d\.json - .*cannot be read as JSON/);
  });

  it("says how to get one where none is committed", () => {
    const root = mkdtempSync(join(tmpdir(), "snapshot-test-"));
    mkdirSync(join(root, "data"));
    expect(() => readSnapshot(root)).toThrow(/figure-digests\.json does not exist/);
    writeFileSync(join(root, "data/figure-digests.json"), "{}");
    expect(() => readSnapshot(root)).toThrow(/figure-digests\.json/);
    rmSync(root, { recursive: true });
  });
});

describe("the causes of a difference", () => {
  it("are none between equal snapshots", () => {
    expect(causes(copy())).toEqual({ inputs: [], code: [], platform: [] });
  });

  it("name the input that changed, and none that the figure does not read", () => {
    const before = copy();
    before.figures[0]!.inputs = "0".repeat(16);
    before.inputs["data/models.yaml"] = "0".repeat(16);
    before.inputs["data/versions.json"] = "0".repeat(16);
    expect(causes(before).inputs).toEqual(["data/models.yaml changed"]);
  });

  it("name the module and the package that changed", () => {
    const before = copy();
    before.figures[0]!.code = "0".repeat(16);
    before.modules["loaders/embedding/models.ts"] = "0".repeat(16);
    before.packages.yaml = "1.0.0";
    const { code } = causes(before);
    expect(code[0]).toBe("loaders/embedding/models.ts changed");
    expect(code[1]).toMatch(/^package yaml 1\.0\.0 then, 2\./);
  });

  it("name a module that is gone only where no other explains the difference", () => {
    const before = copy();
    before.figures[0]!.code = "0".repeat(16);
    before.modules["loaders/old.ts"] = "0".repeat(16);
    expect(causes(before).code).toEqual(["loaders/old.ts is gone"]);
  });

  it("name what differs of the platform", () => {
    const other = structuredClone(snapshot.platform);
    other.node = "18.0.0";
    other.cpu.features = ["asimd"];
    const [node, features] = platformChanges(other, snapshot.platform);
    expect(node).toMatch(/^Node\.js 18\.0\.0 then, /);
    expect(features).toMatch(/^CPU features asimd then, /);
  });
});
