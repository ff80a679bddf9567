import type { DatasetRow, FigureProvenance, SystemRow } from "../shared/rows.ts";
import { element } from "./element.js";
import { count } from "../shared/format.js";
import { systemIndex, systemLabel } from "./systems.js";

/** The first twelve digits of a digest: enough to compare two builds by eye. */
export const shortDigest = (digest: string): string => digest.replace(/^sha256:/, "").slice(0, 12);

/** Where a figure's numbers come from, as a list of terms. */
export function provenanceList(
  provenance: FigureProvenance,
  datasets: readonly DatasetRow[],
  systems: readonly SystemRow[],
): HTMLElement {
  const index = systemIndex(systems);
  const known = (id: string): DatasetRow | undefined => datasets.find((row) => row.dataset === id);
  return element`<div class="provenance"><dl>
    ${entry(
      "Datasets",
      provenance.datasets.map(
        ({ dataset: id, digest }, at) =>
          element`<span>${at > 0 ? ", " : ""}${known(id)?.label ?? id} <code>${shortDigest(known(id)?.digest ?? digest)}</code></span>`,
      ),
    )}
    ${entry(
      "Systems",
      provenance.systems.map((id, at) => (at > 0 ? ", " : "") + systemLabel(index, id)),
    )}
    <dt>Computed</dt><dd><time datetime=${provenance.computed}>${provenance.computed.slice(0, 10)}</time>, ${count(provenance.rows)} rows, digest <code>${shortDigest(provenance.digest)}</code></dd>
    <dt>Made again by</dt><dd><code>${provenance.command}</code></dd>
    <dt>Analysis</dt><dd><code>${provenance.source}</code></dd>
    <dt>From</dt><dd>${folders(provenance.inputs).map((input, at) => element`<span>${at > 0 ? ", " : ""}<code>${input}</code></span>`)}</dd>
  </dl></div>`;
}

/** A term with what belongs to it; nothing for a figure that has none of it, such as one without systems. */
const entry = (term: string, items: readonly (string | Node)[]): Node[] =>
  items.length === 0 ? [] : [element`<dt>${term}</dt>`, element`<dd>${items}</dd>`];

/** Files as they are, but a folder with several of them as one entry. */
function folders(paths: readonly string[]): string[] {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), path]);
  }
  return [...byFolder].flatMap(([folder, own]) =>
    own.length > 1 ? [`${folder} (${count(own.length)} files)`] : own,
  );
}
