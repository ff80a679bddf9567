import { group, median, rollup, sum } from "d3-array";
import { listPrice } from "../../src/shared/economics.ts";
import type { EconomicsUsageRow } from "../../src/shared/rows.ts";
import { columnsOf, type Figure } from "../figures/figure.ts";
import { type ApiCall, readUsage, USAGE_FILES } from "../tasks/api-usage.ts";
import { round6 } from "./round.ts";

/** NaN unless the price of every call is known. */
function listUsd(calls: readonly ApiCall[]): number {
  const prices = calls.map(({ usd_per_1m_input: input, usd_per_1m_output: output, ...call }) =>
    input === null || output === null
      ? Number.NaN
      : listPrice(call.prompt_tokens, call.completion_tokens, { usdInput: input, usdOutput: output }),
  );
  return prices.reduce((total, price) => total + price, 0);
}

/** Calls of a metered model by dataset, model and endpoint. */
export function usageRows(calls: readonly ApiCall[]): EconomicsUsageRow[] {
  const groups = group(calls, ({ dataset, model, endpoint }) => JSON.stringify([dataset, model, endpoint]));
  return [...groups.values()].map((own) => {
    const { dataset, model, endpoint } = own[0]!;
    const failures = rollup(own.filter(({ failed_gate: gate }) => gate > 0), (calls) => calls.length, ({ failed_gate: gate }) => gate); // prettier-ignore
    return {
      dataset,
      model,
      endpoint,
      calls: own.length,
      accepted: own.filter(({ failed_gate: gate }) => gate === 0).length,
      prompt_tokens: sum(own, (call) => call.prompt_tokens),
      completion_tokens: sum(own, (call) => call.completion_tokens),
      reasoning_tokens: sum(own, (call) => call.reasoning_tokens),
      list_usd: round6(listUsd(own)),
      median_s: median(own.flatMap(({ seconds }) => seconds ?? [])) ?? Number.NaN,
      failed: [...failures]
        .sort(([a], [b]) => a - b)
        .map(([gate, count]) => `gate ${gate}: ${count}`)
        .join(", "),
    };
  });
}

export const economicsUsage: Figure<EconomicsUsageRow> = {
  id: "near-clones/economics-usage",
  title: "Calls of a metered model that wrote our tasks",
  source: "loaders/analyses/economics-usage.ts",
  inputs: [USAGE_FILES],
  columns: columnsOf<EconomicsUsageRow>({
    dataset: ["utf8", "", "dataset id"],
    model: ["utf8", "", "model that was called"],
    endpoint: ["utf8", "", "real-time or batch"],
    calls: ["int32", "count", "calls"],
    accepted: ["int32", "count", "calls whose task passed every gate"],
    prompt_tokens: ["float64", "tokens", "prompt tokens"],
    completion_tokens: ["float64", "tokens", "completion tokens, hidden reasoning included"],
    reasoning_tokens: ["float64", "tokens", "hidden reasoning"],
    list_usd: ["float64", "USD", "real-time list price of these tokens; NaN where it is unknown"],
    median_s: ["float64", "s", "median wall clock; NaN where no call recorded it"],
    failed: ["utf8", "", "calls that failed, by gate"],
  }),
  compute: () => Promise.resolve(usageRows(readUsage())),
};
