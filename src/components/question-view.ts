import type { SystemAnswer } from "../shared/explorer-index.ts";
import { count } from "../shared/format.js";
import type {
  DatasetRow,
  ExplorerRankingRow,
  ExplorerSnippetRow,
  ExplorerTaskRow,
  SystemRow,
} from "../shared/rows.ts";
import { codeBlock } from "./code-block.js";
import { element } from "./element.js";
import { textAbsent } from "./empty-state.js";
import { resultCards } from "./result-cards.js";
import { ranksBySystem } from "./ranks-by-system.js";
import { systemIndex, systemLabel } from "./systems.js";

export interface QuestionViewOptions {
  dataset: DatasetRow;
  systems: readonly SystemRow[];
  system: string;
  task: ExplorerTaskRow;
  /** Top ten of the chosen system for this task. */
  ranking: readonly ExplorerRankingRow[];
  /** Snippets of the task's shard. */
  snippets: readonly ExplorerSnippetRow[];
  /** Each measured system's answer, by system. */
  answers: ReadonlyMap<string, SystemAnswer>;
  fetchSnippet: (row: ExplorerRankingRow) => Promise<ExplorerSnippetRow | undefined>;
  nameOf: (query: string) => string;
  /** Called when the reader picks another system here. */
  onSystem: (system: string) => void;
}

/** One question: what was asked, what each system made of it, and the first ten results of one, each with its edit. */
export function questionView(options: QuestionViewOptions): HTMLElement {
  const { dataset, task, ranking, snippets, systems, system } = options;
  const byId = new Map(snippets.map((row) => [row.snippet, row]));
  const canonical = snippets.find((row) => row.query === task.query && row.kind === "canonical");
  const name = systemLabel(systemIndex(systems), system);
  const tests = task.tests === "" ? [] : (JSON.parse(task.tests) as string[]);
  return element`<article class="question-view">
    ${task.text === "" ? textAbsent(dataset) : element`<p class="task-text">${task.text}</p>`}
    <p class="figure-note"><code>${task.query}</code>${tests.length > 0 ? `, ${count(tests.length)} tests` : ""}</p>
    ${tests.length === 0 ? null : element`<details class="fold"><summary>The tests that decide</summary>${codeBlock(tests.join("\n"), "Tests")}</details>`}
    ${canonical && canonical.code !== "" ? element`<details class="fold"><summary>The canonical</summary>${codeBlock(canonical.code, "Canonical")}</details>` : null}
    ${ranksBySystem(options)}
    <h2>First ten results of ${name}</h2>
    ${resultCards(ranking, { snippet: (id) => byId.get(id), canonical, nameOf: options.nameOf, ...(dataset.has_text ? { fetchSnippet: options.fetchSnippet } : {}) })}
  </article>`;
}
