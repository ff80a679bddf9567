import { count, percent } from "../format.js";
import { formLabel } from "../kafka-labels.js";

/** How many questions one list solves in one form. @param ranks rank of the first owner a question, 0 without the form */
export function kafkaExplorerFinding(ranks: readonly number[], name: string, form: string): string {
  const asked = ranks.filter((rank) => rank > 0);
  if (asked.length === 0)
    return "Nothing has been ranked at this setting yet; the questions and the files that own their answers are here all the same.";
  const within = (k: number): number => asked.filter((rank) => rank <= k).length;
  return `In the ${formLabel(form)} form, ${name} has a file that owns the answer among its first ten for ${count(within(10))} of ${count(asked.length)} questions (${percent(within(10) / asked.length)}), and at rank 1 for ${count(within(1))}. Pick one and see what stands there instead.`;
}
