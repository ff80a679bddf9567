import type { ClaimRow } from "../../src/shared/rows.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { claimsOf } from "./claim-list.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { PUBLISHED_FILE, readPublished } from "./published.ts";
import { round6 } from "./round.ts";
import { STACKED_INPUTS } from "./stacked.ts";

/** One row a claim: its published value, ours with its interval, and the verdict of its rule. */
export function claimRows(evaluation: Evaluation): Promise<ClaimRow[]> {
  return Promise.all(
    claimsOf(readPublished()).map(async ({ id, rule, ours, ...claim }) => {
      const estimate = await ours(evaluation);
      return {
        dataset: evaluation.corpus.dataset.id,
        claim: id,
        text: claim.text,
        page: claim.page,
        published: claim.published,
        ours: round6(estimate.value),
        low: round6(estimate.low),
        high: round6(estimate.high),
        n: estimate.n,
        unit: claim.unit,
        systems: claim.systems,
        rule: rule.words,
        verdict: rule.judge(estimate),
        note: claim.note,
      };
    }),
  );
}

export const claims: Figure<ClaimRow> = {
  id: "near-clones/claims",
  title: "Published claims beside our data, judged by rules written in advance",
  source: "loaders/analyses/claims.ts",
  inputs: [...EVALUATION_INPUTS, ...STACKED_INPUTS, PUBLISHED_FILE],
  columns: columnsOf<ClaimRow>({
    dataset: ["utf8", "", "dataset id"],
    claim: ["utf8", "", "claim id"],
    text: ["utf8", "", "the claim in our words"],
    page: ["utf8", "", "page that shows the figure"],
    published: ["utf8", "", "published value"],
    ours: ["float64", "see unit", "our value"],
    low: ["float64", "see unit", "2.5 % bound of the bootstrap over queries"],
    high: ["float64", "see unit", "97.5 % bound"],
    n: ["int32", "count", "queries"],
    unit: ["utf8", "", "rate, difference of rates, or rho"],
    systems: ["utf8", "", "what our value was measured on"],
    rule: ["utf8", "", "how the verdict is reached"],
    verdict: ["utf8", "", "holds, does_not_hold or cannot_tell"],
    note: ["utf8", "", "differences of setting"],
  }),
  compute: forEveryDataset(claimRows),
};
