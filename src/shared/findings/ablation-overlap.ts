import type { OverlapEditRow, OverlapRow, OverlapThirdRow, Outcome } from "../ablation-rows.ts";
import { count, difference, listed, percent, range, spaced } from "../format.js";
import { ALL_FAMILIES } from "../vocabulary.js";

export const OUTCOME_LABELS: Record<Outcome, string> = {
  exec1: "exec@1",
  alone1: "exec@1 without own near-clones",
  exec10: "exec@10",
  deception: "share of own near-clones that deceive",
  gap: "gap to the best near-clone",
};

export const MEASURE_LABELS: Record<string, string> = {
  containment: "question’s words in the code",
  jaccard: "shared of all words (Jaccard)",
  names: "code’s names in the question",
};

interface Where {
  dataset: string;
  system?: string;
  measure: string;
}

/** One correlation. */
export const overlapOf = (
  rows: readonly OverlapRow[],
  { dataset, system = ALL_FAMILIES, measure, outcome }: Where & { outcome: Outcome },
): OverlapRow | undefined =>
  rows.find(
    (row) =>
      row.dataset === dataset && row.system === system && row.measure === measure && row.outcome === outcome,
  );

const isTold = ({ low, high }: { low: number; high: number }): boolean => low > 0 || high < 0;

const rhoOf = (row: OverlapRow): string =>
  `${difference(row.rho)} (${difference(row.low)} to ${difference(row.high)})`;

/** What shared words decide, in sentences that hold whatever the rows say. */
export function overlapFinding(
  rows: readonly OverlapRow[],
  edits: readonly OverlapEditRow[],
  dataset: string,
): string {
  const of = (outcome: Outcome) => overlapOf(rows, { dataset, measure: "containment", outcome });
  const [place, choice] = [of("alone1"), of("deception")];
  const all = edits.find((row) => row.dataset === dataset && row.bug_type === "all");
  if (!place || !choice || !all)
    return "Words are not on this machine for this dataset, so overlap has not been measured.";
  const finds = place.low > 0;
  const opening = finds
    ? isTold(choice)
      ? "Shared words help to find the right place, and bear on which near-clone comes first"
      : "Shared words help to find the right place; whether a near-clone comes first does not hang on them"
    : "Shared words are not seen to decide what is found";
  return (
    `${opening}. Over ${count(place.n)} queries, the share of the question’s words that stand in the code goes with exec@1 among everything but own near-clones (rank correlation ${rhoOf(place)}) ` +
    `and with the share of own near-clones that deceive by ${rhoOf(choice)}. In ${percent(all.same_words)} (${range(all.words_low, all.words_high)}) of near-clones the words are exactly the canonical’s.`
  );
}

/** One system by thirds, in a sentence. */
export function thirdsSentence(
  rows: readonly OverlapThirdRow[],
  { dataset, system = ALL_FAMILIES, measure }: Where,
  label: string,
): string {
  const of = (outcome: Outcome, third: number) =>
    rows.find(
      (row) =>
        row.dataset === dataset &&
        row.system === system &&
        row.measure === measure &&
        row.outcome === outcome &&
        row.third === third,
    );
  const parts = (["alone1", "exec10", "exec1", "deception"] as const).flatMap((outcome) => {
    const [least, most] = [of(outcome, 1), of(outcome, 3)];
    return least && most
      ? [
          `${OUTCOME_LABELS[outcome]} ${percent(least.value)} (${range(least.low, least.high)}) and ${percent(most.value)} (${range(most.low, most.high)})`,
        ]
      : [];
  });
  return parts.length === 0
    ? `${label} has not been measured on this dataset.`
    : `${label}, in the third of the queries with the least and with the most overlap: ${listed(parts)}.`;
}

/** The lexical baseline beside the dense mean, in a sentence. */
export function lexicalSentence(rows: readonly OverlapRow[], where: Where): string {
  const dense = overlapOf(rows, { ...where, system: ALL_FAMILIES, outcome: "alone1" });
  const lexical = overlapOf(rows, { ...where, system: "bm25", outcome: "alone1" });
  const dense10 = overlapOf(rows, { ...where, system: ALL_FAMILIES, outcome: "exec10" });
  const lexical10 = overlapOf(rows, { ...where, system: "bm25", outcome: "exec10" });
  if (!dense || !lexical || !dense10 || !lexical10) return "";
  const verdict =
    lexical.low > dense.high
      ? "BM25, which sees nothing else, hangs on shared words more than dense systems do"
      : "BM25, which sees nothing else, is not clearly told from the dense systems";
  return `${verdict}: ${rhoOf(lexical)} against ${rhoOf(dense)} for exec@1 without own near-clones, ${rhoOf(lexical10)} against ${rhoOf(dense10)} for exec@10.`;
}

/** What an edit does to the words, in a sentence. */
export function editsSentence(rows: readonly OverlapEditRow[], dataset: string): string {
  const all = rows.find((row) => row.dataset === dataset && row.bug_type === "all");
  if (!all) return "";
  const types = rows.filter((row) => row.dataset === dataset && row.bug_type !== "all");
  const most = [...types].sort((a, b) => b.overlap_lower - a.overlap_lower)[0];
  return (
    `Counting operators and numbers as tokens, ${percent(all.same_tokens)} (${range(all.tokens_low, all.tokens_high)}) of ${count(all.pairs)} near-clones still are their canonical’s very bag. ` +
    `The share of the question’s words in the code falls with the edit in ${percent(all.overlap_lower)} of near-clones and rises in ${percent(all.overlap_higher)}` +
    `${most && most.overlap_lower > 0 ? `; most often for ${spaced(most.bug_type)}, ${percent(most.overlap_lower)}` : ""}. Where the words are the same, a lexical score has operators, numbers and length to go by.`
  );
}
