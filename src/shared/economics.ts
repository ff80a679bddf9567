/** What it costs to have a metered model write tasks, one call an attempt. Pure functions; no I/O. */

/** What a reader may set. Shares and rates 0..1, prices in USD per million tokens. */
export interface GenerationPlan {
  /** Tasks wanted. */
  tasks: number;
  /** Mean tokens of a call; completion tokens include hidden reasoning, as billing does. */
  promptTokens: number;
  completionTokens: number;
  usdInput: number;
  usdOutput: number;
  /** Share of calls sent through a batch endpoint, and what that takes off both prices. */
  batchShare: number;
  batchDiscount: number;
  /** Share of calls whose task passes every gate; each attempt is taken as independent of the others. */
  passRate: number;
  /** Wall clock of one real-time call, seconds. */
  secondsPerCall: number;
}

export interface GenerationCost {
  /** Calls until every task has passed: the expectation of a sum of geometric variables, and its standard deviation. */
  calls: number;
  callsDeviation: number;
  promptTokens: number;
  completionTokens: number;
  /** Every call at the real-time price. */
  listUsd: number;
  /** With the batch share at its discount. */
  billedUsd: number;
  billedUsdPerTask: number;
  /** Attempts after which 99 % of tasks have passed. */
  attempts99: number;
  /** Real-time calls one after another. */
  realTimeHours: number;
}

/** List price of tokens. */
export const listPrice = (
  promptTokens: number,
  completionTokens: number,
  { usdInput, usdOutput }: Pick<GenerationPlan, "usdInput" | "usdOutput">,
): number => (promptTokens * usdInput + completionTokens * usdOutput) / 1e6;

/** Expected cost of a plan whose failed calls are repeated until they pass and are as long as the others. */
export function generationCost(plan: GenerationPlan): GenerationCost {
  const { tasks, passRate, batchShare, batchDiscount } = plan;
  const calls = tasks / passRate;
  const promptTokens = calls * plan.promptTokens;
  const completionTokens = calls * plan.completionTokens;
  const listUsd = listPrice(promptTokens, completionTokens, plan);
  const billedUsd = listUsd * (1 - batchShare * batchDiscount);
  return {
    calls,
    callsDeviation: Math.sqrt(tasks * (1 - passRate)) / passRate,
    promptTokens,
    completionTokens,
    listUsd,
    billedUsd,
    billedUsdPerTask: tasks > 0 ? billedUsd / tasks : 0,
    attempts99: attemptsFor(0.99, passRate),
    realTimeHours: (calls * (1 - batchShare) * plan.secondsPerCall) / 3600,
  };
}

/** The fewest attempts a task after which at least `share` of tasks have passed. */
export function attemptsFor(share: number, passRate: number): number {
  if (passRate >= 1) return 1;
  const attempts = Math.log1p(-share) / Math.log1p(-passRate);
  return Math.max(1, Math.ceil(attempts - 1e-9)); // 1 - 0.9 and such are not exact
}

/** Whether a printed value is what its own inputs give, rounded as it was printed. */
export const agreesAsPrinted = (printed: number, recomputed: number, decimals: number): boolean =>
  Math.abs(printed - recomputed) <= 0.5 * 10 ** -decimals + 1e-9;
