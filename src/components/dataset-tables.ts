import type { OverlapRow, VersionRow } from "../shared/dataset-rows.ts";
import { count, percent } from "../shared/format.js";
import { taskLink } from "./close-pairs-figure.js";
import { whole, words } from "./columns.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { shortDigest } from "./provenance.js";
import type { Column } from "./table-model.js";

/** A share from 0 to 1 in percent. */
const share = <R>(name: keyof R & string, label: string): Column<R> => ({
  key: name,
  label,
  value: (row) => row[name] as number,
  cell: (row) => percent(row[name] as number),
  numeric: true,
});

/** Tasks whose question shares many words with the names in the code. */
export function overlapFigure(
  rows: readonly OverlapRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "overlap",
      figure: "method/overlap",
      title: "Questions that share many words with the code",
      subtitle:
        "Content words of the question, and words of the names that the canonical chooses; singular and plural are one word.",
      description: rows.map(({ task, shared }) => `${task}: ${shared}`).join("; "),
      rows,
      sort: { key: "of_query", descending: true },
      columns: [
        {
          key: "task",
          label: "Task",
          value: (row) => row.task,
          cell: (row) =>
            element`<a href=${taskLink(row.dataset, row.task)}>${row.task.split("/").at(-1)}</a>`,
        },
        share("of_query", "Of the question"),
        share("of_names", "Of the names"),
        { ...words<OverlapRow>("shared", "Words in both"), wrap: true },
      ],
      file,
    },
    context,
  );
}

/** Released versions, newest first. */
export function versionsFigure(
  rows: readonly VersionRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "versions",
      figure: "method/versions",
      title: "Versions",
      subtitle: "What changed is computed from the digests of each task’s question, canonical and tests.",
      description: rows
        .map((row) => `${row.version} of ${row.date}: ${count(row.tasks)} tasks, ${row.added} added`)
        .join("; "),
      rows: rows.toReversed(),
      columns: [
        words("version", "Version"),
        words("date", "Date"),
        whole("tasks", "Tasks"),
        whole("added", "Added"),
        whole("changed", "Changed"),
        whole("removed", "Removed"),
        {
          key: "sha256",
          label: "SHA-256",
          value: (row) => row.sha256,
          cell: (row) => element`<code title=${row.sha256}>${shortDigest(row.sha256)}</code>`,
        },
        { ...words<VersionRow>("note", "What is new"), wrap: true },
      ],
      file,
    },
    context,
  );
}

/** Every change of a version, behind a fold. */
export function versionChanges({ version, changes }: VersionRow): HTMLElement {
  const lines = changes === "" ? ["Only the bytes of the files differ."] : changes.split("\n");
  return element`<details class="fold"><summary>What ${version} changed</summary><ul>${lines.map((line) => element`<li>${line}</li>`)}</ul></details>`;
}
