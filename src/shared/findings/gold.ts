import { capital, count, inWords, percent, range } from "../format.js";
import type { GoldAgreementRow, GoldFileRow, GoldQuestionRow } from "../gold-rows.ts";

/** How many texts the questions have in all, and how many files own an answer. */
export function goldCounts(
  questions: readonly GoldQuestionRow[],
  files: readonly GoldFileRow[],
): { areas: number; forms: number; owners: number; adversarial: number; strong: number } {
  const adversarial = files.filter(({ role }) => role === "adversarial");
  return {
    areas: new Set(questions.map(({ area }) => area)).size,
    // The first four forms are required.
    forms: 4 * questions.length + questions.filter(({ cross_module }) => cross_module !== "").length,
    owners: new Set(files.filter(({ role }) => role === "primary").map(({ path }) => path)).size,
    adversarial: adversarial.length,
    strong: adversarial.filter(({ strength }) => strength === "strong").length,
  };
}

/** What the gold set holds, and how far a second annotator names the same files. */
export function goldFinding(
  questions: readonly GoldQuestionRow[],
  files: readonly GoldFileRow[],
  observed: GoldAgreementRow | undefined,
): string {
  const { areas, forms, owners } = goldCounts(questions, files);
  const opening = `${count(questions.length)} questions in ${inWords(areas)} areas, asked in ${count(forms)} forms, are answered by ${count(owners)} files.`;
  if (!observed) return `${opening} No second annotator has read them yet.`;
  const { value, low, high, agreed, n } = observed;
  return `${opening} A second annotator named the same file in ${count(agreed)} of ${count(n)}: ${percent(value)} (interval ${range(low, high)}).`;
}

/** What the agreement shows, and what it cannot. */
export function agreementMeaning({ agreed, n }: GoldAgreementRow): string {
  const who = "both annotators are sessions of one model family that read the same sources";
  if (agreed === n)
    return `Agreement is total, and ${who}: it shows that the questions name one owner each, not that two people would agree.`;
  const apart = n - agreed;
  return `${capital(inWords(apart))} question${apart === 1 ? "" : "s"} had to be decided between the two, and ${who}: two people may well agree less.`;
}
