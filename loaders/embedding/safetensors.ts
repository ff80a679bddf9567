import { readFileSync } from "node:fs";

export interface FloatTensor {
  dimensions: number[];
  data: Float32Array;
}

/**
 * The float32 tensors of a safetensors file: an 8-byte little-endian header length, a JSON header with each tensor's type,
 * shape and byte range, then the bytes (https://huggingface.co/docs/safetensors). Tensors of other types are left out.
 * @throws Error when the file is cut or is no safetensors file
 */
export function readSafetensors(path: string): Map<string, FloatTensor> {
  const file = readFileSync(path);
  const start = file.length < 8 ? Infinity : 8 + Number(file.readBigUInt64LE(0));
  if (start > file.length) throw new Error("the file is not a whole safetensors file");
  const header = JSON.parse(file.toString("utf8", 8, start)) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  const tensors = new Map<string, FloatTensor>();
  for (const [name, { dtype, shape, data_offsets: range }] of Object.entries(header)) {
    if (name === "__metadata__" || dtype !== "F32") continue;
    const [from, to] = [start + range[0], start + range[1]];
    if (to > file.length) throw new Error(`the safetensors file ends before ${name}`);
    const aligned = (file.byteOffset + from) % 4 === 0;
    const bytes = aligned ? file.subarray(from, to) : new Uint8Array(file.subarray(from, to));
    tensors.set(name, {
      dimensions: shape,
      data: new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4),
    });
  }
  return tensors;
}
