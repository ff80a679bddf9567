import { count, percent, spaced } from "../shared/format.js";
import type {
  CompositionRow,
  GateRow,
  ModelAuditRow,
  ModelRow,
  MutantRow,
  RegisteredRow,
} from "../shared/rows.ts";
import { positive, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { key } from "./key.js";
import { stackedBars, type Part } from "./stacked-bars.js";
import { systemIndex, systemLabel } from "./systems.js";

/** Tasks, tests and length of the canonicals by domain. */
export function compositionFigure(
  rows: readonly CompositionRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "composition",
      figure: "method/composition",
      title: "What the dataset is made of",
      subtitle:
        "Pool: valid mutants beyond the selected near-clones. Lines: of the canonicals, with the 10% and 90% quantiles.",
      description: rows
        .map((row) => `${spaced(row.domain)}: ${row.tasks} tasks, ${row.tests} tests`)
        .join("; "),
      rows,
      columns: [
        words("domain", "Domain", spaced),
        whole("tasks", "Tasks"),
        whole("tests", "Tests"),
        whole("snippets", "Snippets"),
        whole("pool", "Pool"),
        whole("lines_p10", "Lines, 10%"),
        whole("lines_median", "median"),
        whole("lines_p90", "90%"),
      ],
      file,
    },
    context,
  );
}

/** The five gates: what each looked at, what failed, what an imported dataset may keep. */
export function gatesFigure(rows: readonly GateRow[], file: string, context: FigureContext): HTMLElement {
  return figureFrame(
    {
      id: "gates",
      figure: "method/gates",
      title: "The five gates",
      subtitle:
        "A violation stops the build. A waived one is a departure that an imported dataset may keep, counted.",
      description: rows
        .map(
          (row) =>
            `Gate ${row.gate}, ${row.name}: ${row.checked} checked, ${row.violations} violations, ${row.waived} waived`,
        )
        .join("; "),
      rows,
      columns: [
        { key: "gate", label: "Gate", value: (row) => row.gate, cell: (row) => `${row.gate} ${row.name}` },
        whole("checked", "Checked"),
        whole("violations", "Violations"),
        whole("waived", "Waived"),
        { ...words<GateRow>("note", "What is waived"), wrap: true },
      ],
      file,
    },
    context,
  );
}

const FATES: Part[] = [
  { key: "selected", label: "in the search pool", color: "var(--fail)" },
  {
    key: "spare",
    label: "valid, kept for larger pools",
    color: "color-mix(in srgb, var(--fail) 38%, var(--theme-background))",
    ink: "currentColor",
  },
  { key: "invalid", label: "killed, but by crashes or hanging", color: "var(--other)" },
  { key: "survivors", label: "passes every test", color: "var(--pass)" },
];

/** What became of every mutant, by kind of bug. */
export function mutantsFigure(rows: readonly MutantRow[], file: string, context: FigureContext): HTMLElement {
  return figureFrame(
    {
      id: "mutants",
      figure: "method/mutants",
      title: "What became of every mutant",
      subtitle: "Every single edit that the rules can make, executed. Shares of all mutants of a kind.",
      description: rows
        .map(
          (row) =>
            `${spaced(row.bug_type)}: ${row.enumerated} made, ${row.valid} valid, ${row.selected} selected, ${row.survivors} survive`,
        )
        .join("; "),
      key: key(FATES.map(({ color, label }) => ({ shape: "square", color, label }))),
      plot: (width) =>
        stackedBars(
          rows.map((row) => ({
            label: row.bug_type === "all" ? "all kinds" : spaced(row.bug_type),
            counts: {
              selected: row.selected,
              spare: row.valid - row.selected,
              invalid: row.killed - row.valid,
              survivors: row.survivors,
            },
            title: (part, share) =>
              `${spaced(row.bug_type)}, ${count(row.enumerated)} mutants\n${part.label}: ${percent(share)}`,
          })),
          FATES,
          { width, xLabel: "share of mutants" },
        ),
      rows,
      columns: [
        words("bug_type", "Kind", spaced),
        whole("enumerated", "Made"),
        whole("killed", "Killed"),
        whole("valid", "Valid"),
        whole("selected", "Selected"),
        whole("survivors", "Survive"),
        whole("timeouts", "Time out"),
        whole("out_of_memory", "Out of memory"),
        whole("crash_only", "Crash only"),
        whole("no_wrong_output", "No wrong output"),
      ],
      file,
    },
    context,
  );
}

/** Every system and how it is invoked. */
export function modelsFigure(rows: readonly ModelRow[], file: string, context: FigureContext): HTMLElement {
  const shown = (text: string): string => (text === "" ? "none" : `“${text}”`);
  return figureFrame(
    {
      id: "models",
      figure: "method/models",
      title: "How each system is invoked",
      subtitle:
        "Two numbers are comparable where these agree; the recipe digest is made of all of them and stands on every vector file.",
      description: rows
        .map((row) => `${row.label}: ${row.dtype} ${row.pooling}, ${row.similarity}`)
        .join("; "),
      rows,
      columns: [
        words("label", "System"),
        words("dtype", "Type"),
        positive("dimensions", "Dimensions"),
        words("pooling", "Pooling"),
        words("similarity", "Similarity"),
        {
          key: "token_limit",
          label: "Token limit",
          value: (row) => row.token_limit,
          cell: (row) => (row.token_limit === 0 ? "any" : count(row.token_limit)),
          numeric: true,
        },
        positive("batch", "Batch"),
        { ...words<ModelRow>("query_prefix", "Query prefix", shown), wrap: true },
        words("passage_prefix", "Passage prefix", shown),
        words("licence", "License"),
        words("recipe_digest", "Recipe"),
      ],
      file,
    },
    context,
  );
}

/** Systems whose invocation is registered and that nobody has run here, with what a run needs. */
export function registeredFigure(
  rows: readonly RegisteredRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "registered",
      figure: "method/registered",
      title: "Registered, not run",
      subtitle:
        "The invocation is in data/models.yaml, ready for whoever has the key, the GPU or the weights. None of them has a result anywhere in this workbook.",
      description: rows.map((row) => `${row.label} needs ${row.need}`).join("; "),
      rows,
      columns: [
        words("label", "System"),
        { ...words<RegisteredRow>("need", "Needs"), wrap: true },
        { ...words<RegisteredRow>("query_side", "Question"), wrap: true },
        words("passage_side", "Snippet"),
        words("similarity", "Similarity"),
        positive("dimensions", "Dimensions"),
        whole("token_limit", "Token limit"),
        {
          key: "usd_per_million_tokens",
          label: "USD per million tokens",
          value: (row) => row.usd_per_million_tokens,
          cell: (row) =>
            row.usd_per_million_tokens === 0 ? "" : `${row.usd_per_million_tokens} (${row.price_date})`,
          numeric: true,
        },
        words("command", "Run it with"),
      ],
      file,
    },
    context,
  );
}

/** What each model did not see, and what storage as half floats changed. */
export function auditFigure(
  rows: readonly ModelAuditRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const index = systemIndex(context.systems);
  return figureFrame(
    {
      id: "audit",
      figure: "method/model-audit",
      title: "What a model did not see, and what half floats changed",
      subtitle:
        "Truncated: longer than the token limit. Edit unseen: a near-clone whose edit lies beyond it, so that the model could not tell it apart. Edit erased: read, but the tokenizer makes the canonical’s tokens of it. Flips: canonical–near-clone orders that fp16 storage changes.",
      description: rows
        .map(
          (row) =>
            `${systemLabel(index, row.system)}: ${row.truncated_snippets} truncated snippets, ${row.edits_beyond_limit} edits unseen, ${row.fp16_flips} flips`,
        )
        .join("; "),
      rows,
      columns: [
        {
          key: "system",
          label: "System",
          value: (row) => row.system,
          cell: (row) => systemLabel(index, row.system),
        },
        whole("truncated_queries", "Queries truncated"),
        whole("truncated_snippets", "Snippets truncated"),
        whole("truncated_canonicals", "Canonicals truncated"),
        whole("edits_beyond_limit", "Edits unseen"),
        whole("edits_erased", "Edits erased"),
        whole("deceived_unseen", "Deceived unseen"),
        whole("deceived", "Deceived"),
        whole("same_vector", "Snippets sharing a vector"),
        whole("identical_code", "Identical code"),
        whole("fp16_flips", "fp16 flips"),
        whole("fp16_pairs", "Orders compared"),
        whole("tied_pairs", "Exact ties"),
        {
          ...words<ModelAuditRow>("skipped", "Not measured because", (text) => text || "measured"),
          wrap: true,
        },
      ],
      file,
    },
    context,
  );
}
