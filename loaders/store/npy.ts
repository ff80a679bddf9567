import { unzipSync } from "fflate";
import { fromHalf } from "../embedding/half-float.ts";

/** A matrix or vector of a NumPy file. */
export interface NpyArray {
  shape: number[];
  /** NumPy's name of the type, as `<f4` or `<U12`. */
  dtype: string;
  /** Row by row (C order). Numbers as float64, text as strings. */
  values: Float64Array | string[];
}

/** One archive member by name, without `.npy`. */
export type NpzArrays = Map<string, NpyArray>;

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/**
 * An array of a `.npy` file (format 1 to 3, numpy.lib.format): float16, float32, float64, signed and unsigned integers up
 * to 64 bits, bool, fixed-width Unicode (`<U`) and bytes (`|S`); little-endian, C order or a matrix in Fortran order.
 * Nothing is unpickled.
 * @throws Error that says what the file has and what is read here
 */
export function parseNpy(bytes: Uint8Array): NpyArray {
  if (!MAGIC.every((byte, i) => bytes[i] === byte)) throw new Error("it does not begin as a .npy file does");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12) throw new Error("it ends within its header");
  const long = bytes[6]! >= 2;
  const start = long ? 12 : 10;
  const end = start + (long ? view.getUint32(8, true) : view.getUint16(8, true));
  if (end > bytes.length) throw new Error("it ends within its header");
  const header = new TextDecoder("utf-8").decode(bytes.subarray(start, end));
  const { dtype, shape, fortran } = parseHeader(header);
  const count = shape.reduce((product, size) => product * size, 1);
  const { width, read } = readerOf(dtype);
  if (bytes.length - end !== count * width) {
    throw new Error(
      `it holds ${bytes.length - end} bytes, but ${dtype} of shape (${shape.join(", ")}) takes ${count * width}`,
    );
  }
  const [rows, columns] = shape as [number, number];
  const placeOf = (index: number): number =>
    fortran ? (index % columns) * rows + Math.floor(index / columns) : index;
  const at = (index: number): number => end + placeOf(index) * width;
  if (read.kind === "text") {
    return { shape, dtype, values: Array.from({ length: count }, (_, i) => read.of(view, at(i))) };
  }
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = read.of(view, at(i));
  return { shape, dtype, values };
}

/** All arrays of a `.npz` archive (stored or deflated). @throws Error that names the member which cannot be read */
export function parseNpz(bytes: Uint8Array): NpzArrays {
  let members: Record<string, Uint8Array>;
  try {
    members = unzipSync(bytes, { filter: ({ name }) => name.endsWith(".npy") });
  } catch (error) {
    throw new Error(`it is no .npz archive (${(error as Error).message})`, { cause: error });
  }
  return new Map(
    Object.entries(members).map(([name, content]) => {
      try {
        return [name.slice(0, -4), parseNpy(content)];
      } catch (error) {
        throw new Error(`its member ${name}: ${(error as Error).message}`, { cause: error });
      }
    }),
  );
}

/** The header is a Python literal with three known keys; a pattern reads it, so that nothing is evaluated. */
function parseHeader(header: string): { dtype: string; shape: number[]; fortran: boolean } {
  const dtype = /'descr':\s*'([^']+)'/.exec(header)?.[1];
  const order = /'fortran_order':\s*(True|False)/.exec(header)?.[1];
  const shape = /'shape':\s*\(([\d,\s]*)\)/.exec(header)?.[1];
  if (dtype === undefined || order === undefined || shape === undefined) {
    throw new Error("its header names no plain type, order and shape (structured types are not read)");
  }
  const sizes = shape.split(",").map((size) => size.trim()).filter((size) => size !== ""); // prettier-ignore
  if (order === "True" && sizes.length > 2) {
    throw new Error("it is in Fortran order: save numpy.ascontiguousarray(a) instead");
  }
  return { dtype, shape: sizes.map(Number), fortran: order === "True" && sizes.length === 2 };
}

type Read =
  | { kind: "number"; of: (view: DataView, at: number) => number }
  | { kind: "text"; of: (view: DataView, at: number) => string };

const NUMBERS: Record<string, { width: number; of: (view: DataView, at: number) => number }> = {
  f2: { width: 2, of: (view, at) => fromHalf(view.getUint16(at, true)) },
  f4: { width: 4, of: (view, at) => view.getFloat32(at, true) },
  f8: { width: 8, of: (view, at) => view.getFloat64(at, true) },
  i1: { width: 1, of: (view, at) => view.getInt8(at) },
  i2: { width: 2, of: (view, at) => view.getInt16(at, true) },
  i4: { width: 4, of: (view, at) => view.getInt32(at, true) },
  i8: { width: 8, of: (view, at) => Number(view.getBigInt64(at, true)) },
  u1: { width: 1, of: (view, at) => view.getUint8(at) },
  u2: { width: 2, of: (view, at) => view.getUint16(at, true) },
  u4: { width: 4, of: (view, at) => view.getUint32(at, true) },
  u8: { width: 8, of: (view, at) => Number(view.getBigUint64(at, true)) },
  b1: { width: 1, of: (view, at) => view.getUint8(at) },
};

function readerOf(dtype: string): { width: number; read: Read } {
  if (dtype === "|O") {
    throw new Error(
      "it holds Python objects, which would have to be unpickled: save text as fixed-width (dtype=str)",
    );
  }
  if (dtype.startsWith(">")) throw new Error(`it is big-endian (${dtype}): save a.astype("${dtype.replace(">", "<")}") instead`); // prettier-ignore
  const kind = dtype.slice(1);
  const number = NUMBERS[kind];
  if (number) return { width: number.width, read: { kind: "number", of: number.of } };
  const [, letter, size] = /^([US])(\d+)$/.exec(kind) ?? [];
  if (letter === "U") return { width: 4 * Number(size), read: { kind: "text", of: unicodeOf(Number(size)) } };
  if (letter === "S") return { width: Number(size), read: { kind: "text", of: bytesOf(Number(size)) } };
  throw new Error(`its type ${dtype} is not read here`);
}

/** Text of `size` code points, padded with zeros. */
const unicodeOf =
  (size: number) =>
  (view: DataView, at: number): string => {
    let text = "";
    for (let i = 0; i < size; i++) {
      const point = view.getUint32(at + 4 * i, true);
      if (point === 0) break;
      text += String.fromCodePoint(point);
    }
    return text;
  };

const bytesOf =
  (size: number) =>
  (view: DataView, at: number): string =>
    new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, size)).replace(/\0+$/, "");
