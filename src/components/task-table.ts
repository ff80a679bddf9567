import { functionNameOf } from "../shared/explorer-index.js";
import { spaced } from "../shared/format.js";
import type { ExplorerIndexRow, ExplorerQuestionRow } from "../shared/rows.ts";
import type { Control } from "./bind-url.js";
import { element } from "./element.js";
import { whole } from "./columns.js";
import { dataTable } from "./table.js";
import type { Column } from "./table-model.js";

/** A task of the index with what its row says beside it. */
export interface TaskTableRow extends ExplorerIndexRow {
  /** Systems whose first result works, of those measured. */
  solved: number;
  measured: number;
}

export interface TaskTableOptions {
  /** Fetches whole questions, once a reader searches. */
  fullTexts: () => Promise<readonly ExplorerQuestionRow[]>;
}

/** All tasks as a table that sorts and searches; its value is the task that the reader opened, empty for none. */
export function taskTable(rows: readonly TaskTableRow[], { fullTexts }: TaskTableOptions): Control<string> {
  let chosen = "";
  let texts: ReadonlyMap<string, string> = new Map();
  const node = element`<div class="task-table"></div>`;

  const open = (query: string): void => {
    chosen = query;
    mark();
    node.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const name: Column<TaskTableRow> = {
    key: "task",
    label: "Task",
    value: (row) => row.query,
    cell: (row) => {
      const button = element<HTMLButtonElement>`<button type="button" class="plain" data-task=${row.query} aria-pressed=${String(row.query === chosen)}>${functionNameOf(row)}</button>`;
      button.addEventListener("click", () => open(row.query));
      return element`<div>${button}<small>${spaced(row.domain)}</small></div>`;
    },
  };
  const columns: Column<TaskTableRow>[] = [
    name,
    {
      key: "question",
      label: "Question",
      // What is searched is the whole question, as soon as it is here; what is shown is its beginning.
      value: (row) => texts.get(row.query) ?? row.text,
      cell: (row) => row.text,
      wrap: true,
    },
    whole("lines", "Lines"),
    whole("tests", "Tests"),
    whole("mutants", "Mutants"),
    whole("survivors", "Survivors"),
    {
      key: "solved",
      label: "Solved by",
      value: (row) => row.solved,
      cell: (row) => (row.measured === 0 ? "–" : `${row.solved} of ${row.measured}`),
      numeric: true,
    },
  ];

  function mark(): void {
    for (const button of node.querySelectorAll("[data-task]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-task") === chosen));
  }

  node.append(dataTable(rows, { columns, caption: "Tasks", pageSize: 12 }));
  const search = node.querySelector<HTMLInputElement>("input[type=search]");
  search?.addEventListener(
    "focus",
    () =>
      void fullTexts().then((questions) => {
        texts = new Map(questions.map(({ query, text }) => [query, text]));
        if (search.value !== "") search.dispatchEvent(new Event("input"));
      }),
    { once: true },
  );
  Object.defineProperty(node, "value", {
    get: () => chosen,
    set: (query: string) => {
      chosen = query;
      mark();
    },
  });
  return node as unknown as Control<string>;
}
