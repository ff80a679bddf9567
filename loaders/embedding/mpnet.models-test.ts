import { describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/mpnet.json" with { type: "json" };
import { openEncoder } from "./encoder.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";

import { ensureWeights, hasWeights } from "./weights.ts";
import { isOnnx, systemById } from "./models.ts";

const system = systemById("all-mpnet-base-v2");

describe.skipIf(!isOnnx(system) || !hasWeights(system))("the graph built from MPNet's safetensors", () => {
  it("gives the vectors of sentence-transformers (cosine above 0.9999, also beyond the limit)", async () => {
    if (!isOnnx(system)) return;
    const encoder = await openEncoder(system, await ensureWeights(system));
    const embeddings = await encoder.encode(fixture.texts);
    await encoder.close();
    embeddings.forEach(({ vector, tokens, truncated }, i) => {
      const bytes = Buffer.from(fixture.vectors[i]!, "base64");
      const reference = new Float32Array(
        bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
      );
      expect(exactSimilarity(vector, reference, "cosine")).toBeGreaterThan(0.99999);
      expect(tokens).toBe(fixture.tokens[i]);
      expect(truncated).toBe(tokens > 384);
    });
    expect(embeddings.at(-1)!.truncated).toBe(true);
  });
});
