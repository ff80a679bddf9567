import { digestOf, snippetId } from "../store/digest.ts";
import {
  DEFAULT_INPUTS,
  type DifferenceResult,
  NO_MORE_INPUTS,
  searchDifferences,
  searchEngineDigest,
  type SearchOptions,
} from "./differential.ts";
import { reasonByRule } from "./equivalent-by-rule.ts";
import type { EquivalentRow, Verdict } from "./equivalents-file.ts";
import type { CorpusSurvivor } from "./survivors.ts";

/** What identifies a survivor: another canonical makes it another one. */
const keyOf = (task: string, mutant: string, canonical: string): string => `${task} ${mutant} ${canonical}`;

const rowKey = (row: EquivalentRow): string => keyOf(row.task, row.mutant, row.canonical);

const survivorKey = ({ task, mutant }: CorpusSurvivor): string =>
  keyOf(task.id, mutant.id, snippetId(task.canonical));

/** Rows by the survivor that they speak of. */
export const rowsBySurvivor = (rows: readonly EquivalentRow[]): Map<string, EquivalentRow> =>
  new Map(rows.map((row) => [rowKey(row), row]));

export const rowOf = (
  survivor: CorpusSurvivor,
  rows: ReadonlyMap<string, EquivalentRow>,
): EquivalentRow | undefined => rows.get(survivorKey(survivor));

/** Digest of what decides a survivor's search. */
export function searchDigest({ task, mutant }: CorpusSurvivor, asked: number, contract = ""): string {
  const { function_name: name, canonical, tests } = task;
  const decisive = { name, canonical, tests, mutant: mutant.code, asked, contract };
  return digestOf({ ...decisive, engine: searchEngineDigest() }).slice(0, 12);
}

/** Whether a row tells what a search with this many inputs would find now. */
export function isCurrent(survivor: CorpusSurvivor, row: EquivalentRow, asked = row.asked): boolean {
  return row.verdict !== "undecided" && row.digest === searchDigest(survivor, asked, row.contract);
}

/** Where the generator finds no new input (a function of one small number), so many are enough. */
const FEWEST_INPUTS = 100;

function verdictOf(result: DifferenceResult, asked: number, contract: string): Verdict {
  if (result.difference !== null) return "distinguished";
  const enough = result.note === NO_MORE_INPUTS ? FEWEST_INPUTS : asked;
  if (result.tried < enough) return "undecided";
  return contract === "" ? "equivalent" : "out_of_contract";
}

/** The lines in which two sources differ, of each, without those that are equal at both ends. */
export function changedLines(before: string, after: string): { before: string; after: string } {
  const [a, b] = [before.trimEnd().split("\n"), after.trimEnd().split("\n")];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const cut = (lines: string[]) =>
    lines
      .slice(head, lines.length - tail)
      .map((line) => line.trim())
      .join("\n");
  return { before: cut(a), after: cut(b) };
}

/** The reason that stands in a row by hand, else one by rule, else none. */
function reasonOf(
  { task, mutant }: CorpusSurvivor,
  row: EquivalentRow | undefined,
): Pick<EquivalentRow, "reason" | "reason_by"> {
  if (row?.reason !== undefined && row.reason_by === undefined) return { reason: row.reason };
  const reason = reasonByRule(task.canonical, mutant);
  return reason === null ? {} : { reason, reason_by: "rule" };
}

/** A row that is not searched again; the rules may have changed since. */
function withReason(survivor: CorpusSurvivor, row: EquivalentRow): EquivalentRow {
  const renewed = { ...row };
  delete renewed.reason;
  delete renewed.reason_by;
  return { ...renewed, ...reasonOf(survivor, row) };
}

/** A survivor's row: what the search found, and what stands in its row by hand. */
export function toRow(
  survivor: CorpusSurvivor,
  result: DifferenceResult,
  asked: number,
  known?: EquivalentRow,
): EquivalentRow {
  const { task, mutant } = survivor;
  const contract = known?.contract ?? "";
  const found = result.difference ?? result.outside;
  return {
    task: task.id,
    mutant: mutant.id,
    canonical: snippetId(task.canonical),
    bug_type: mutant.bugType,
    description: mutant.description,
    ...changedLines(task.canonical, mutant.code),
    asked,
    tried: result.tried,
    agreed: result.agreed,
    raised: result.raised,
    verdict: verdictOf(result, asked, contract),
    ...(contract === "" ? {} : { contract }),
    ...reasonOf(survivor, known),
    ...(found === null ? {} : { input: found.call, expected: found.canonical, got: found.mutant }),
    ...(result.difference ? { test: result.difference.test } : {}),
    ...(result.note === "" ? {} : { note: result.note }),
    digest: searchDigest(survivor, asked, contract),
  };
}

export interface UpdateOptions extends Omit<SearchOptions, "onResult" | "seed"> {
  /** Receives every row of the file after each survivor, so that an interrupted run goes on where it was. */
  onRows?: (rows: EquivalentRow[], done: number, total: number) => void;
}

/**
 * Searches every survivor that no current row speaks of. Rows of what survives no longer are left out; reasons and contracts
 * that stand in a row are kept while its canonical and mutant stay the same.
 * @returns one row a survivor, and how many were searched
 */
export async function updateEquivalents(
  survivors: readonly CorpusSurvivor[],
  before: readonly EquivalentRow[],
  options: UpdateOptions,
): Promise<{ rows: EquivalentRow[]; searched: number }> {
  const asked = options.inputs ?? DEFAULT_INPUTS;
  const known = rowsBySurvivor(before);
  const rows = survivors.map((survivor) => {
    const row = rowOf(survivor, known);
    return row && withReason(survivor, row);
  });
  const open = survivors.flatMap((survivor, at) => {
    const row = rows[at];
    return row && isCurrent(survivor, row, asked) ? [] : [{ survivor, at }];
  });
  const items = open.map(({ survivor: { task, mutant }, at }) => {
    const contract = rows[at]?.contract;
    return { task, mutant, ...(contract === undefined ? {} : { contract }) };
  });
  let done = 0;
  await searchDifferences(items, {
    ...options,
    inputs: asked,
    onResult: (result, index) => {
      const { survivor, at } = open[index]!;
      rows[at] = toRow(survivor, result, asked, rows[at]);
      options.onRows?.(
        rows.filter((row) => row !== undefined),
        ++done,
        open.length,
      );
    },
  });
  return { rows: rows.filter((row) => row !== undefined), searched: open.length };
}
