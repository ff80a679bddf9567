/** Tokens that the generation of one entry took. */
export interface EntryUsage {
  promptTokens: number;
  /** Hidden reasoning included, as it is billed. */
  completionTokens: number;
  reasoningTokens: number;
}

/**
 * Tokens of a `batch_usage`, which is flat on real-time rows and nested on batch rows: each count is the shallowest field
 * of its name.
 * @returns null when prompt or completion tokens are nowhere in it
 */
export function usageOf(batchUsage: unknown): EntryUsage | null {
  const promptTokens = shallowest(batchUsage, "prompt_tokens");
  const completionTokens = shallowest(batchUsage, "completion_tokens");
  if (promptTokens === undefined || completionTokens === undefined) return null;
  return { promptTokens, completionTokens, reasoningTokens: shallowest(batchUsage, "reasoning_tokens") ?? 0 };
}

function shallowest(root: unknown, field: string): number | undefined {
  let level: unknown[] = [root];
  while (level.length > 0) {
    const objects = level.filter((value): value is Record<string, unknown> => isObject(value));
    const found = objects.map((object) => object[field]).find((value) => typeof value === "number");
    if (found !== undefined) return found as number;
    level = objects.flatMap((object) => Object.values(object));
  }
  return undefined;
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
