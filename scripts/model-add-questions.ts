import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { UserError } from "../loaders/errors.ts";
import { fieldsOf, PROVIDERS, type Answers, type Provider } from "../loaders/embedding/entry-fields.ts";
import { NONE } from "../loaders/embedding/make-entry.ts";
import { requireKnown } from "./choices.ts";

/** Asks a line at a time; works at a terminal and with piped answers. */
export class Questions {
  readonly #lines: AsyncIterator<string>;
  readonly #output: Writable;
  readonly #close: () => void;

  constructor(input: Readable = process.stdin, output: Writable = process.stderr) {
    const reader = createInterface({ input, output, terminal: false });
    this.#lines = reader[Symbol.asyncIterator]();
    this.#output = output;
    this.#close = () => reader.close();
  }

  /** @throws UserError (exit code 2) when the input ends */
  async ask(question: string, proposed?: string): Promise<string> {
    this.#output.write(`${question}${proposed === undefined ? "" : ` [${proposed}]`}: `);
    const { value, done } = await this.#lines.next();
    if (done) {
      this.#output.write("\n");
      throw new UserError(
        "The questions were not answered to their end.",
        "Answer them, or give the answers as flags (`npm run model:add -- --help`). Nothing was written.",
        2,
      );
    }
    return (value as string).trim() || (proposed ?? "");
  }

  close(): void {
    this.#close();
  }
}

const PROVIDER_QUESTION = `Who makes the vectors?
  onnx         a graph on this machine, from the Hugging Face hub or a folder
  openai       an OpenAI-compatible /v1/embeddings: a provider, or your own vLLM, TEI, Infinity
  gemini       Google's own protocol, which has task types
  precomputed  files: .npy, .npz or Parquet
Provider`;

export async function askProvider(questions: Questions): Promise<Provider> {
  const provider = await questions.ask(PROVIDER_QUESTION, "openai");
  requireKnown("provider", [provider], PROVIDERS);
  return provider as Provider;
}

/** Asks for every field that no flag answered, proposing what would hold without an answer. */
export async function askFields(questions: Questions, provider: Provider, given: Answers): Promise<Answers> {
  const answers: Answers = { ...given, provider };
  for (const { flag, question, fallback } of fieldsOf(provider)) {
    if (answers[flag] !== undefined) continue;
    const proposed = fallback(
      Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== NONE)),
    );
    // Nothing to choose: what the field belongs to was answered with none.
    if (proposed === null && (flag.startsWith("price-") || ["folder", "revision", "onnx-file", "tokenizer-file"].includes(flag))) continue; // prettier-ignore
    const answer = await questions.ask(question, proposed === null ? NONE : proposed);
    if (answer !== "" || proposed === "") answers[flag] = answer;
  }
  return answers;
}
