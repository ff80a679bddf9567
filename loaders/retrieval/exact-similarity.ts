/**
 * Float64 similarities that every machine computes to the same bits: plain additions in a fixed order (four interleaved
 * partial sums, which let a processor overlap them), no fused multiply-add. All similarities that decide an order or a
 * tie go through here, so that equal vectors have bit-equal similarities wherever they are stored.
 * @param a in float64 already, for one query meets many snippets (and one array type keeps this loop fast)
 */
export function dot(a: Float64Array, b: Float32Array, bOffset = 0): number {
  const length = a.length;
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 3 < length; i += 4) {
    s0 += a[i]! * b[bOffset + i]!;
    s1 += a[i + 1]! * b[bOffset + i + 1]!;
    s2 += a[i + 2]! * b[bOffset + i + 2]!;
    s3 += a[i + 3]! * b[bOffset + i + 3]!;
  }
  for (; i < length; i++) s0 += a[i]! * b[bOffset + i]!;
  return s0 + s1 + (s2 + s3);
}

/** Length of a vector. */
export const norm = (vector: Float32Array): number => Math.sqrt(dot(new Float64Array(vector), vector));

/** Cosine or dot product of two vectors. */
export function exactSimilarity(a: Float32Array, b: Float32Array, similarity: "cosine" | "dot"): number {
  const product = dot(new Float64Array(a), b);
  return similarity === "dot" ? product : product / (norm(a) * norm(b));
}
