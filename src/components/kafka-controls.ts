import { FORM_LABELS, MODE_CHOICES, PROTOCOL_LABELS, chunkingLabel } from "../shared/kafka-labels.js";
import type { FormId, ModeChoice, ProtocolId } from "../shared/kafka-labels.ts";
import { RANK_COMMANDS, chunkingsOf, unrankedNote } from "../shared/kafka-grid.js";
import { CLAIMED_STUDY } from "../shared/findings/kafka-claims.js";
import { listId } from "../shared/kafka-lists.js";
import type { ListKey } from "../shared/kafka-lists.ts";
import type { KafkaCellRow } from "../shared/kafka-rows.ts";
import type { SystemRow } from "../shared/rows.ts";
import { oneNumberOf, oneOf } from "../shared/url-state.js";
import { CUTOFFS } from "../shared/vocabulary.js";
import { bindUrl, type Control } from "./bind-url.js";
import { element } from "./element.js";
import { segmented } from "./segmented.js";
import { selectBox } from "./select-box.js";

/** The controls of the Kafka pages, each bound to its key in the link: the same key means the same on every page. */

interface Named<T extends string> {
  label: string;
  key: string;
  options: Readonly<Record<T, string>>;
  fallback: T;
}

function choice<T extends string>({ label, key, options, fallback }: Named<T>): Control<T> {
  const values = Object.keys(options) as T[];
  const choices = values.map((value) => ({ value, label: options[value] }));
  return bindUrl(segmented(label, choices), oneOf(key, values, fallback));
}

export const cutoffSwitch = (fallback: (typeof CUTOFFS)[number] = 10): Control<number> =>
  bindUrl(
    segmented("First k files", CUTOFFS.map((value) => ({ value: value as number, label: String(value) }))), // prettier-ignore
    oneNumberOf("k", CUTOFFS, fallback),
  );

export const modeSwitch = (fallback: ModeChoice = "both"): Control<ModeChoice> =>
  choice({ label: "Dense systems rank by", key: "mode", options: MODE_CHOICES, fallback });

export const protocolSwitch = (fallback: ProtocolId = "complete"): Control<ProtocolId> =>
  choice({ label: "Protocol", key: "protocol", options: PROTOCOL_LABELS, fallback });

export const formSwitch = (fallback: FormId = "human"): Control<FormId> =>
  choice({ label: "Form of the question", key: "form", options: FORM_LABELS, fallback });

/** The chunkings of a study's cells. */
export function chunkingPicker(cells: readonly KafkaCellRow[], fallback: string): Control<string> {
  const ids = chunkingsOf(cells);
  const options = ids.map((value) => ({ value, label: chunkingLabel(value) }));
  const control = selectBox("Chunking, characters/overlap", [{ label: "", options }]);
  return bindUrl(control, oneOf("chunking", ids, ids.includes(fallback) ? fallback : ids[0]!));
}

/** Which of the lists that rows are of; the first dense system by itself is the default. */
export function rankingPicker(rows: readonly ListKey[], name: (list: ListKey) => string): Control<string> {
  const lists = [...new Map(rows.map((row) => [listId(row), row])).values()];
  const options = lists.map((row) => ({ value: listId(row), label: name(row) }));
  const fallback = lists.find(({ mode }) => mode === "vector") ?? lists[0];
  return bindUrl(
    selectBox("System", [{ label: "", options }]),
    oneOf("list", lists.map(listId), fallback ? listId(fallback) : ""),
  );
}

/** The systems of a study's cells as figures and pickers take them. */
export function kafkaSystems(cells: readonly KafkaCellRow[]): SystemRow[] {
  const byId = new Map(cells.map((cell) => [cell.system, cell]));
  return [...byId.values()].map(({ system, label, class: kind, token_limit }) => ({
    system,
    label,
    class: kind,
    family: system,
    dtype: "",
    dimensions: 0,
    token_limit,
  }));
}

/** What figures over these cells do not show yet, with the commands that add it; nothing to be seen when nothing lacks. */
export function unrankedCells(cells: readonly (KafkaCellRow & { study?: string })[]): HTMLElement {
  const note = unrankedNote(cells);
  if (note === "") return element`<p hidden></p>`;
  if ((cells[0]?.study ?? CLAIMED_STUDY) !== CLAIMED_STUDY)
    return element`<p class="figure-note">${note} The <code>npm run code-rag</code> that made this study adds what lacks.</p>`;
  const [embed, rank] = RANK_COMMANDS;
  return element`<p class="figure-note">${note} <code>${embed}</code> and then <code>${rank}</code> add what lacks.</p>`;
}
