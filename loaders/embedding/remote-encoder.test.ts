import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  startEmbeddingServer,
  type EmbeddingServer,
  type ServerOptions,
} from "../../tests/support/embedding-server.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { encodedText } from "./encoded-text.ts";
import { corpusItems } from "./embed-corpus.ts";
import { decodeHalves } from "./half-float.ts";
import { systemById, type GeminiSystem, type OpenAiSystem } from "./models.ts";
import { openRemoteEncoder, probeDimensions, type RemoteOptions } from "./remote-encoder.ts";
import { readVectors, textDigest, vectorsPath } from "./vectors.ts";

/** Texts of the dataset with the vectors that all-MiniLM-L6-v2 made of them. */
const frozen = new Map<string, Float32Array>();
let texts: string[];

beforeAll(async () => {
  const source = systemById("all-minilm-l6-v2");
  const { rows } = await readVectors(vectorsPath("near-miss", source.id));
  // JSON has no negative zero.
  const byDigest = new Map(
    rows.map((row) => [row.textDigest, decodeHalves(row.halves).map((value) => value + 0)]),
  );
  if (source.provider !== "onnx") throw new Error("another provider");
  for (const { role, text } of corpusItems(await loadCorpus("near-miss"))) {
    const encoded = encodedText(source, role, text);
    frozen.set(encoded, byDigest.get(textDigest(encoded))!);
  }
  texts = [...frozen.keys()].slice(0, 40);
}, 120_000);

let server: EmbeddingServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function serving(options: Partial<ServerOptions> = {}): Promise<EmbeddingServer> {
  return (server = await startEmbeddingServer({ vectorOf: (text) => frozen.get(text), ...options }));
}

const waits: number[] = [];
const FAST: RemoteOptions = {
  timeoutMs: 500,
  retry: {
    random: () => 1,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  },
};

function systemAt(url: string, changes: Partial<OpenAiSystem> = {}): OpenAiSystem {
  const system = systemById("bge-m3");
  if (system.provider !== "openai") throw new Error("another provider");
  return {
    ...system,
    label: "the service",
    base_url: url,
    dimensions: 384,
    batch: 8,
    concurrency: 3,
    ...changes,
  };
}

/** Embeds the texts, and says which were told. */
async function embed(
  system: OpenAiSystem,
  options = FAST,
): Promise<{ vectors: Map<number, Float32Array>; error: Error | undefined }> {
  waits.length = 0;
  const vectors = new Map<number, Float32Array>();
  const error = await openRemoteEncoder(system, options)
    .encode(texts, (index, { vector }) => vectors.set(index, vector))
    .then(() => undefined, (reason: Error) => reason); // prettier-ignore
  return { vectors, error };
}

const expectAll = (vectors: Map<number, Float32Array>): void => {
  expect(vectors.size).toBe(texts.length);
  texts.forEach((text, index) => expect(vectors.get(index)).toEqual(frozen.get(text)));
};

describe("a service that speaks /v1/embeddings", () => {
  it.each(["base64", "float"] as const)(
    "gives each text its vector, sent as %s in any order",
    async (encoding) => {
      const { url, requests } = await serving({ shuffled: true });
      const { vectors, error } = await embed(systemAt(url, { encoding }));
      expect(error).toBeUndefined();
      expectAll(vectors);
      expect(requests).toHaveLength(5);
      expect(requests[0]!.path).toBe("/v1/embeddings");
      expect(
        requests.every(({ body }) => body.encoding_format === encoding && body.input!.length === 8),
      ).toBe(true);
      expect(server!.busiest).toBeLessThanOrEqual(3);
    },
  );

  it("is waited for as long as it asks for, and asked again after its faults", async () => {
    const faults = [{ status: 429, headers: { "retry-after": "7" } }, { status: 500 }, { status: 503 }];
    const { url } = await serving({ fault: (_, index) => faults[index] });
    const { vectors, error } = await embed(systemAt(url, { concurrency: 1 }));
    expect(error).toBeUndefined();
    expectAll(vectors);
    expect(waits).toEqual([7000, 1000, 2000]);
  });

  it.each(["hang", "break", "cut"] as const)("that answers with a %s is asked again", async (fault) => {
    const { url, requests } = await serving({ fault: (_, index) => (index === 1 ? fault : undefined) });
    const { vectors, error } = await embed(systemAt(url));
    expect(error).toBeUndefined();
    expectAll(vectors);
    expect(requests).toHaveLength(6);
  });

  it("is given up after some requests, in a sentence, with what it gave before kept", async () => {
    const { url } = await serving({ fault: (_, index) => (index >= 2 ? { status: 500 } : undefined) });
    const { vectors, error } = await embed(systemAt(url, { concurrency: 1 }), {
      ...FAST,
      retry: { ...FAST.retry!, attempts: 3 },
    });
    expect(error?.message).toMatch(/^the service did not answer after 3 requests: HTTP 500/);
    expect(vectors.size).toBe(16);
  });

  it("is not asked again when it refuses, or when its budget is used up", async () => {
    for (const fault of [{ status: 401 }, { status: 404 }, { status: 429, message: "insufficient_quota" }]) {
      const { url, requests } = await serving({ fault: () => fault });
      const { error } = await embed(systemAt(url, { concurrency: 1 }));
      expect(error?.message).toMatch(/^the service refuses the request: HTTP/);
      expect(requests).toHaveLength(1);
      await server!.close();
    }
  });
});

describe("an answer that cannot be used", () => {
  it("has another dimension: said at once, with the field to set", async () => {
    const { url, requests } = await serving({ vectorOf: (text) => frozen.get(text)?.slice(0, 256) });
    const { vectors, error } = await embed(systemAt(url, { concurrency: 1 }));
    expect(error?.message).toBe("the service answers 256 dimensions, but bge-m3 is registered with 384.");
    expect(error).toMatchObject({ remedy: expect.stringContaining("Set `dimensions` of bge-m3") as string });
    expect([requests.length, vectors.size]).toEqual([1, 0]);
  });

  it.each(["base64", "float"] as const)(
    "holds NaN (%s): the text is named, its neighbors are kept",
    async (encoding) => {
      const { url } = await serving({
        vectorOf: (text) => (text === texts[3] ? new Float32Array(384).fill(NaN) : frozen.get(text)),
      });
      const { vectors, error } = await embed(systemAt(url, { encoding, concurrency: 1 }));
      expect(error?.message).toContain(
        `a value that is not finite for the text that begins ${JSON.stringify(texts[3]!.slice(0, 60))}`,
      );
      expect([...vectors.keys()]).toEqual([0, 1, 2, 4, 5, 6, 7]);
    },
  );

  it("holds zeros only", async () => {
    const { url } = await serving({ vectorOf: () => new Float32Array(384) });
    expect((await embed(systemAt(url))).error?.message).toMatch(/a vector of zeros for the text/);
  });

  it("misses a text or names one twice: asked again", async () => {
    const changes: ServerOptions["change"][] = [
      (answer) => ({ ...answer, data: answer.data.slice(1) }),
      (answer) => ({ ...answer, data: answer.data.map((item) => ({ ...item, index: 0 })) }),
      (answer) => ({ ...answer, data: "none" }),
    ];
    const { url } = await serving({
      change: (answer) => (changes.shift() ?? ((same: unknown) => same))(answer),
    });
    const { vectors, error } = await embed(systemAt(url, { concurrency: 1 }));
    expect(error).toBeUndefined();
    expectAll(vectors);
    expect(waits).toHaveLength(3);
  });
});

describe("keys, costs, settings", () => {
  it("says in one sentence which key is missing, and sends nothing", async () => {
    const { url, requests } = await serving();
    expect(() => openRemoteEncoder(systemAt(url, { key: "NEAR_MISS_TEST_KEY" }))).toThrow(
      "the service asks for a key, and NEAR_MISS_TEST_KEY is not set.",
    );
    expect(requests).toHaveLength(0);
  });

  it("sends the key, and the number of dimensions only where a field is registered for it", async () => {
    process.env["NEAR_MISS_TEST_KEY"] = "secret";
    const { url, requests } = await serving();
    const system = systemAt(url, { key: "NEAR_MISS_TEST_KEY", dimensions_field: "output_dimension" });
    await embed(system);
    await embed(systemAt(url));
    delete process.env["NEAR_MISS_TEST_KEY"];
    expect(requests[0]!.headers.authorization).toBe("Bearer secret");
    expect(requests[0]!.body).toMatchObject({ model: system.model, output_dimension: 384 });
    expect(Object.keys(requests.at(-1)!.body)).not.toContain("output_dimension");
  });

  it("stops before the cost cap, by what the service counts", async () => {
    const { url, requests } = await serving();
    const price = { usd_per_million_tokens: 1e6, date: "2026-11-30", source_url: "https://example.org" };
    // 80 tokens a request as the service counts: the estimates of the texts are higher, so one request fits.
    const { error } = await embed(systemAt(url, { price, concurrency: 1 }), { ...FAST, maxCost: 1000 });
    expect(error?.message).toMatch(/^The cost cap of 1000 USD would be exceeded: \d+\.0000 USD are spent\.$/);
    expect(requests.length).toBeGreaterThan(0);
    expect(80 * requests.length).toBeLessThanOrEqual(1000);
  });

  it("refuses a cap without a price, and finds the dimensions by asking", async () => {
    const { url } = await serving({ vectorOf: () => [3, 4] });
    expect(() => openRemoteEncoder(systemAt(url), { maxCost: 1 })).toThrow(/needs a price/);
    expect(await probeDimensions(systemAt(url), FAST)).toBe(2);
  });

  it("scales to length 1 for cosine only", async () => {
    const { url } = await serving({ vectorOf: () => [3, 4] });
    const small = { dimensions: 2, concurrency: 1 };
    const cosine = await embed(systemAt(url, small));
    const dot = await embed(systemAt(url, { ...small, similarity: "dot" }));
    expect([...cosine.vectors.get(0)!]).toEqual([Math.fround(0.6), Math.fround(0.8)]);
    expect([...dot.vectors.get(0)!]).toEqual([3, 4]);
  });
});

describe("Gemini's protocol", () => {
  it("passes the task type of each text beside it, and the key in its header", async () => {
    process.env["NEAR_MISS_TEST_KEY"] = "secret";
    const { url, requests } = await serving({
      change: () => ({ embeddings: [{ values: [1, 0] }, { values: [0, 1] }] }),
    });
    const registered = systemById("gemini-embedding-001") as GeminiSystem;
    const system: GeminiSystem = { ...registered, base_url: url, key: "NEAR_MISS_TEST_KEY", dimensions: 2 };
    const encoded = [
      encodedText(system, "query", "sum a list"),
      encodedText(system, "passage", "def f(): ..."),
    ];
    const embeddings = await openRemoteEncoder(system, FAST).encode(encoded);
    delete process.env["NEAR_MISS_TEST_KEY"];
    expect(embeddings.map(({ vector }) => [...vector])).toEqual([[1, 0], [0, 1]]); // prettier-ignore
    expect(requests[0]!.path).toBe("/v1/models/gemini-embedding-001:batchEmbedContents");
    expect(requests[0]!.headers["x-goog-api-key"]).toBe("secret");
    expect(requests[0]!.body["requests"]).toEqual([
      { model: "models/gemini-embedding-001", content: { parts: [{ text: "sum a list" }] }, outputDimensionality: 2, taskType: "CODE_RETRIEVAL_QUERY" },
      { model: "models/gemini-embedding-001", content: { parts: [{ text: "def f(): ..." }] }, outputDimensionality: 2, taskType: "RETRIEVAL_DOCUMENT" },
    ]); // prettier-ignore
  });
});
