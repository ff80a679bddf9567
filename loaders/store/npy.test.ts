import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseNpy, parseNpz } from "./npy.ts";

interface Fixture {
  arrays: Record<string, { npy: string; shape: number[]; values: unknown }>;
  refused: Record<string, string>;
  npz: string;
  npz_compressed: string;
  npz_rows: number[][];
}

/** Written by NumPy itself: fixtures/make-npy.py. */
const fixture = JSON.parse(readFileSync(new URL("fixtures/numpy.json", import.meta.url), "utf8")) as Fixture;
const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, "base64"));

describe(".npy files", () => {
  it.each(Object.entries(fixture.arrays))("of %s hold what NumPy put in", (_, { npy, shape, values }) => {
    const array = parseNpy(bytesOf(npy));
    expect(array.shape).toEqual(shape);
    expect([...array.values]).toEqual([values].flat(2));
  });

  it.each([
    ["big_endian", /big-endian \(>f4\): save a\.astype\("<f4"\)/],
    ["objects", /Python objects, which would have to be unpickled/],
    ["complex", /type <c8 is not read/],
  ])("of %s are refused with a way out", (name, message) => {
    expect(() => parseNpy(bytesOf(fixture.refused[name]!))).toThrow(message);
  });

  it("that are cut off, or no such files, are not half-read", () => {
    const whole = bytesOf(fixture.arrays["float32"]!.npy);
    expect(() => parseNpy(whole.subarray(0, whole.length - 3))).toThrow(
      /holds 21 bytes, but <f4 of shape \(2, 3\) takes 24/,
    );
    expect(() => parseNpy(whole.subarray(0, 40))).toThrow(/ends within its header/);
    expect(() => parseNpy(new TextEncoder().encode("PAR1 is another format"))).toThrow(/does not begin/);
  });
});

describe(".npz files", () => {
  it.each(["npz", "npz_compressed"] as const)("(%s) give each array by its name", (name) => {
    const arrays = parseNpz(bytesOf(fixture[name]));
    expect([...arrays.keys()].sort()).toEqual(["ids", "vectors"]);
    expect(arrays.get("ids")!.values).toEqual(["math/gcd", "0a1b2c3d4e5f"]);
    expect([...arrays.get("vectors")!.values]).toEqual(fixture.npz_rows.flat());
  });

  it("that are none say so", () => {
    expect(() => parseNpz(new Uint8Array([1, 2, 3]))).toThrow(/no \.npz archive/);
  });
});
