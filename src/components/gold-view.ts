import { spoken } from "../shared/format.js";
import type { GoldFileRow, GoldQuestionRow } from "../shared/gold-rows.ts";
import { element } from "./element.js";
import { kafkaFile } from "./kafka-file.js";

export interface GoldViewOptions {
  study: string;
  /** Address that a file's path is appended to; empty for none. */
  link: string;
}

/** A question with its five layers and what the second annotator said. */
export function goldView(
  row: GoldQuestionRow,
  files: readonly GoldFileRow[],
  { study, link }: GoldViewOptions,
): HTMLElement {
  const explorer = `./explorer.html?${new URLSearchParams({ study, question: row.question })}`;
  const of = (role: string): GoldFileRow[] => files.filter((file) => file.role === role);
  return element`<article class="question-view gold-view" aria-labelledby="gold-heading">
    <h2 id="gold-heading" tabindex="-1">${spoken(row.question)}</h2>
    <p class="figure-note"><code>${row.question}</code>, ${spoken(row.area)}. <a href=${explorer}>What each system ranks for it</a></p>
    <p class="task-text">${row.human}</p>
    <h3>Retrieval: where the answer is</h3>
    <ul class="gold-files">${of("primary").map((file) => primary(file, link))}${of("secondary").map((file) => secondary(file, link))}</ul>
    <h3>Cognitive: the same question in other words</h3>
    ${forms(row)}
    <h3>Interference: files that look like the answer</h3>
    <ul class="gold-files">${of("adversarial").map((file) => adversarial(file, link))}</ul>
    <h3>Rationale: why this file and not its neighbor</h3>
    ${terms([
      ["Owner", row.owner],
      ["Reason", row.reason],
      ["Boundary", row.boundary],
    ])}
    <h3>Evaluation: metrics that matter here</h3>
    <p>${row.metrics.split(" ").map(spoken).join(", ")}</p>
    <h3>Second annotator</h3>
    ${second(row, of("primary"), link)}
  </article>`;
}

const primary = ({ path, line_from: from, line_to: to }: GoldFileRow, link: string): HTMLElement =>
  element`<li><p class="gold-role">primary: owns the behavior</p>${kafkaFile(path, { from, to }, link)}</li>`;

const secondary = ({ path, why }: GoldFileRow, link: string): HTMLElement =>
  element`<li><p class="gold-role">secondary: ${why}</p>${kafkaFile(path, undefined, link)}</li>`;

const adversarial = ({ path, relation, strength, confusion }: GoldFileRow, link: string): HTMLElement =>
  element`<li><p class="gold-role"><b>${strength}</b>, ${spoken(relation)} of the owner, taken for it by ${spoken(confusion)}</p>${kafkaFile(path, undefined, link)}</li>`;

function forms(row: GoldQuestionRow): HTMLElement {
  return terms([
    ["Human", row.human],
    ["AI-optimized", row.ai_optimized],
    ["Keyword", row.keyword],
    [
      "Wrong terminology",
      element`<span>${withWrongTerm(row)} <small>“${row.wrong_term}” is the wrong term; the right one is “${row.right_term}”.</small></span>`,
    ],
    ["Cross-module", row.cross_module],
  ]);
}

/** The text with its wrong term marked, wherever it occurs. */
function withWrongTerm({
  wrong_terminology: text,
  wrong_term: term,
}: GoldQuestionRow): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  const lower = text.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(term.toLowerCase()); at >= 0; at = lower.indexOf(term.toLowerCase(), from)) {
    parts.push(text.slice(from, at), element`<mark>${text.slice(at, at + term.length)}</mark>`);
    from = at + term.length;
  }
  return [...parts, text.slice(from)];
}

/** Terms with what is said of each; those with nothing to say are left out. */
const terms = (entries: readonly [string, string | HTMLElement][]): HTMLElement =>
  element`<dl class="gold-terms">${entries
    .filter(([, text]) => text !== "")
    .map(([term, text]) => element`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`;

function second(row: GoldQuestionRow, primaries: readonly GoldFileRow[], link: string): HTMLElement {
  if (row.second_choice === "") return element`<p>Nobody has read this question a second time yet.</p>`;
  const chosen = primaries.find(({ path }) => path === row.second_choice);
  const verdict = row.agrees ? "The same file" : "Another file";
  return element`<div>
    <p>${verdict}, with ${row.second_confidence} confidence${row.second_note === "" ? "." : `: ${row.second_note}`}</p>
    ${chosen ? null : kafkaFile(row.second_choice, undefined, link)}
    ${row.decision === "" ? null : element`<p>Decided for ${row.decision}: ${row.decision_why}</p>`}
  </div>`;
}
