import { spoken } from "../shared/format.js";
import type { GoldFileRow } from "../shared/gold-rows.ts";
import type { KafkaTextRow, KafkaTopRow } from "../shared/kafka-explorer-rows.ts";
import { type TopFile, unpackRanks, unpackTop } from "../shared/kafka-explorer-pack.js";
import { FORM_IDS, formLabel } from "../shared/kafka-labels.js";
import type { ListKey } from "../shared/kafka-lists.ts";
import { element } from "./element.js";
import { fileName, kafkaFile } from "./kafka-file.js";

export interface KafkaQuestion {
  question: string;
  area: string;
  study: string;
  /** In the order in which forms are listed. */
  texts: readonly KafkaTextRow[];
  labelled: readonly GoldFileRow[];
  /** Every ranking of this question that is shown: all lists over one chunking, all forms. */
  rankings: readonly KafkaTopRow[];
}

export interface KafkaQuestionOptions {
  /** The list whose top tens are shown. */
  list: ListKey;
  form: string;
  name: (list: ListKey) => string;
  pathOf: (file: number) => string;
  /** Address that a path is appended to; empty for none. */
  link: string;
}

const isOf =
  ({ system, mode }: ListKey) =>
  (row: ListKey): boolean =>
    row.system === system && row.mode === mode;

/** One question: its forms with the first ten files of one list each, and where every list ranks the labelled files. */
export function kafkaQuestionView(question: KafkaQuestion, options: KafkaQuestionOptions): HTMLElement {
  const goldLink = `./gold.html?${new URLSearchParams({ study: question.study, question: question.question })}`;
  const own = question.rankings.filter(isOf(options.list));
  return element`<article class="question-view kafka-question" aria-labelledby="kafka-question-heading">
    <h2 id="kafka-question-heading">${spoken(question.question)}</h2>
    <p class="figure-note"><code>${question.question}</code>, ${spoken(question.area)}. <a href=${goldLink}>Who owns the answer, and why</a></p>
    <ul class="gold-files">${question.labelled.map((file) => labelledFile(file, options.link))}</ul>
    <h3>First ten files in every form, ${options.name(options.list)}</h3>
    ${own.length === 0 ? element`<p class="empty-state">${options.name(options.list)} has not ranked this question at this setting.</p>` : null}
    ${FORM_IDS.map((form) => formSection(form, question, options))}
    <h3>Where the labeled files stand, by system</h3>
    <p class="figure-note">Rank in the complete ranking for the ${formLabel(options.form)} form; halves where files tie. Ranks up to 10 are set in bold.</p>
    ${rankTable(
      "System",
      question,
      question.rankings.filter((row) => row.form === options.form).map((row) => ({ head: options.name(row), row })),
    )}
    <h3>Where they stand, by form</h3>
    <p class="figure-note">The same for ${options.name(options.list)}.</p>
    ${rankTable(
      "Form",
      question,
      FORM_IDS.flatMap((form) => own.filter((row) => row.form === form).map((row) => ({ head: formLabel(form), row }))),
    )}
  </article>`; // prettier-ignore
}

/** `owner`, `secondary`, or an adversarial file with its strength. */
const badge = ({ role, strength }: GoldFileRow): HTMLElement =>
  role === "primary"
    ? element`<span class="file-badge owner">owner</span>`
    : role === "secondary"
      ? element`<span class="file-badge">secondary</span>`
      : element`<span class=${`file-badge adversarial ${strength}`}>adversarial, ${strength}</span>`;

const labelledFile = (file: GoldFileRow, link: string): HTMLElement =>
  element`<li>${badge(file)} ${kafkaFile(file.path, linesOf(file.line_from, file.line_to), link)}</li>`;

/** No lines where they are not known. */
const linesOf = (from: number, to: number): { from: number; to: number } | undefined =>
  from > 0 ? { from, to } : undefined;

function formSection(
  form: string,
  { texts, labelled, rankings }: KafkaQuestion,
  options: KafkaQuestionOptions,
): HTMLElement | null {
  const text = texts.find((row) => row.form === form);
  if (!text) return null;
  const row = rankings.find((one) => one.form === form && isOf(options.list)(one));
  return element`<section class="form-section">
    <h4>${formLabel(form)}</h4>
    <p class="task-text">${text.text}${text.wrong_term === "" ? "" : element` <small>“${text.wrong_term}” is the wrong term; the right one is “${text.right_term}”.</small>`}</p>
    ${row ? element`<ol class="top-ten">${unpackTop(row.top).map((file, place) => topFile(file, place + 1, labelled, options))}</ol>` : null}
  </section>`; // prettier-ignore
}

function topFile(
  { file, from, to }: TopFile,
  rank: number,
  labelled: readonly GoldFileRow[],
  { pathOf, link }: KafkaQuestionOptions,
): HTMLElement {
  const path = pathOf(file);
  const label = labelled.find((row) => row.path === path);
  return element`<li class=${label?.role ?? null}>
    <span class="rank">${rank}</span>
    <span>${kafkaFile(path, linesOf(from, to), link)}${label ? element` ${badge(label)}` : ""}</span>
  </li>`;
}

/** One row a list or form, one column a labelled file. */
function rankTable(
  heading: string,
  { labelled }: KafkaQuestion,
  rows: readonly { head: string; row: KafkaTopRow }[],
): HTMLElement {
  const caption = `Ranks of the labeled files by ${heading.toLowerCase()}`;
  return element`<div class="table-scroll" tabindex="0" role="group" aria-label=${caption}>
    <table class="data rank-table"><caption class="visually-hidden">${caption}</caption>
      <thead><tr><th scope="col">${heading}</th>${labelled.map((file) => element`<th scope="col">${fileName(file.path)}<br>${badge(file)}</th>`)}</tr></thead>
      <tbody>${rows.map(({ head, row }) => {
        const ranks = unpackRanks(row.labelled);
        return element`<tr><th scope="row">${head}</th>${labelled.map((_, at) => rankCell(ranks[at]))}</tr>`;
      })}</tbody>
    </table></div>`; // prettier-ignore
}

function rankCell(rank: number | undefined): HTMLElement {
  const shown = rank === undefined ? "–" : String(rank);
  return element`<td class="number">${rank !== undefined && rank <= 10 ? element`<b>${shown}</b>` : shown}</td>`;
}
