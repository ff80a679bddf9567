import { goldCounts } from "../shared/findings/gold.js";
import { capital, count, spoken } from "../shared/format.js";
import type { GoldAgreementRow, GoldFileRow, GoldQuestionRow } from "../shared/gold-rows.ts";
import { bounds, estimate, whole, words } from "./columns.js";
import { countBars } from "./count-bars.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { key } from "./key.js";
import type { Part } from "./stacked-bars.js";

/** What the composition is counted by: questions by area, adversarial files by relation or confusion. */
export const COMPOSITIONS = ["area", "relation", "confusion"] as const;
export type Composition = (typeof COMPOSITIONS)[number];

const shade = (share: number): string =>
  share === 100
    ? "var(--theme-foreground-muted)"
    : `color-mix(in srgb, var(--theme-foreground-muted) ${share}%, var(--theme-background))`;

const QUESTIONS: Part[] = [{ key: "questions", label: "questions", color: shade(100) }];
const STRENGTHS: Part[] = [
  { key: "strong", label: "strong", color: shade(100) },
  { key: "medium", label: "medium", color: shade(58) },
  { key: "weak", label: "weak", color: shade(28) },
];

interface Group {
  name: string;
  label: string;
  counts: Record<string, number>;
  total: number;
}

/** Counts by name and part, the largest group first. */
function grouped(items: readonly { name: string; part: string }[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { name, part } of items) {
    const group = groups.get(name) ?? { name, label: spoken(name), counts: {}, total: 0 };
    group.counts[part] = (group.counts[part] ?? 0) + 1;
    group.total++;
    groups.set(name, group);
  }
  return [...groups.values()].sort((a, b) => b.total - a.total);
}

export interface GoldFiles {
  questions: string;
  files: string;
  agreement: string;
}

/** What the gold set is made of. */
export function compositionFigure(
  by: Composition,
  { questions, files }: { questions: readonly GoldQuestionRow[]; files: readonly GoldFileRow[] },
  hrefs: GoldFiles,
  context: FigureContext,
): HTMLElement {
  const areas = by === "area";
  const adversarial = files.filter(({ role }) => role === "adversarial");
  const items = areas
    ? questions.map(({ area }) => ({ name: area, part: "questions" }))
    : adversarial.map((file) => ({ name: file[by], part: file.strength }));
  const rows = grouped(items);
  const parts = areas ? QUESTIONS : STRENGTHS;
  const { strong } = goldCounts(questions, files);
  return figureFrame(
    {
      id: "composition",
      figure: areas ? "kafka/gold-questions" : "kafka/gold-files",
      title: areas
        ? "Questions by area of the code base"
        : by === "relation"
          ? "What the adversarial file is to the owner"
          : "Why the adversarial file is taken for the owner",
      subtitle: areas
        ? `n = ${count(questions.length)} questions; each belongs to one area.`
        : `n = ${count(adversarial.length)} adversarial files of ${count(questions.length)} questions, ${count(strong)} of them strong: likely to be taken for the owner.`,
      description: rows.map(({ label, total }) => `${label}: ${total}`).join("; "),
      ...(areas ? {} : { key: key(parts.map(({ color, label }) => ({ shape: "square", color, label }))) }),
      plot: (width) => countBars(rows, parts, { width, xLabel: areas ? "questions" : "adversarial files" }),
      rows,
      columns: [
        words<Group>("label", capital(by)),
        ...(areas ? [] : parts).map((part) => ({
          key: part.key,
          label: capital(part.label),
          value: (row: Group) => row.counts[part.key] ?? 0,
          numeric: true,
        })),
        whole<Group>("total", areas ? "Questions" : "Files"),
      ],
      file: areas ? hrefs.questions : hrefs.files,
    },
    context,
  );
}

const COEFFICIENTS: Record<string, string> = {
  observed: "agreement",
  uniform_kappa: "kappa, chance picks among the question's files",
  cohen_kappa: "Cohen's kappa, chance has the annotators' shares",
};

/** Agreement of the second annotator, raw and corrected for chance. */
export function agreementFigure(
  rows: readonly GoldAgreementRow[],
  hrefs: GoldFiles,
  context: FigureContext,
): HTMLElement {
  const exact = rows[0]?.interval === "exact";
  return figureFrame(
    {
      id: "agreement",
      figure: "kafka/gold-agreement",
      title: "Does a second annotator name the same file?",
      subtitle: `The second annotator saw the human form and the sources, no label. n = ${count(rows[0]?.n ?? 0)} questions, before adjudication, 95% intervals.`,
      description: rows
        .map(
          ({ coefficient, value, low, high }) =>
            `${COEFFICIENTS[coefficient] ?? coefficient}: ${value} (${low} to ${high})`,
        )
        .join("; "),
      ...(exact
        ? {
            note: "Every resample of unanimous answers is unanimous, so that a bootstrap would claim certainty: the bounds are those of Clopper and Pearson’s exact interval, and kappa’s follow from them.",
          }
        : {}),
      rows,
      columns: [
        words<GoldAgreementRow>("coefficient", "Coefficient", (name) => COEFFICIENTS[name] ?? name),
        estimate<GoldAgreementRow>("value", "Value"),
        ...bounds<GoldAgreementRow>("low", "high"),
        estimate<GoldAgreementRow>("expected", "By chance"),
        whole<GoldAgreementRow>("agreed", "Agreed"),
        whole<GoldAgreementRow>("n", "n"),
      ],
      file: hrefs.agreement,
    },
    context,
  );
}
