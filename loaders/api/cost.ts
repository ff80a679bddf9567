import { z } from "zod";
import { UserError } from "../errors.ts";

/** What a service asks for its work, on the day when somebody read it. */
export const priceSchema = z.strictObject({
  /** US dollars for a million tokens that are sent. */
  usd_per_million_tokens: z.number().nonnegative(),
  /** US dollars for a million tokens that come back, of services that generate text. */
  usd_per_million_output_tokens: z.number().nonnegative().optional(),
  date: z.iso.date("must be a day as 2026-11-30"),
  source_url: z.url("must be a URL"),
});

export type Price = z.infer<typeof priceSchema>;

export interface TokenCount {
  input: number;
  output?: number;
}

/**
 * Tokens of texts before anyone has counted them: one for three bytes of UTF-8. Code has about that many in the
 * tokenizers of today; prose has fewer, so that the estimate errs on the dear side.
 */
export const estimateTokens = (texts: Iterable<string>): number => {
  let bytes = 0;
  for (const text of texts) bytes += Buffer.byteLength(text);
  return Math.ceil(bytes / 3);
};

/** US dollars for these tokens. */
export const costOf = (price: Price, { input, output = 0 }: TokenCount): number =>
  (input * price.usd_per_million_tokens + output * (price.usd_per_million_output_tokens ?? 0)) / 1e6;

/** `about 123,000 tokens, 0.02 USD (list price of 2026-11-30)`, or that the price is unknown. */
export function costSentence(price: Price | undefined, tokens: TokenCount): string {
  const count = Math.round(tokens.input + (tokens.output ?? 0)).toLocaleString("en-US");
  if (!price) return `about ${count} tokens; the price is not known here`;
  const dollars = costOf(price, tokens);
  return `about ${count} tokens, ${dollars < 0.01 ? "less than 0.01" : dollars.toFixed(2)} USD (list price of ${price.date})`;
}

/**
 * Keeps a run under a cost cap. A request reserves its estimate before it is sent and settles what it really took, so
 * that requests under way count, too.
 */
export class CostMeter {
  readonly #price: Price | undefined;
  readonly #cap: number | undefined;
  #settled: TokenCount & { output: number } = { input: 0, output: 0 };
  #reserved = 0;

  /** @param cap US dollars; without a price nothing can be held under it, so that it is refused */
  constructor(price: Price | undefined, cap: number | undefined) {
    if (cap !== undefined && !price) {
      throw new UserError(
        "A cost cap needs a price, and none is registered.",
        "Give the service's list price with its date, or leave the cap out.",
        2,
      );
    }
    this.#price = price;
    this.#cap = cap;
  }

  get tokens(): { input: number; output: number } {
    return { ...this.#settled };
  }

  /** US dollars so far, or undefined without a price. */
  get spent(): number | undefined {
    return this.#price && costOf(this.#price, this.#settled);
  }

  /** @returns to be called once with what the request took (nothing when it failed). @throws UserError at the cap */
  reserve(estimate: TokenCount): (used?: TokenCount) => void {
    const dollars = this.#price ? costOf(this.#price, estimate) : 0;
    const spent = this.spent ?? 0;
    if (this.#cap !== undefined && spent + this.#reserved + dollars > this.#cap) {
      throw new UserError(
        `The cost cap of ${this.#cap} USD would be exceeded: ${spent.toFixed(4)} USD are spent.`,
        "What was paid for is kept: run the same command again with a higher --max-cost to go on from there.",
      );
    }
    this.#reserved += dollars;
    return (used) => {
      this.#reserved -= dollars;
      this.#settled.input += used?.input ?? 0;
      this.#settled.output += used?.output ?? 0;
    };
  }
}
