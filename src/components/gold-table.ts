import { spoken } from "../shared/format.js";
import type { GoldFileRow, GoldQuestionRow } from "../shared/gold-rows.ts";
import type { Control } from "./bind-url.js";
import { element } from "./element.js";
import { fileName } from "./kafka-file.js";
import { dataTable } from "./table.js";
import type { Column } from "./table-model.js";

const FORMS = ["human", "ai_optimized", "keyword", "wrong_terminology", "cross_module"] as const;

/** Everything of a question that a reader may search for. */
const searched = (row: GoldQuestionRow, files: readonly GoldFileRow[]): string =>
  [...FORMS.map((form) => row[form]), row.owner, row.reason, ...files.map(({ path }) => path)].join(" ");

/** All questions as a table that sorts and searches; its value is the question that the reader opened, empty for none. */
export function goldTable(
  rows: readonly GoldQuestionRow[],
  filesOf: ReadonlyMap<string, readonly GoldFileRow[]>,
): Control<string> {
  let chosen = "";
  const node = element`<div class="task-table"></div>`;
  const files = (row: GoldQuestionRow): readonly GoldFileRow[] => filesOf.get(row.question) ?? [];
  const owners = (row: GoldQuestionRow): string =>
    files(row)
      .filter(({ role }) => role === "primary")
      .map(({ path }) => fileName(path))
      .join(", ");
  const number = (
    key: string,
    label: string,
    holds: (file: GoldFileRow) => boolean,
  ): Column<GoldQuestionRow> => ({
    key,
    label,
    value: (row) => files(row).filter(holds).length,
    numeric: true,
  });

  const columns: Column<GoldQuestionRow>[] = [
    {
      key: "question",
      label: "Question",
      value: (row) => row.question,
      cell: (row) => {
        const button = element<HTMLButtonElement>`<button type="button" class="plain" data-question=${row.question} aria-pressed=${String(row.question === chosen)}>${spoken(row.question)}</button>`;
        button.addEventListener("click", () => open(row.question));
        return button;
      },
    },
    { key: "area", label: "Area", value: (row) => row.area, cell: (row) => spoken(row.area) },
    // What is searched is all of the question; what is shown is how a developer asks it.
    {
      key: "human",
      label: "As a developer asks",
      value: (row) => searched(row, files(row)),
      cell: (row) => row.human,
      wrap: true,
    },
    { key: "owner", label: "Owner", value: owners },
    number("adversarial", "Adversarial", ({ role }) => role === "adversarial"),
    number("strong", "Strong", ({ strength }) => strength === "strong"),
    {
      key: "confidence",
      label: "Second annotator",
      value: (row) => row.second_confidence,
      cell: (row) => row.second_confidence || "–",
    },
  ];

  function mark(): void {
    for (const button of node.querySelectorAll("[data-question]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-question") === chosen));
  }

  function open(question: string): void {
    chosen = question;
    mark();
    node.dispatchEvent(new Event("input", { bubbles: true }));
  }

  node.append(dataTable(rows, { columns, caption: "Gold questions", pageSize: 12 }));
  Object.defineProperty(node, "value", {
    get: () => chosen,
    set: (question: string) => {
      chosen = question;
      mark();
    },
  });
  return node as unknown as Control<string>;
}
