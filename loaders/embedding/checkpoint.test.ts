import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Checkpoint } from "./checkpoint.ts";

let path: string;
beforeEach(() => (path = join(mkdtempSync(join(tmpdir(), "checkpoint-")), "inner", "run.ndjson")));
afterEach(() => rmSync(join(path, "..", ".."), { recursive: true, force: true }));

const embedding = (value: number): Parameters<Checkpoint["add"]>[1] => ({
  vector: Float32Array.of(value, 1 / 3),
  tokens: 5,
  truncated: true,
  visibleCharacters: 9,
});

it("gives a second run exactly what a first one finished", () => {
  new Checkpoint(path).add("a", embedding(0.1));
  const second = new Checkpoint(path);
  expect(second.get("a")).toEqual(embedding(0.1));
  expect(second.get("b")).toBeUndefined();
});

it("survives a run that was killed in the middle of a line", () => {
  new Checkpoint(path).add("a", embedding(0.1));
  const half = readFileSync(path, "utf8").slice(0, 40);
  appendFileSync(path, half);
  const resumed = new Checkpoint(path);
  resumed.add("b", embedding(0.2));
  const third = new Checkpoint(path);
  expect(third.size).toBe(2);
  expect(third.get("b")).toEqual(embedding(0.2));
});

it("goes away when everything is in its place", () => {
  const checkpoint = new Checkpoint(path);
  checkpoint.add("a", embedding(0.1));
  checkpoint.remove();
  expect(existsSync(path)).toBe(false);
});
