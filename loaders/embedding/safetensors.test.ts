import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSafetensors } from "./safetensors.ts";

let path: string;
beforeEach(() => (path = join(mkdtempSync(join(tmpdir(), "safetensors-")), "model.safetensors")));
afterEach(() => rmSync(join(path, ".."), { recursive: true, force: true }));

/** @param padding spaces after the header, which move the tensors to any alignment */
function file(padding: string): Buffer {
  const header = {
    __metadata__: { format: "pt" },
    ids: { dtype: "I64", shape: [1], data_offsets: [0, 8] },
    weight: { dtype: "F32", shape: [2, 1], data_offsets: [8, 16] },
  };
  const json = Buffer.from(JSON.stringify(header) + padding);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  const data = Buffer.alloc(16);
  data.writeFloatLE(1.5, 8);
  data.writeFloatLE(-0.25, 12);
  return Buffer.concat([length, json, data]);
}

describe("readSafetensors", () => {
  it.each(["", " ", "  ", "   "])("reads float32 tensors at any alignment (%j)", (padding) => {
    writeFileSync(path, file(padding));
    const tensors = readSafetensors(path);
    expect([...tensors.keys()]).toEqual(["weight"]);
    expect(tensors.get("weight")).toEqual({ dimensions: [2, 1], data: Float32Array.of(1.5, -0.25) });
  });

  it("refuses a file that was cut", () => {
    writeFileSync(path, file("").subarray(0, -1));
    expect(() => readSafetensors(path)).toThrow("ends before weight");
    writeFileSync(path, "short");
    expect(() => readSafetensors(path)).toThrow("not a whole safetensors file");
  });
});
