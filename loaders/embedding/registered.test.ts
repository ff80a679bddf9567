import { describe, expect, it } from "vitest";
import { wantedCells } from "../kafka/frozen-rankings.ts";
import { isOnnx, isPinned, isRemote, readModels } from "./models.ts";
import { needOf, registeredOnly, runSystems, runsUnnamed } from "./registered.ts";

const systems = readModels();
const run = new Set(runSystems(systems));

describe("a registered system", () => {
  it("belongs to the results once it has vectors, and not before", () => {
    expect(run.size + registeredOnly(systems).length).toBe(systems.length);
    expect(run.has(systems.find(({ id }) => id === "all-minilm-l6-v2")!)).toBe(true);
    expect(run.has(systems.find(({ id }) => id === "bm25")!)).toBe(true);
    for (const system of registeredOnly(systems)) expect(needOf(system)).not.toBe("");
  });

  it("is never asked, paid or downloaded by a command for all", () => {
    const unnamed = systems.filter(runsUnnamed);
    expect(unnamed.filter(isRemote)).toEqual([]);
    expect(unnamed.filter(isOnnx).every(isPinned)).toBe(true);
    expect(unnamed.some(({ id }) => id === "all-minilm-l6-v2")).toBe(true);
  });

  it("adds no empty cell to the study of Kafka", () => {
    for (const { system } of wantedCells(systems)) expect(registeredOnly(systems)).not.toContain(system);
  });
});
