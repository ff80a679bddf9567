import type { ClosePairRow } from "../shared/dataset-rows.ts";
import { count, rate } from "../shared/format.js";
import { estimate, whole, words } from "./columns.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";

const SHOWN = 5;

/** The closest pairs of questions or canonicals of a dataset, with the limit; the first open, the rest behind a fold. */
export function closePairsFigure(
  rows: readonly ClosePairRow[],
  kind: "query" | "canonical",
  file: string,
  context: FigureContext,
): HTMLElement {
  const own = rows.filter((row) => row.kind === kind);
  const what = kind === "query" ? "questions" : "canonicals";
  return figureFrame(
    {
      id: `closest-${what}`,
      figure: "method/closest",
      title: `The closest pairs of ${what}`,
      subtitle: "Cosine of the vectors of all-MiniLM-L6-v2, as frozen.",
      description: own.map(({ a, b, cosine }) => `${a} and ${b}: ${rate(cosine)}`).join("; "),
      body: element`<div>
        <ol class="close-pairs">${own.slice(0, SHOWN).map(pair)}</ol>
        ${own.length > SHOWN ? element`<details class="fold"><summary>${count(own.length - SHOWN)} more pairs</summary><ol class="close-pairs">${own.slice(SHOWN).map(pair)}</ol></details>` : null}
      </div>`,
      rows: own,
      columns: [
        whole("rank", "Rank"),
        estimate("cosine", "Cosine"),
        words("a", "One"),
        words("b", "Other"),
        ...(kind === "query" && own.some((row) => row.text_a !== "")
          ? [
              { ...words<ClosePairRow>("text_a", "Question of one"), wrap: true },
              { ...words<ClosePairRow>("text_b", "Question of the other"), wrap: true },
            ]
          : []),
      ],
      file,
    },
    context,
  );
}

function pair(row: ClosePairRow): HTMLElement {
  const beyond = row.kind === "query" && row.cosine >= row.limit;
  const side = (id: string, text: string): HTMLElement =>
    element`<p><a href=${taskLink(row.dataset, id)}><code>${id}</code></a>${row.kind === "query" && text !== "" ? element`<br>` : null}${row.kind === "query" ? text : ""}</p>`;
  return element`<li><span class=${beyond ? "cosine beyond" : "cosine"} title="cosine">${rate(row.cosine)}</span><div>${side(row.a, row.text_a)}${side(row.b, row.text_b)}</div></li>`;
}

/** Address of a task on the page that browses them, from a page of the same folder. */
export const taskLink = (dataset: string, task: string): string =>
  `./tasks.html?${new URLSearchParams({ ...(dataset === "near-miss" ? {} : { dataset }), task }).toString()}`;
