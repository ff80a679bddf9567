import { functionNameOf, type SystemAnswer } from "../shared/explorer-index.js";
import { count, spaced } from "../shared/format.js";
import type {
  DatasetRow,
  ExplorerIndexRow,
  ExplorerMutantRow,
  ExplorerSnippetRow,
  ExplorerTaskRow,
  SystemRow,
} from "../shared/rows.ts";
import { mutantsSentence, auditSentence } from "../shared/findings/task.js";
import { bugChip } from "./bug-types.js";
import { codeBlock } from "./code-block.js";
import { codeDiff } from "./code-diff.js";
import { element } from "./element.js";
import { textAbsent } from "./empty-state.js";
import { failingTest } from "./failing-test.js";
import { ranksBySystem } from "./ranks-by-system.js";
import { whole, words } from "./columns.js";
import { dataTable } from "./table.js";

export interface TaskViewOptions {
  dataset: DatasetRow;
  index: ExplorerIndexRow;
  task: ExplorerTaskRow;
  /** The task's canonical and selected distractors. */
  snippets: readonly ExplorerSnippetRow[];
  mutants: readonly ExplorerMutantRow[];
  systems: readonly SystemRow[];
  answers: ReadonlyMap<string, SystemAnswer>;
  /** Address of the explorer at this task, under a system where one is given. */
  explorer: (system?: string) => string;
}

/** Everything about one task: question, canonical, tests, near-clones with their edits, every mutant, systems, audit. */
export function taskView(options: TaskViewOptions): HTMLElement {
  const { dataset, index, task, snippets, mutants } = options;
  const canonical = snippets.find(({ kind }) => kind === "canonical");
  const distractors = snippets.filter(({ kind }) => kind === "distractor");
  const tests = task.tests === "" ? [] : (JSON.parse(task.tests) as string[]);
  return element`<article class="question-view task-view" aria-labelledby="task-heading">
    <h2 id="task-heading" tabindex="-1"><code>${functionNameOf(index)}</code></h2>
    <p class="figure-note"><code>${task.query}</code>, ${spaced(task.domain)}. ${auditSentence(task)}</p>
    ${task.text === "" ? textAbsent(dataset) : element`<p class="task-text">${task.text}</p>`}
    ${canonical && canonical.code !== "" ? codeBlock(canonical.code, "Canonical") : null}
    ${tests.length === 0 ? null : element`<details class="fold"><summary>${count(tests.length)} tests decide</summary>${codeBlock(tests.join("\n"), "Tests")}</details>`}
    ${ranksBySystem({ systems: options.systems, answers: options.answers, onSystem: (system) => location.assign(options.explorer(system)) })}
    <p><a href=${options.explorer()}>This task in the explorer</a>: what each system puts in its first ten places.</p>
    <h3>${count(distractors.length)} near-clones in the search pool</h3>
    <ul class="cards">${distractors.map((row) => nearClone(row, canonical))}</ul>
    <h3>Mutants</h3>
    <p>${mutantsSentence(mutants)}</p>
    ${survivorList(mutants.filter(({ kind }) => kind === "survivor"))}
    <details class="fold"><summary>Every mutant</summary>${mutantTable(mutants)}</details>
  </article>`;
}

/** A text whose parts between backticks are code. */
const withCode = (text: string): (string | HTMLElement)[] =>
  text.split("`").map((part, index) => (index % 2 === 1 ? element`<code>${part}</code>` : part));

function nearClone(row: ExplorerSnippetRow, canonical: ExplorerSnippetRow | undefined): HTMLElement {
  const shown = canonical && canonical.code !== "" && row.code !== "";
  return element`<li class="card-result fails">
    <p class="what">${bugChip(row.bug_type)} ${withCode(row.bug_description)}</p>
    ${shown ? codeDiff(canonical.code, row.code, { context: 1 }) : null}
    ${failingTest(row)}
  </li>`;
}

const VERDICTS: Record<string, string> = {
  equivalent: "No input tells it apart",
  out_of_contract: "Only an input that the question excludes tells it apart",
  distinguished: "An input tells it apart: the suite lacks a test",
  undecided: "Too few inputs could be tried",
};

function survivorList(survivors: readonly ExplorerMutantRow[]): HTMLElement | null {
  if (survivors.length === 0) return null;
  return element`<ul>${survivors.map(
    (row) =>
      element`<li>${bugChip(row.bug_type)} ${withCode(row.description.replace(/\.$/, ""))}: ${VERDICTS[row.verdict] ?? "not searched for an input that tells it apart"}${row.reason === "" ? "" : `. ${row.reason}`}</li>`,
  )}</ul>`;
}

const FATES: Record<string, string> = {
  distractor: "in the search pool",
  pool: "valid, not selected",
  survivor: "survives",
  killed_not_valid: "killed, not valid",
};

const mutantTable = (mutants: readonly ExplorerMutantRow[]): HTMLElement =>
  dataTable(mutants, {
    caption: "Every mutant of this task",
    pageSize: 12,
    columns: [
      words<ExplorerMutantRow>("bug_type", "Kind of bug", spaced),
      {
        ...words<ExplorerMutantRow>("description", "Edit"),
        cell: (row) => element`<span>${withCode(row.description)}</span>`,
        wrap: true,
      },
      words<ExplorerMutantRow>("kind", "What became of it", (kind) => FATES[kind] ?? kind),
      whole<ExplorerMutantRow>("failed_tests", "Tests it fails"),
      { ...words<ExplorerMutantRow>("reason", "Why"), wrap: true },
    ],
  });
