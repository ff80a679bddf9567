import { describe, expect, it } from "vitest";
import { readModels } from "../embedding/models.ts";
import { CHUNKINGS } from "./chunkings.ts";
import { gridOf } from "./grid.ts";

const grid = gridOf(readModels());
const namesOf = grid.map(({ system, chunking }) => `${system.id} ${chunking}`);

describe("gridOf", () => {
  it("begins with the cheapest system over all chunkings, the default one first, then gives each system the default", () => {
    expect(namesOf[0]).toBe("all-minilm-l6-v2 c1500-o200");
    const first = grid.slice(0, CHUNKINGS.length);
    expect(new Set(first.map(({ system }) => system.id))).toEqual(new Set(["all-minilm-l6-v2"]));
    expect(new Set(first.map(({ chunking }) => chunking))).toEqual(new Set(CHUNKINGS.map(({ id }) => id)));
    const next = grid.slice(CHUNKINGS.length, CHUNKINGS.length + 5);
    expect(next.map(({ chunking }) => chunking)).toEqual(Array(5).fill("c1500-o200"));
  });

  it("has each cell once, the dear system with two chunkings only", () => {
    expect(new Set(namesOf).size).toBe(namesOf.length);
    expect(namesOf.filter((name) => name.startsWith("all-mpnet-base-v2"))).toEqual([
      "all-mpnet-base-v2 c1500-o200",
      "all-mpnet-base-v2 c500-o100",
    ]);
  });
});
