import { InferenceSession, Tensor } from "onnxruntime-node";
import { encodeOnnx } from "../embedding/onnx-writer.ts";

/**
 * A two-node ONNX graph, `similarities = queries x passages^T` and the `k` largest values of each row: onnxruntime's
 * matrix product is about a hundred times faster than a loop in JavaScript.
 */
export function similarityGraph(): Uint8Array {
  return encodeOnnx({
    name: "similarity",
    nodes: [
      {
        operator: "Gemm",
        inputs: ["queries", "passages"],
        outputs: ["similarities"],
        attributes: { transB: 1 },
      },
      { operator: "TopK", inputs: ["similarities", "k"], outputs: ["largest", "places"] },
    ],
    inputs: [
      { name: "queries", type: "float32", dimensions: ["q", "d"] },
      { name: "passages", type: "float32", dimensions: ["n", "d"] },
      { name: "k", type: "int64", dimensions: [1] },
    ],
    outputs: [
      { name: "similarities", type: "float32", dimensions: ["q", "n"] },
      { name: "largest", type: "float32", dimensions: ["q", "k"] },
      { name: "places", type: "int64", dimensions: ["q", "k"] },
    ],
  });
}

/** Rows of equal length, one after the other. */
export interface Matrix {
  rows: number;
  columns: number;
  data: Float32Array;
}

/** Similarities of a block of queries, row by row. */
export interface SimilarityBlock {
  similarities: Float32Array;
  /** `k` a row, descending. */
  largest: Float32Array;
  /** Which passages they are. */
  places: BigInt64Array;
}

/** Computes similarities of blocks of queries against all passages, float32. */
export interface SimilarityEngine {
  /** Rows `from` .. `to` of the queries: all similarities, row by row, and each row's `k` largest with their places. */
  run(from: number, to: number, k: number): Promise<SimilarityBlock>;
  close(): Promise<void>;
}

/** Opens the graph for these matrices. @throws Error when their columns differ: a bug of the caller */
export async function openSimilarities(queries: Matrix, passages: Matrix): Promise<SimilarityEngine> {
  if (queries.columns !== passages.columns) {
    throw new Error(`queries have ${queries.columns} dimensions, passages ${passages.columns}`);
  }
  const { columns } = queries;
  // Threads that spin while they wait take time from whatever else runs, and gain nothing in a handful of products.
  const options = { extra: { session: { intra_op: { allow_spinning: "0" } } } };
  const session = await InferenceSession.create(similarityGraph(), options);
  const passageTensor = new Tensor("float32", passages.data, [passages.rows, columns]);
  return {
    async run(from, to, k) {
      const rows = queries.data.subarray(from * columns, to * columns);
      const { similarities, largest, places } = await session.run({
        queries: new Tensor("float32", rows, [to - from, columns]),
        passages: passageTensor,
        k: new Tensor("int64", BigInt64Array.of(BigInt(k)), [1]),
      });
      return {
        similarities: similarities!.data as Float32Array,
        largest: largest!.data as Float32Array,
        places: places!.data as BigInt64Array,
      };
    },
    close: () => session.release(),
  };
}
