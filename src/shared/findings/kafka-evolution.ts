import { count, inWords, listed, percent, points, pointsRange } from "../format.js";
import type {
  ContestKey,
  EvolutionLeaderRow,
  EvolutionNeedRow,
  EvolutionRow,
} from "../kafka-evolution-rows.ts";
import { chunkingLabel } from "../kafka-labels.js";
import type { ListKey } from "../kafka-lists.ts";

/** What a study chooses, in the order of the page. */
export const CHOICES = ["system", "chunking", "mode"] as const;
export type ChoiceKind = (typeof CHOICES)[number];

/** An option of a contest. */
export type Option = Pick<EvolutionLeaderRow, "system" | "chunking" | "mode">;

/** How often so many questions choose right, over all choices of one kind: the mean, and the extremes. */
export interface KindAt {
  about: ChoiceKind;
  size: number;
  mean: number;
  least: number;
  most: number;
  contests: number;
  n: number;
}

/** Choices between systems are taken between all of them, with every mode. */
const counted = (row: EvolutionRow): boolean => row.about !== "system" || row.among === "all";

/** @param rows of one study and protocol */
export function byKind(rows: readonly EvolutionRow[]): KindAt[] {
  const sizes = [...new Set(rows.map(({ size }) => size))];
  return CHOICES.flatMap((about) =>
    sizes.flatMap((size): KindAt[] => {
      const own = rows.filter((row) => row.about === about && row.size === size && counted(row));
      if (own.length === 0) return [];
      const rights = own.map(({ right }) => right);
      return [
        {
          about,
          size,
          mean: rights.reduce((sum, right) => sum + right, 0) / own.length,
          least: Math.min(...rights),
          most: Math.max(...rights),
          contests: own.length,
          n: own[0]!.n,
        },
      ];
    }),
  );
}

/** The number of questions that the published study had. */
const STUDY_SIZE = 30;

/** How often a study of the published size, and a pilot, would have chosen otherwise. @param rows of one study and protocol */
export function evolutionFinding(rows: readonly EvolutionRow[]): string {
  const kinds = byKind(rows);
  const n = kinds[0]?.n;
  if (n === undefined)
    return "There is nothing to choose between yet: at most one ranking of each kind is there.";
  const below = [...new Set(kinds.map(({ size }) => size))].filter((size) => size < n);
  const pilot = Math.min(...below);
  const study = Math.max(...below.filter((size) => size <= STUDY_SIZE));
  const at = (size: number): KindAt[] => kinds.filter((kind) => kind.size === size);
  const shares = listed(
    at(study).map(
      ({ about, mean }, place) => `the best ${about} in ${percent(mean)}${place === 0 ? " of draws" : ""}`,
    ),
  );
  const opening = `A study with ${inWords(study)} of these ${count(n)} questions chooses what all of them call ${shares}`;
  if (pilot === study) return `${opening}.`;
  return `${opening}; a pilot with ${inWords(pilot)}, in ${listed(at(pilot).map(({ mean }) => percent(mean)))}.`;
}

/** What is held while something else is chosen, as an option of a control. */
export function heldName(contest: ContestKey, name: (list: ListKey) => string): string {
  const { about, among, system, chunking, mode } = contest;
  if (about === "system")
    return `${among === "all" ? "every system and mode" : "dense systems by vectors"}, chunks ${chunkingLabel(chunking)}`;
  if (about === "chunking") return name({ system, mode });
  return `${name({ system, mode: "vector" })}, chunks ${chunkingLabel(chunking)}`;
}

const MODE_NAMES: Record<string, string> = {
  vector: "vectors alone",
  hybrid: "vectors and BM25",
  bm25: "BM25 alone",
};

/** An option of a contest: only what varies is named. */
export function optionName(about: string, option: Option, name: (list: ListKey) => string): string {
  if (about === "chunking") return chunkingLabel(option.chunking);
  if (about === "mode") return MODE_NAMES[option.mode] ?? option.mode;
  return name(option);
}

/** What a draw of so many questions says of one choice. @param best names of what is best over all questions */
export function contestSentence(row: EvolutionRow, best: readonly string[]): string {
  const { size, n, right, right_again, alone, settled, options } = row;
  const who = best.length === 1 ? best[0]! : `one of the ${inWords(best.length)} best (${listed(best)})`;
  if (size === n)
    return `All ${count(n)} questions choose ${who} by definition; as many drawn with replacement, which stand for new questions of the same kind, choose it in ${percent(right_again)} of draws.`;
  return `With ${count(size)} of ${count(n)} questions ${who} is chosen in ${percent(right)} of draws (${percent(right_again)} where they are drawn with replacement), against ${percent(best.length / options)} by lot. In ${percent(1 - alone)} several lead together, and a lot decides. From there to the last question nothing else leads in ${percent(settled)} of orders.`;
}

/** How wide intervals are. @param rows of one contest and protocol, by size */
export function widthSentence(rows: readonly EvolutionRow[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || first === last) return "";
  const middle = rows.filter(({ size }) => size <= STUDY_SIZE).at(-1)!;
  const reach = ({ size, half_width }: EvolutionRow): string => `±${points(half_width)} with ${count(size)}`;
  const distinct = [...new Set([first, middle, last])];
  const empty = first.no_width > 0 ? ` In ${percent(first.no_width)} of draws of ${count(first.size)} the interval has no width at all, since every question or none is solved: certainty that is not there.` : ""; // prettier-ignore
  return `The interval of the best one’s recall@10 reaches ${listed(distinct.map(reach))} questions.${empty}`;
}

/** How many questions a claim over one rival needs. @param rows one a size of claim */
export function needSentence(rows: readonly EvolutionNeedRow[], best: string, other: string): string {
  const [row] = rows;
  if (!row) return "";
  if (row.discordant === 0)
    return `${best} and ${other} solve the same of ${count(row.n)} questions, so that no number of such questions would show a difference.`;
  const needs = rows.map(({ delta, questions, questions_low, questions_high }) => {
    const claim = points(delta).replace(".0", "");
    if (!Number.isFinite(questions)) return `+${claim} cannot be, since they disagree on fewer`;
    const between = Number.isFinite(questions_low)
      ? ` (${count(questions_low)} to ${count(questions_high)})`
      : "";
    return `+${claim} takes ${count(questions)}${between}`;
  });
  return `${best} and ${other} disagree on ${percent(row.discordant)} of ${count(row.n)} questions, and the first is ahead by ${points(row.behind)} (${pointsRange(row.behind_low, row.behind_high)}). To be seen in four of five studies, a true lead of ${listed(needs)} questions.`;
}
