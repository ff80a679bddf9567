import { agreesAsPrinted, generationCost, listPrice } from "../../src/shared/economics.ts";
import type { EconomicsPublishedRow } from "../../src/shared/rows.ts";
import { columnsOf, type Figure } from "../figures/figure.ts";
import { type Published, PUBLISHED_FILE, readPublished } from "./published.ts";
import { round6 } from "./round.ts";

type Parts = Pick<EconomicsPublishedRow, "quantity" | "label" | "unit">;

const given = (parts: Parts, published: number): EconomicsPublishedRow => ({
  ...parts,
  published,
  recomputed: Number.NaN,
  status: "given",
  formula: "",
});

const derived = (parts: Parts, formula: string, recomputed: number): EconomicsPublishedRow => ({
  ...parts,
  published: Number.NaN,
  recomputed: round6(recomputed),
  status: "derived",
  formula,
});

/** @param decimals with which the paper prints the value */
function checked(
  parts: Parts,
  published: number,
  decimals: number,
  formula: string,
  recomputed: number,
): EconomicsPublishedRow {
  const status = agreesAsPrinted(published, recomputed, decimals) ? "agrees" : "differs";
  return { ...parts, published, recomputed: round6(recomputed), status, formula };
}

const parts = (quantity: string, label: string, unit: string): Parts => ({ quantity, label, unit });

/** Near-clones that the paper's prompt asks of one call (section 3.2). */
const DISTRACTORS_A_CALL = 4;

/** Every published total, every published value that they decide, and what they imply beyond it (appendix B, section 3.2). */
export function publishedRows({ economics: e, queries }: Published): EconomicsPublishedRow[] {
  const prices = { usdInput: e.usd_per_1m_input, usdOutput: e.usd_per_1m_output };
  const list = listPrice(e.prompt_tokens, e.completion_tokens, prices);
  const plan = {
    ...prices,
    tasks: e.entries,
    promptTokens: e.prompt_tokens / e.entries,
    completionTokens: e.completion_tokens / e.entries,
    batchShare: e.batch_share,
    batchDiscount: e.batch_discount,
    passRate: 1,
    secondsPerCall: e.median_real_time_s,
  };
  const repeated = (passRate: number): number => generationCost({ ...plan, passRate }).listUsd;
  const [earlier, final] = [
    e.accidentally_correct_distractors.earlier_model,
    e.accidentally_correct_distractors.final_model,
  ];
  const [lowest, highest] = e.validation_rate_without_a_fix_band;
  const [crashesBefore, crashesAfter] = e.crash_rejects_before_after;
  const firstAttempts = final[1] / DISTRACTORS_A_CALL;
  return [
    given(parts("entries", "Tasks with a token count", "calls"), e.entries),
    given(parts("prompt_tokens", "Prompt tokens", "tokens"), e.prompt_tokens),
    given(parts("completion_tokens", "Completion tokens", "tokens"), e.completion_tokens),
    given(parts("reasoning_tokens", "of which hidden reasoning", "tokens"), e.reasoning_tokens),
    given(parts("usd_input", "Price of a million prompt tokens", "usd_per_1m"), e.usd_per_1m_input),
    given(parts("usd_output", "Price of a million completion tokens", "usd_per_1m"), e.usd_per_1m_output),
    given(parts("batch_share", "Share of calls through the batch endpoint", "rate"), e.batch_share),
    given(parts("batch_discount", "What the batch endpoint takes off", "rate"), e.batch_discount),
    given(parts("median_s", "Median wall clock of a real-time call", "s"), e.median_real_time_s),
    given(
      parts("pass_without_low", "First attempts that pass with a prompt fix missing, lowest", "rate"),
      lowest,
    ),
    given(
      parts("pass_without_high", "First attempts that pass with a prompt fix missing, highest", "rate"),
      highest,
    ),
    given(
      parts("semantic_rejects_removed", "Rejects of gate 2 that the assert-only directive removes", "rate"),
      e.assert_only_removed_semantic_rejects,
    ),
    given(
      parts("crash_before", "Near-clones rejected as crashing, before the prompt fix", "rate"),
      crashesBefore,
    ),
    given(parts("crash_after", "Near-clones rejected as crashing, after it", "rate"), crashesAfter),
    checked(
      parts("mean_prompt", "Prompt tokens a call", "tokens"),
      e.mean_prompt_tokens,
      0,
      "prompt tokens / calls",
      plan.promptTokens,
    ),
    checked(
      parts("mean_completion", "Completion tokens a call", "tokens"),
      e.mean_completion_tokens,
      0,
      "completion tokens / calls",
      plan.completionTokens,
    ),
    checked(
      parts("mean_reasoning", "Reasoning tokens a call", "tokens"),
      e.mean_reasoning_tokens,
      0,
      "reasoning tokens / calls",
      e.reasoning_tokens / e.entries,
    ),
    checked(
      parts("list_usd", "List price", "usd"),
      e.list_price_usd,
      2,
      "prompt tokens x input price + completion tokens x output price",
      list,
    ),
    checked(
      parts("pass_rate", "First attempts that pass every gate", "rate"),
      e.first_attempt_validation_rate,
      2,
      `released tasks / (first-attempt near-clones / ${DISTRACTORS_A_CALL}); the published rate is of a batch of 100`,
      queries / firstAttempts,
    ),
    derived(
      parts("first_attempts", "First attempts behind the published near-clone count", "calls"),
      `first-attempt near-clones / ${DISTRACTORS_A_CALL}`,
      firstAttempts,
    ),
    derived(parts("accident_earlier", "Broken code that passes, earlier model", "rate"), `${earlier[0]} / ${earlier[1]}`, earlier[0] / earlier[1]), // prettier-ignore
    derived(parts("accident_final", "Broken code that passes, final model", "rate"), `${final[0]} / ${final[1]}`, final[0] / final[1]), // prettier-ignore
    derived(parts("reasoning_share", "Hidden reasoning among completion tokens", "rate"), "reasoning tokens / completion tokens", e.reasoning_tokens / e.completion_tokens), // prettier-ignore
    derived(parts("output_share", "Completion tokens in the list price", "rate"), "completion tokens x output price / list price", listPrice(0, e.completion_tokens, prices) / list), // prettier-ignore
    derived(parts("usd_per_task", "List price a task", "usd"), "list price / tasks", list / e.entries),
    derived(parts("usd_without_reasoning", "List price without hidden reasoning", "usd"), "as the list price, reasoning tokens left out", listPrice(e.prompt_tokens, e.completion_tokens - e.reasoning_tokens, prices)), // prettier-ignore
    derived(parts("billed_usd", "With the batch share at its discount", "usd"), "list price x (1 - share x discount), calls of both endpoints alike", generationCost(plan).billedUsd), // prettier-ignore
    derived(parts("all_batch_usd", "With every call through the batch endpoint", "usd"), "list price x (1 - discount)", generationCost({ ...plan, batchShare: 1 }).billedUsd), // prettier-ignore
    derived(parts("usd_with_failures", "With failed first attempts paid", "usd"), "list price / first-attempt pass rate", repeated(e.first_attempt_validation_rate)), // prettier-ignore
    derived(parts("usd_without_fix_low", "With a prompt fix missing, at the highest pass rate", "usd"), "list price / pass rate", repeated(highest)), // prettier-ignore
    derived(parts("usd_without_fix_high", "With a prompt fix missing, at the lowest pass rate", "usd"), "list price / pass rate", repeated(lowest)), // prettier-ignore
  ];
}

export const economicsPublished: Figure<EconomicsPublishedRow> = {
  id: "near-clones/economics-published",
  title: "What the published totals say their tasks cost, recomputed",
  source: "loaders/analyses/economics-published.ts",
  inputs: [PUBLISHED_FILE],
  columns: columnsOf<EconomicsPublishedRow>({
    quantity: ["utf8", "", "short name"],
    label: ["utf8", "", "in words"],
    unit: ["utf8", "", "tokens, usd, usd_per_1m, rate, calls or s"],
    published: ["float64", "see unit", "as the paper prints it; NaN where it does not"],
    recomputed: ["float64", "see unit", "from the published totals; NaN for a total"],
    status: ["utf8", "", "given, agrees (to the last printed digit), differs or derived (not published)"],
    formula: ["utf8", "", "how it is recomputed"],
  }),
  compute: () => Promise.resolve(publishedRows(readPublished())),
};
