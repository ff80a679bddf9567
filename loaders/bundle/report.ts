import { REPLICATES } from "../../src/shared/resample.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import type { CheckedBundle } from "./check-bundle.ts";
import type { CellCount, Difference } from "./comparison.ts";
import { RANK_DEVIATIONS } from "./monte-carlo.ts";

/** The report as JSON: what was checked, how it was understood, what became of each published cell. */
export interface BundleReport {
  /** SHA-256 over the bundle's digests. */
  bundle: string;
  files: number;
  bytes: number;
  queries: number;
  snippets: number;
  tests: number;
  systems: { id: string; label: string; similarity: string; invocation: string; recomputed: boolean }[];
  /** Snippets whose bug type is none of the six, by type: kept in corpus and ranking. */
  legacy_bug_types: Record<string, number>;
  tie_rule: { taken: string; tried: { rule: string; same: number; places: number }[] };
  execution: {
    cache_rows: number;
    keyed_by: string | null;
    /** Pairs that the cache lacks, executed here. */
    executed: number;
    /** Pairs executed again and compared. */
    executed_again: number;
  };
  usage: { entries: number; prompt_tokens: number; completion_tokens: number; reasoning_tokens: number };
  notes: string[];
  totals: { equal: number; within: number; different: number; not_compared: number };
  cells: CellCount[];
  differences: Difference[];
  not_compared: { file: string; path: string }[];
}

export function reportOf(bundle: CheckedBundle): BundleReport {
  const { data, systems, rules, cache, table, comparison, files } = bundle;
  const used = data.queries.flatMap(({ usage }) => (usage ? [usage] : []));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const mechanical: readonly string[] = BUG_TYPES;
  const legacy: Record<string, number> = {};
  for (const { bugType } of data.snippets) {
    if (bugType !== "" && !mechanical.includes(bugType)) legacy[bugType] = (legacy[bugType] ?? 0) + 1;
  }
  return {
    bundle: bundle.digest,
    files: files.length,
    bytes: sum(files.map(({ bytes }) => bytes)),
    queries: data.queries.length,
    snippets: data.snippets.length,
    tests: sum(data.queries.map(({ tests }) => tests.length)),
    systems: systems.map(({ published, invocation, order, files: own }) => ({
      id: published.id,
      label: published.label,
      similarity: own.length > 0 ? invocation.similarity : "bm25",
      invocation: invocation.words,
      recomputed: order !== undefined,
    })),
    legacy_bug_types: legacy,
    tie_rule: {
      taken: rules[0]!.rule.name,
      tried: rules.map(({ rule, same, places }) => ({ rule: rule.name, same, places })),
    },
    execution: {
      cache_rows: cache.rows,
      keyed_by: cache.keyedBy,
      executed: table.executed,
      executed_again: bundle.executedAgain,
    },
    usage: {
      entries: used.length,
      prompt_tokens: sum(used.map(({ promptTokens }) => promptTokens)),
      completion_tokens: sum(used.map(({ completionTokens }) => completionTokens)),
      reasoning_tokens: sum(used.map(({ reasoningTokens }) => reasoningTokens)),
    },
    notes: bundle.notes,
    totals: { ...comparison.totals(), not_compared: comparison.unknown.length },
    cells: comparison.counts(),
    differences: comparison.differences,
    not_compared: comparison.unknown,
  };
}

/** Differing cells that the Markdown report names; the JSON report names all. */
const SHOWN = 200;

const number = (value: number): string => value.toLocaleString("en-US");

/** The report as Markdown. */
export function formatReport(report: BundleReport): string {
  const { totals, execution, usage, tie_rule: ties } = report;
  const all = totals.equal + totals.within + totals.different;
  return [
    "# The released bundle, recomputed",
    "",
    `${number(all)} published cells: **${number(totals.equal)} equal, ${number(totals.within)} within tolerance, ${number(totals.different)} different**; ${number(totals.not_compared)} numbers not compared.`,
    "",
    `- Bundle \`${report.bundle.slice(0, 12)}\`: ${number(report.files)} files, ${number(report.bytes)} bytes, each with the SHA-256 that its list gives.`,
    `- ${number(report.queries)} queries, ${number(report.snippets)} snippets, ${number(report.tests)} tests, ${number(report.systems.length)} systems.`,
    `- Equal similarities: ${ties.taken}. Of ${number(ties.tried[0]!.places)} published places the rules reproduce ${ties.tried.map(({ rule, same }) => `${number(same)} (${rule})`).join(", ")}.`,
    `- Execution cache: ${number(execution.cache_rows)} rows, ${execution.keyed_by === null ? "under keys that no known rule makes, so that all outcomes are our own" : `keyed by ${execution.keyed_by}`}; ${number(execution.executed)} pairs that it lacks were executed here, ${number(execution.executed_again)} executed again and compared.`,
    `- Generation of ${number(usage.entries)} entries: ${number(usage.prompt_tokens)} prompt, ${number(usage.completion_tokens)} completion tokens, ${number(usage.reasoning_tokens)} of them reasoning.`,
    ...legacyLine(report),
    ...report.notes.map((note) => `- ${note}.`),
    "",
    "Equal: the same number as far as the file prints it. Within tolerance: a snippet or similarity that float32 cannot tell from ours; a bound of an interval",
    `that lies among our own ${number(REPLICATES)} bootstrap replicates no farther from our bound than ${RANK_DEVIATIONS} standard deviations of the rank of a quantile between two independent bootstraps, sqrt(2 B p (1 - p)).`,
    "",
    ...differenceTable(report.differences),
    "## Cells by file and metric",
    "",
    "| file | metric | equal | within tolerance | different |",
    "|---|---|---|---|---|",
    ...report.cells.map(
      ({ file, metric, equal, within, different }) =>
        `| ${file} | ${metric} | ${equal} | ${within} | ${different} |`,
    ),
    "",
    ...notCompared(report),
  ].join("\n");
}

const legacyLine = ({ legacy_bug_types: types }: BundleReport): string[] => {
  const list = Object.entries(types).map(([type, count]) => `${type} ${count}`);
  return list.length === 0
    ? []
    : [
        `- Bug types beyond the six, kept in corpus and rankings, left out of mechanical analyses: ${list.join(", ")}.`,
      ];
};

function differenceTable(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return [];
  const cell = (value: string | number | boolean) => String(value).replaceAll("|", "\\|");
  return [
    "## Cells that differ",
    "",
    "| file | metric | place | published | recomputed | accepted |",
    "|---|---|---|---|---|---|",
    ...differences
      .slice(0, SHOWN)
      .map(
        ({ file, metric, path, published, recomputed, accepted }) =>
          `| ${file} | ${metric} | ${cell(path)} | ${cell(published)} | ${cell(recomputed)} | ${cell(accepted)} |`,
      ),
    ...(differences.length > SHOWN
      ? ["", `... and ${number(differences.length - SHOWN)} more in the JSON report.`]
      : []),
    "",
  ];
}

function notCompared({ not_compared: paths }: BundleReport): string[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, 50).map(({ file, path }) => `- ${file}: ${path}`);
  const more = paths.length > shown.length ? [`- ... and ${number(paths.length - shown.length)} more`] : [];
  return ["## Numbers that were not compared", "", ...shown, ...more, ""];
}
