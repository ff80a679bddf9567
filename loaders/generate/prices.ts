import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Price, priceSchema } from "../api/cost.ts";
import { UserError } from "../errors.ts";

/** A file of dated list prices by model. */
const PRICES = z.record(z.string(), priceSchema);

export interface PriceFlags {
  usdInput?: number | undefined;
  usdOutput?: number | undefined;
  /** The day on which the flags' prices were read, as 2026-11-30; today unless told. */
  priceDate?: string | undefined;
  /** A JSON file: `{"MODEL": {"usd_per_million_tokens", "usd_per_million_output_tokens", "date", "source_url"}}`. */
  prices?: string | undefined;
}

/**
 * The list price of a model at an endpoint, from flags or else from a file; undefined where neither knows it.
 * @throws UserError (exit code 2) for half a price, or a file that is not of that form
 */
export function priceOf(
  model: string,
  flags: PriceFlags,
  baseUrl: string,
  today = new Date(),
): Price | undefined {
  const { usdInput, usdOutput, priceDate, prices } = flags;
  if ((usdInput === undefined) !== (usdOutput === undefined))
    throw new UserError("Half a price is none.", "Give both --usd-input and --usd-output.", 2);
  if (usdInput !== undefined) {
    const parsed = priceSchema.safeParse({
      usd_per_million_tokens: usdInput,
      usd_per_million_output_tokens: usdOutput,
      date: priceDate ?? today.toISOString().slice(0, 10),
      source_url: baseUrl,
    });
    if (parsed.success) return parsed.data;
    throw new UserError("--price-date is no day.", "Write it as 2026-11-30.", 2);
  }
  return prices === undefined ? undefined : readPrices(prices)[model];
}

function readPrices(file: string): Record<string, Price> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${(error as Error).message}.`,
      "Give a JSON file to --prices.",
      2,
    );
  }
  const parsed = PRICES.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(
    `${file}: ${issue!.path.join(".") || "the whole"}: ${issue!.message}.`,
    'A price is {"usd_per_million_tokens", "usd_per_million_output_tokens", "date", "source_url"} under its model\'s name.',
    2,
  );
}
