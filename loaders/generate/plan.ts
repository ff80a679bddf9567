import { costOf, type Price, type TokenCount } from "../api/cost.ts";
import { type ChatSettings, estimateOf, requestBody } from "./chat.ts";
import type { Prompt } from "./prompts.ts";
import type { RegistryEntry } from "./registry.ts";
import type { EndpointKind } from "./run-log.ts";

/** What a run would ask at first, and the most that this could take. */
export function planOf(
  entries: readonly RegistryEntry[],
  prompt: Prompt,
  settings: ChatSettings,
): { requests: { task: string; body: unknown }[]; most: Required<TokenCount> } {
  const requests = entries.map((entry) => ({
    task: entry.id,
    body: requestBody(settings, prompt.ask(entry)),
  }));
  const most = { input: 0, output: 0 };
  for (const { body } of requests) {
    const { input, output = 0 } = estimateOf(body);
    most.input += input;
    most.output += output;
  }
  return { requests, most };
}

/** The estimate in words: first attempts, every answer as long as it may be. */
export function planSentence(
  count: number,
  { input, output }: Required<TokenCount>,
  price: Price | undefined,
  endpoint: EndpointKind,
  batchDiscount: number,
): string {
  const tokens = `${count} requests, about ${input.toLocaleString("en-US")} tokens in and at most ${output.toLocaleString("en-US")} out`;
  if (!price) return `${tokens}; the list price is unknown: give --usd-input and --usd-output, or --prices.`;
  const share = endpoint === "batch" ? 1 - batchDiscount : 1;
  const usd = costOf(price, { input, output }) * share;
  return `${tokens}: at most ${usd.toFixed(2)} USD (list price of ${price.date}${endpoint === "batch" ? `, less ${100 * batchDiscount} %` : ""}), retries not counted.`;
}
