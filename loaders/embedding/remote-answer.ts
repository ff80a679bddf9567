import { z } from "zod";
import { ApiFailure } from "../api/failure.ts";

/** What a service made of some texts. */
export interface Answer {
  /** One a text, in the order of the texts; NaN stands for a number that JSON cannot say. */
  vectors: Float64Array[];
  /** Tokens of all texts together, where the service counts them. */
  tokens: number | undefined;
}

// Servers write a value that is not finite as null, since JSON has no other word for it.
const numbers = z.array(z.number().nullable());

const openAiAnswer = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.union([z.string(), numbers]) })),
  usage: z.object({ prompt_tokens: z.number().nonnegative() }).optional(),
});

const geminiAnswer = z.object({ embeddings: z.array(z.object({ values: numbers })) });

/**
 * The answer of an OpenAI-compatible `/v1/embeddings`, ordered by its indexes.
 * @param count texts that were asked for
 * @throws ApiFailure, which may pass, for another shape, another count, or an index that is missing or there twice
 */
export function readOpenAiAnswer(value: unknown, count: number): Answer {
  const { data, usage } = parsed(openAiAnswer, value);
  requireCount(data.length, count);
  const vectors: Float64Array[] = [];
  for (const { index, embedding } of data) {
    if (index < 0 || index >= count || vectors[index])
      throw unusable(`names the text ${index} wrongly or twice`);
    vectors[index] = typeof embedding === "string" ? decodeFloats(embedding) : numbersOf(embedding);
  }
  return { vectors, tokens: usage?.prompt_tokens };
}

/** The answer of Gemini's `batchEmbedContents`, which keeps the order of the requests. Throws like the other. */
export function readGeminiAnswer(value: unknown, count: number): Answer {
  const { embeddings } = parsed(geminiAnswer, value);
  requireCount(embeddings.length, count);
  return { vectors: embeddings.map(({ values }) => numbersOf(values)), tokens: undefined };
}

/** Little-endian float32 in base64. @throws ApiFailure when the bytes are no whole number of floats */
function decodeFloats(base64: string): Float64Array {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length % 4 !== 0)
    throw unusable(`holds ${bytes.length} bytes of float32, which is no multiple of 4`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: bytes.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

const numbersOf = (values: readonly (number | null)[]): Float64Array =>
  Float64Array.from(values, (value) => value ?? NaN);

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw unusable(`has an unknown shape at ${path.join(".") || "its root"} (${message})`);
}

function requireCount(got: number, wanted: number): void {
  if (got !== wanted) throw unusable(`holds ${got} vectors for ${wanted} texts`);
}

const unusable = (what: string): ApiFailure => new ApiFailure(`an answer that ${what}`, { mayPass: true });
