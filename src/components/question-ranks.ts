import { firstOf, questionSentence, type RankedFile } from "../shared/findings/kafka-interference.js";
import { count, spaced } from "../shared/format.js";
import type { GoldQuestionRow } from "../shared/gold-rows.ts";
import { formLabel } from "../shared/kafka-labels.js";
import type { FormId } from "../shared/kafka-labels.ts";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { fileName, kafkaFile } from "./kafka-file.js";
import type { Column } from "./table-model.js";

export interface QuestionRanksOptions {
  question: GoldQuestionRow;
  form: FormId;
  /** Names of the ranked lists, a column each. */
  lists: readonly string[];
  /** Of the chunking that the ranks are over. */
  chunking: string;
  file: string;
  /** Address that a path is appended to; empty for none. */
  link: string;
}

const roleOf = ({ role, strength, relation, confusion }: RankedFile): string =>
  role === "adversarial" ? `${strength} look-alike: ${spaced(relation)}, ${spaced(confusion)}` : role === "primary" ? "owner" : role; // prettier-ignore

const linesOf = ({ role, line_from: from, line_to: to }: RankedFile) =>
  role === "primary" ? { from, to } : undefined;

/** A rank as its role has it: an owner among the first ten passes, a look-alike above every owner and among them fails. */
function rankMark(file: RankedFile, files: readonly RankedFile[], list: string): string | HTMLElement {
  const rank = file.ranks.get(list);
  if (rank === undefined) return "–";
  const kind =
    rank > 10
      ? ""
      : file.role === "primary"
        ? "passes"
        : file.role === "adversarial" && rank < firstOf(files, "primary", list)
          ? "fails"
          : "";
  const text = Number.isInteger(rank) ? count(rank) : rank.toFixed(1);
  return kind === "" ? text : element`<span class=${`rank-mark ${kind}`}>${text}</span>`;
}

/** One question opened file by file: every labelled file with its rank in every list. */
export function questionRanks(
  files: readonly RankedFile[],
  { question, form, lists, chunking, file, link }: QuestionRanksOptions,
  context: FigureContext,
): HTMLElement {
  const text = question[form];
  const best = (row: RankedFile): number => Math.min(Infinity, ...row.ranks.values());
  const columns: Column<RankedFile>[] = [
    {
      key: "path",
      label: "File",
      value: ({ path }) => path,
      cell: (row) => kafkaFile(row.path, linesOf(row), link),
      wrap: true,
    },
    { key: "role", label: "Labeled", value: roleOf, wrap: true },
    ...lists.map((list): Column<RankedFile> => ({
      key: list,
      label: list,
      value: ({ ranks }) => ranks.get(list) ?? NaN,
      cell: (row) => rankMark(row, files, list),
      numeric: true,
    })),
  ];
  return element`<section class="question-ranks">
    <p class="task-text">${text === "" ? `This question has no ${formLabel(form)} form.` : text}</p>
    ${
      text === ""
        ? null
        : figureFrame(
            {
              id: "question",
              figure: "kafka/labelled-ranks",
              title: spaced(question.question).replaceAll("-", " "),
              subtitle: `${formLabel(form)} form, chunks of ${chunking}: rank of each labeled file in the complete ranking. Filled: an owner among the first ten; framed: a look-alike among them and above every owner.`,
              description: `${questionSentence(files, lists)} Files: ${files.map(({ path }) => fileName(path)).join(", ")}.`,
              rows: [...files].sort((a, b) => best(a) - best(b)),
              columns,
              file,
            },
            context,
          )
    }
    ${text === "" ? null : element`<p>${questionSentence(files, lists)} Why the look-alikes are not the answer: ${question.boundary} <a href=${`./gold.html?question=${question.question}`}>All five layers</a>, <a href=${`./explorer.html?question=${question.question}`}>first ten files of every ranking</a></p>`}
  </section>`;
}
