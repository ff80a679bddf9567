import { UserError } from "../errors.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { corpusItems } from "./embed-corpus.ts";
import { FIDELITY, planEmbedding, sampleOf, type EncodeTexts } from "./embed-vectors.ts";
import { decodeHalves } from "./half-float.ts";
import type { DenseSystem } from "./models.ts";
import { readVectors, vectorsPath } from "./vectors.ts";

/**
 * Embeds a sample of what was just frozen once more, and compares.
 * @returns the smallest cosine and the size of the sample
 * @throws UserError when an item lacks a vector, or when the same text comes out as another vector (below 0.999)
 */
export async function verifyVectors(
  corpus: Corpus,
  system: DenseSystem,
  encode: EncodeTexts,
): Promise<{ smallest: number; sampled: number }> {
  const file = await readVectors(vectorsPath(corpus.dataset.id, system.id));
  const { items, missing, frozen } = planEmbedding(system, corpusItems(corpus), file);
  if (missing.length > 0) throw new Error(`${missing.length} items of ${corpus.dataset.id} lack a vector`);
  const sample = sampleOf(items);
  const again = new Map<string, Float32Array>();
  const texts = sample.map(({ encoded }) => encoded);
  await encode(texts, (index, { vector }) => again.set(sample[index]!.digest, vector));
  let smallest = 1;
  for (const { role, digest, item } of sample) {
    const { halves } = frozen.get(`${role} ${digest}`)!;
    const cosine = exactSimilarity(decodeHalves(halves), again.get(digest)!, "cosine");
    smallest = Math.min(smallest, cosine);
    if (cosine >= FIDELITY) continue;
    throw new UserError(
      `${system.label} makes another vector of the ${role} ${item} of ${corpus.dataset.id} when it is asked again (cosine ${cosine.toFixed(5)}, at least ${FIDELITY} is needed).`,
      "Such vectors cannot be compared. Fix what makes the model's answers vary, delete the vectors file, and run the same command again.",
    );
  }
  return { smallest, sampled: sample.length };
}
