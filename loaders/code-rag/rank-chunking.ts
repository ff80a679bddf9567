import type { DenseSystem } from "../embedding/models.ts";
import { decodeHalves, encodeHalves } from "../embedding/half-float.ts";
import { buildBm25, scoreBm25, type Bm25Settings } from "../retrieval/bm25.ts";
import { dot, norm } from "../retrieval/exact-similarity.ts";
import type { ChunkedCodeBase } from "./chunked-code-base.ts";
import { fuseFiles, rankFiles, scoreFiles, type FileRanking, type ScoredFiles } from "./rank-files.ts";
import type { Mode, RagQuestion } from "./types.ts";

/** A dense system's vectors of every chunk and of every form's text. */
export interface DenseVectors {
  system: DenseSystem;
  passages: readonly Float32Array[];
  /** By text of the form. */
  queries: ReadonlyMap<string, Float32Array>;
}

/** One ranking as it is told: `system` is the lexical one's for `bm25`, the dense one's for `vector` and `hybrid`. */
export interface Ranked {
  system: string;
  mode: Mode;
  question: number;
  form: string;
  ranking: FileRanking;
}

/** A vector as it would come back from a frozen file: half floats, so that frozen and fresh vectors rank alike. */
export const rounded = (vector: Float32Array): Float32Array => decodeHalves(encodeHalves(vector));

/**
 * Ranks every form of every question by BM25, and by each dense system alone and fused with BM25.
 * @param onRanked told each ranking; `onQuestion` each finished question
 */
export function rankChunking(
  code: ChunkedCodeBase,
  questions: readonly RagQuestion[],
  lexical: { id: string } & Bm25Settings,
  dense: readonly DenseVectors[],
  onRanked: (ranked: Ranked) => void,
  onQuestion: (done: number) => void = () => undefined,
): void {
  const index = buildBm25(
    code.chunks.map(({ text }) => text),
    lexical,
  );
  const scorers = dense.map(vectorScorer);
  questions.forEach(({ forms }, question) => {
    for (const { form, text } of forms) {
      const tell = (system: string, mode: Mode, scored: ScoredFiles, floor?: number): void =>
        onRanked({ system, mode, question, form, ranking: rankFiles(code, scored, floor) });
      const bm25 = scoreFiles(code, scoreBm25(index, text));
      tell(lexical.id, "bm25", bm25, 0);
      dense.forEach(({ system }, at) => {
        const vector = scoreFiles(code, scorers[at]!(text));
        tell(system.id, "vector", vector);
        tell(system.id, "hybrid", fuseFiles(vector, bm25));
      });
    }
    onQuestion(question + 1);
  });
}

/** Similarity of every chunk to a form's text. */
export function vectorScorer({ system, passages, queries }: DenseVectors): (text: string) => Float64Array {
  const dimensions = system.dimensions;
  const matrix = new Float32Array(passages.length * dimensions);
  passages.forEach((vector, chunk) => matrix.set(rounded(vector), chunk * dimensions));
  const lengths = passages.map((_, chunk) =>
    norm(matrix.subarray(chunk * dimensions, (chunk + 1) * dimensions)),
  );
  return (text) => {
    const query = rounded(queries.get(text)!);
    const [wide, length] = [new Float64Array(query), norm(query)];
    return Float64Array.from(lengths, (chunkLength, chunk) => {
      const product = dot(wide, matrix, chunk * dimensions);
      return system.similarity === "dot" ? product : product / (length * chunkLength);
    });
  };
}
