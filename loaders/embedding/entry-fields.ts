/** Who can bring vectors of an own model. */
export const PROVIDERS = ["onnx", "openai", "gemini", "precomputed"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What is known of an entry while it is being made: an answer a field, as text. */
export type Answers = Partial<Record<string, string>>;

/** A field of an entry that a person decides: a flag, a question, and what holds when neither is answered. */
export interface EntryField {
  /** Flag without its hyphens; the answer's key. */
  flag: string;
  /** Path in the entry of `data/models.yaml`, by dots. */
  path: string;
  question: string;
  /** Without any, these are all. */
  providers?: readonly Provider[];
  /** What holds without an answer; undefined makes the answer necessary, null leaves the field out. */
  fallback: (answers: Answers) => string | null | undefined;
  kind?: "number";
}

const REMOTE: readonly Provider[] = ["openai", "gemini"];
const ONNX: readonly Provider[] = ["onnx"];
const is = (value: string | null) => (): string | null => value;
const needed = (): undefined => undefined;

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);

/** Nothing is asked that follows from the provider; open weights on a server of one's own are local. */
function classOf({ provider, "base-url": url = "" }: Answers): string {
  return provider === "gemini" || (provider === "openai" && !isLoopback(url)) ? "hosted" : "local_dense";
}

/** In the order in which they are asked and written. */
export const ENTRY_FIELDS: readonly EntryField[] = [
  { flag: "hub", path: "hub", providers: ONNX, question: "Hugging Face repository with ONNX weights (owner/name), or nothing for a folder", fallback: is(null) },
  { flag: "folder", path: "folder", providers: ONNX, question: "folder with model.onnx and tokenizer.json", fallback: ({ hub }) => (hub ? null : undefined) },
  { flag: "model", path: "model", providers: REMOTE, question: "what the service calls the model", fallback: needed },
  { flag: "base-url", path: "base_url", providers: REMOTE, question: "address of the service, as https://api.openai.com/v1", fallback: ({ provider }) => provider === "gemini" ? "https://generativelanguage.googleapis.com/v1beta" : undefined },
  { flag: "key", path: "key", providers: REMOTE, question: "environment variable that holds the key, - for none", fallback: (answers) => classOf(answers) === "local_dense" ? null : answers["provider"] === "gemini" ? "GEMINI_API_KEY" : undefined },
  { flag: "id", path: "id", question: "id: lower-case letters, digits, dots and hyphens", fallback: ({ model, hub, folder }) => slug(model ?? hub ?? folder) },
  { flag: "label", path: "label", question: "name as pages print it", fallback: ({ id }) => id },
  { flag: "class", path: "class", question: "hosted or local_dense, which decides its mark", fallback: classOf },
  { flag: "family", path: "family", question: "family, shared by all numeric types of the model", fallback: ({ id }) => id },
  { flag: "licence", path: "licence", question: "license of the weights", fallback: (answers) => (classOf(answers) === "hosted" ? "proprietary" : "not stated") },
  { flag: "source-url", path: "source_url", question: "model card or documentation (URL)", fallback: ({ hub, "base-url": url }) => (hub ? `https://huggingface.co/${hub}` : url) },
  { flag: "dimensions", path: "dimensions", kind: "number", question: "dimensions of a vector (openai: nothing, to ask the service)", fallback: needed },
  { flag: "dtype", path: "dtype", question: "numeric type of the weights: fp32, fp16, bf16, int8 or unknown", fallback: ({ provider }) => (provider === "onnx" ? "fp32" : "unknown") },
  { flag: "pooling", path: "pooling", question: "pooling: mean or cls (elsewhere also last_token or unknown)", fallback: ({ provider }) => (provider === "onnx" ? "mean" : "unknown") },
  { flag: "query-prefix", path: "query_prefix", question: "put before a question (\\n for a line break)", fallback: is("") },
  { flag: "passage-prefix", path: "passage_prefix", question: "put before a snippet (\\n for a line break)", fallback: is("") },
  { flag: "query-task", path: "query_task", providers: ["gemini"], question: "task type of a question, - for none", fallback: is(null) },
  { flag: "passage-task", path: "passage_task", providers: ["gemini"], question: "task type of a snippet, - for none", fallback: is(null) },
  { flag: "similarity", path: "similarity", question: "cosine, or dot for a raw dot product", fallback: is("cosine") },
  { flag: "token-limit", path: "token_limit", kind: "number", question: "token limit, special tokens included", fallback: needed },
  { flag: "batch", path: "batch", kind: "number", providers: ["onnx", ...REMOTE], question: "texts together", fallback: ({ provider }) => (provider === "onnx" ? "1" : "32") },
  { flag: "concurrency", path: "concurrency", kind: "number", providers: REMOTE, question: "requests at the same time", fallback: is("4") },
  { flag: "encoding", path: "encoding", providers: ["openai"], question: "how numbers travel: base64 or float", fallback: is("float") },
  { flag: "dimensions-field", path: "dimensions_field", providers: ["openai"], question: "field that asks for fewer dimensions, as dimensions; - for none", fallback: is(null) },
  { flag: "price", path: "price.usd_per_million_tokens", kind: "number", providers: REMOTE, question: "list price, USD for a million tokens; - where it is not known", fallback: is(null) },
  { flag: "price-date", path: "price.date", providers: REMOTE, question: "day of that price", fallback: ({ price, today }) => (price === undefined ? null : today) },
  { flag: "price-url", path: "price.source_url", providers: REMOTE, question: "where that price stands (URL)", fallback: ({ price, "source-url": url }) => (price === undefined ? null : url) },
  { flag: "revision", path: "revision", providers: ONNX, question: "revision of the repository", fallback: ({ hub }) => (hub ? "main" : null) },
  { flag: "onnx-file", path: "onnx", providers: ONNX, question: "path of the graph in the repository", fallback: ({ hub }) => (hub ? "onnx/model.onnx" : null) },
  { flag: "tokenizer-file", path: "tokenizer", providers: ONNX, question: "path of the tokenizer in the repository", fallback: ({ hub }) => (hub ? "tokenizer.json" : null) },
  { flag: "output", path: "output", providers: ONNX, question: "output of the graph that holds the token embeddings", fallback: is("last_hidden_state") },
]; // prettier-ignore

/** The fields of a provider. */
export const fieldsOf = (provider: Provider): EntryField[] =>
  ENTRY_FIELDS.filter(({ providers }) => !providers || providers.includes(provider));

/** An id from a model's name. */
function slug(name: string | undefined): string | undefined {
  const last = name?.replace(/\/+$/, "").split("/").at(-1)?.toLowerCase();
  return last?.replace(/[^a-z0-9.-]+/g, "-").replace(/^[^a-z0-9]+/, "") || undefined;
}
