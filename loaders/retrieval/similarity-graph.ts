import { InferenceSession, Tensor } from "onnxruntime-node";

/**
 * A two-node ONNX graph, `similarities = queries x passages^T` and the `k` largest values of each row, written as
 * protobuf bytes here: 200 bytes need neither a Python exporter nor a binary in the repository, and onnxruntime's
 * matrix product is about a hundred times faster than a loop in JavaScript.
 *
 * Field numbers are those of onnx.proto (ONNX IR version 8, opset 13).
 */
export function similarityGraph(): Uint8Array {
  const FLOAT = 1;
  const INT64 = 7;
  const gemm = [text(1, "queries"), text(1, "passages"), text(2, "similarities"), text(4, "Gemm")];
  const transposed = [text(1, "transB"), varint(3, 1), varint(20, 2)];
  const topK = [
    text(1, "similarities"),
    text(1, "k"),
    text(2, "largest"),
    text(2, "places"),
    text(4, "TopK"),
  ];
  const graph = [
    message(1, [...gemm, message(5, transposed)]),
    message(1, topK),
    text(2, "similarity"),
    message(11, tensorInfo("queries", FLOAT, ["q", "d"])),
    message(11, tensorInfo("passages", FLOAT, ["n", "d"])),
    message(11, tensorInfo("k", INT64, ["one"])),
    message(12, tensorInfo("similarities", FLOAT, ["q", "n"])),
    message(12, tensorInfo("largest", FLOAT, ["q", "k"])),
  ];
  return Uint8Array.from([...varint(1, 8), ...message(7, graph), ...message(8, [varint(2, 13)])].flat());
}

/** ValueInfoProto: name, then a tensor type of this element type with named dimensions. */
function tensorInfo(name: string, elementType: number, dimensions: string[]): number[][] {
  const shape = dimensions.map((dimension) => message(1, [text(2, dimension)]));
  return [text(1, name), message(2, [message(1, [varint(1, elementType), message(2, shape)])])];
}

function varint(field: number, value: number): number[] {
  return [...rawVarint(field << 3), ...rawVarint(value)];
}

function message(field: number, parts: number[][]): number[] {
  const body = parts.flat();
  return [...rawVarint((field << 3) | 2), ...rawVarint(body.length), ...body];
}

const text = (field: number, value: string): number[] => message(field, [[...Buffer.from(value, "utf8")]]);

function rawVarint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...rawVarint(value >>> 7)];
}

/** Rows of equal length, one after the other. */
export interface Matrix {
  rows: number;
  columns: number;
  data: Float32Array;
}

/** Computes similarities of blocks of queries against all passages, float32. */
export interface SimilarityEngine {
  /** Rows `from` .. `to` of the queries: all similarities, row by row, and each row's `k` largest, descending. */
  run(from: number, to: number, k: number): Promise<{ similarities: Float32Array; largest: Float32Array }>;
  close(): Promise<void>;
}

/** Opens the graph for these matrices. @throws Error when their columns differ: a bug of the caller */
export async function openSimilarities(queries: Matrix, passages: Matrix): Promise<SimilarityEngine> {
  if (queries.columns !== passages.columns) {
    throw new Error(`queries have ${queries.columns} dimensions, passages ${passages.columns}`);
  }
  const { columns } = queries;
  const session = await InferenceSession.create(similarityGraph());
  const passageTensor = new Tensor("float32", passages.data, [passages.rows, columns]);
  return {
    async run(from, to, k) {
      const rows = queries.data.subarray(from * columns, to * columns);
      const { similarities, largest } = await session.run({
        queries: new Tensor("float32", rows, [to - from, columns]),
        passages: passageTensor,
        k: new Tensor("int64", BigInt64Array.of(BigInt(k)), [1]),
      });
      return { similarities: similarities!.data as Float32Array, largest: largest!.data as Float32Array };
    },
    close: () => session.release(),
  };
}
