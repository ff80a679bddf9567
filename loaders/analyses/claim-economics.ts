import { bootstrapRatio } from "../../src/shared/bootstrap.ts";
import type { Claim } from "./claim-list.ts";
import { NOTHING } from "./claim-measures.ts";
import { below, type Estimate } from "./claim-rules.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { mutantsByTask } from "./mutants-by-task.ts";
import type { Published } from "./published.ts";

/** Mutants that pass their task's whole suite over all mutants that the rules make; tasks are resampled. */
export function survivorShare({ corpus }: Evaluation): Estimate {
  const byTask = mutantsByTask(corpus);
  if (byTask.length === 0) return NOTHING;
  const survivors = byTask.map((own) => own.filter(({ kind }) => kind === "survivor").length);
  return { ...bootstrapRatio(survivors, byTask.map((own) => own.length)), n: byTask.length }; // prettier-ignore
}

const shareOf = ([part, whole]: readonly [number, number]): number => part / whole;

const shareText = (counts: readonly [number, number]): string =>
  `${Math.round(shareOf(counts) * 10_000) / 10_000} (${counts[0]} of ${counts[1]})`;

/**
 * What the paper says of broken code that turned out to work (section 3.2): the one part of its economics that tasks
 * written without a metered API can be set beside. Written before our own share of survivors was looked at.
 */
export function economicsClaims({ economics }: Published): Claim[] {
  const { earlier_model: earlier, final_model: final } = economics.accidentally_correct_distractors;
  const common = {
    page: "economics",
    unit: "rate" as const,
    systems: "all mutants that the rules make, before any is selected",
    ours: survivorShare,
  };
  return [
    {
      ...common,
      id: "few-work-by-accident",
      text: "Code broken by one mechanical edit hardly ever passes the tests after all.",
      published: `${shareText(final)}, edits chosen by a language model`,
      rule: below(0.01),
      note: "rules make every edit that fits, also those that change nothing; a model that is asked for a bug picks one. Our own suites gained tests where a survivor could be told apart; HumanEval's are as they came",
    },
    {
      ...common,
      id: "fewer-work-than-rewritten",
      text: "It passes less often than what an earlier model wrote when asked for wrong code.",
      published: `${shareText(earlier)}, wrong code of any kind`,
      rule: below(shareOf(earlier)),
      note: "the published share is of another model and another prompt, with other tasks",
    },
  ];
}
