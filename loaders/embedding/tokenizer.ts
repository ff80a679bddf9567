import { readFileSync } from "node:fs";
import { PreTrainedTokenizer } from "@huggingface/transformers";

/** Token ids of one text, ready for a model. */
export interface EncodedText {
  /** With special tokens, at most the limit. */
  ids: number[];
  /** Tokens that the whole text has, special tokens included: more than `ids.length` when it was cut. */
  tokens: number;
  truncated: boolean;
}

/**
 * A tokenizer with a token limit. The limit is applied here, not by the library: these tokenizer files do not say it
 * (or say another), and cutting the finished sequence would drop the final special token that the model was trained with.
 */
export class LimitedTokenizer {
  readonly limit: number;
  readonly #tokenizer: PreTrainedTokenizer;
  /** Special tokens before and after a text. */
  readonly #before: number[];
  readonly #after: number[];

  constructor(tokenizerFile: string, limit: number) {
    this.#tokenizer = new PreTrainedTokenizer(JSON.parse(readFileSync(tokenizerFile, "utf8")) as object, {});
    this.limit = limit;
    const whole = this.#ids("a", true);
    const body = this.#ids("a", false);
    const start = whole.findIndex((_, i) => body.every((id, j) => whole[i + j] === id));
    this.#before = whole.slice(0, start);
    this.#after = whole.slice(start + body.length);
  }

  encode(text: string): EncodedText {
    const body = this.#ids(text, false);
    const tokens = this.#before.length + body.length + this.#after.length;
    const kept = body.slice(0, this.#room);
    return { ids: [...this.#before, ...kept, ...this.#after], tokens, truncated: tokens > this.limit };
  }

  /**
   * How many characters (UTF-16) of a text lie within the limit, counted to the end of the last word that fits whole.
   * All of them unless the text is truncated.
   */
  visibleCharacters(text: string): number {
    if (this.#ids(text, false).length <= this.#room) return text.length;
    // Words and single signs are tokenized each for itself, so the count grows from one end of a word to the next.
    const ends = Array.from(
      text.matchAll(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu),
      (match) => match.index + match[0].length,
    );
    let [fits, exceeds] = [0, ends.length];
    while (exceeds - fits > 1) {
      const middle = (fits + exceeds) >> 1;
      if (this.#ids(text.slice(0, ends[middle - 1]), false).length <= this.#room) fits = middle;
      else exceeds = middle;
    }
    return fits === 0 ? 0 : ends[fits - 1]!;
  }

  get #room(): number {
    return this.limit - this.#before.length - this.#after.length;
  }

  #ids(text: string, special: boolean): number[] {
    const { input_ids } = this.#tokenizer(text, { return_tensor: false, add_special_tokens: special }) as {
      input_ids: number[];
    };
    return input_ids;
  }
}
