import { capital, count, inWords, listed } from "../format.js";
import type { HostileRow, LayerRow, LedgerRow, RunRow } from "../rows.ts";

const plain = (identifier: string): string => identifier.replaceAll("-", " ");
const are = (number: number): string => (number === 1 ? "is" : "are");
const some = (number: number, one: string, many: string): string =>
  `${inWords(number)} ${number === 1 ? one : many}`;

/** What a hostile case that this machine could not stop has for an outcome. */
export const NOT_RUN = "not run";

/** Which layers of isolation are active where the site was built, and why others are missing. */
export function layersSentence(rows: readonly LayerRow[]): string {
  if (rows.length === 0) return "This build did not ask which layers keep candidates apart.";
  const missing = rows.filter(({ active }) => !active);
  if (missing.length === 0)
    return `Every one of the ${count(rows.length)} layers is active on the machine that built this site.`;
  const reasons = missing.map(({ layer, detail }) => `${plain(layer)} (${detail})`);
  return `${count(rows.length - missing.length)} of ${count(rows.length)} layers are active on the machine that built this site. Missing ${are(missing.length)} ${listed(reasons)}.`;
}

/** Did every hostile candidate end as it must? Names each that did not, and what was not run. */
export function hostileSentence(rows: readonly HostileRow[]): string {
  const ran = rows.filter(({ outcome }) => outcome !== NOT_RUN);
  const skipped = rows.length - ran.length;
  const unrun =
    skipped === 0
      ? ""
      : ` ${capital(some(skipped, "case was", "cases were"))} not run: this machine lacks the layer that stops ${skipped === 1 ? "it" : "them"}.`;
  if (ran.length === 0) return `This build executed no candidate that means harm.${unrun}`;
  const wrong = ran.filter(({ expected, outcome }) => expected !== outcome);
  const opening = `The build executes ${some(ran.length, "candidate that means", "candidates that mean")} harm`;
  if (wrong.length > 0) {
    const named = wrong.map((row) => `“${row.case}” (${row.outcome} instead of ${row.expected})`);
    return `${opening}; ${inWords(wrong.length)} of them ${wrong.length === 1 ? "does" : "do"} not end as ${wrong.length === 1 ? "it" : "they"} must: ${listed(named)}.${unrun}`;
  }
  const forged = ran.filter(({ expected }) => expected === "refuted").length;
  const refuted =
    forged === 0
      ? ""
      : ` ${capital(inWords(forged))} of them ${forged === 1 ? "forges a pass" : "forge passes"} in the process they share with the test, and the sealed judge refutes ${forged === 1 ? "it" : "each"}.`;
  return `${opening}, and ${ran.length === 1 ? "it ends as it must" : "every one ends as it must"}.${refuted}${unrun}`;
}

/** How many canonicals' passes the sealed judge confirmed in the last start; `run` is absent where nothing was executed. */
export function sealSentence(run: RunRow | undefined, label: string): string {
  if (!run || run.canonicals === 0)
    return `The last start executed no canonical of ${label}, so the sealed judge was asked about none.`;
  const { canonicals, sealed, unsealable } = run;
  const opening =
    sealed === canonicals
      ? `The sealed judge confirmed the pass of every canonical of ${label}, ${count(canonicals)} in all.`
      : `The sealed judge confirmed the passes of ${count(sealed)} of ${count(canonicals)} canonicals of ${label}.`;
  const closed =
    unsealable === 0
      ? ""
      : ` ${capital(some(unsealable, "suite", "suites"))} cannot be sealed, each for the reason given below; there the pass rests on the isolated run alone.`;
  const open = canonicals - sealed - unsealable;
  return `${opening}${closed}${open > 0 ? ` It was not asked about ${inWords(open)}.` : ""}`;
}

/** Kinds of ledger entries: one, many, and what such an entry means. Faults are the machine's, never a candidate's. */
export const LEDGER_KINDS: Readonly<
  Record<string, { one: string; many: string; meaning: string; fault?: true }>
> = {
  survivor: {
    one: "survivor",
    many: "survivors",
    meaning: "a mutant that passes every test, so it is no near-clone",
  },
  "out-of-memory": {
    one: "mutant out of memory",
    many: "mutants out of memory",
    meaning: "asked for more memory than a candidate is granted",
  },
  timeout: { one: "timeout", many: "timeouts", meaning: "ran out of its time, in a second run alone too" },
  "timeout-not-confirmed": {
    one: "timeout not confirmed",
    many: "timeouts not confirmed",
    meaning: "finished in the second run, whose outcome counts",
  },
  unsealable: {
    one: "suite that cannot be sealed",
    many: "suites that cannot be sealed",
    meaning: "the sealed judge cannot run these tests",
  },
  "environment-fault": {
    one: "environment fault",
    many: "environment faults",
    meaning: "the machine refused a process or a pipe; the suite was run again",
    fault: true,
  },
  "server-restart": {
    one: "server restart",
    many: "server restarts",
    meaning: "a server died and was replaced; its suite was run again",
    fault: true,
  },
  "server-killed": {
    one: "server killed",
    many: "servers killed",
    meaning: "by a candidate, where the layers that prevent it are missing",
  },
};

export interface LedgerCount {
  kind: string;
  /** The kind in words, in the number that `entries` asks for. */
  name: string;
  meaning: string;
  entries: number;
}

/** Entries by kind, most first; a kind that nobody foresaw is counted under its own name. */
export function ledgerCounts(rows: readonly LedgerRow[]): LedgerCount[] {
  const entries = new Map<string, number>();
  for (const { kind } of rows) entries.set(kind, (entries.get(kind) ?? 0) + 1);
  return [...entries]
    .map(([kind, number]) => {
      const known = LEDGER_KINDS[kind];
      const name = known ? (number === 1 ? known.one : known.many) : plain(kind);
      return { kind, name, meaning: known?.meaning ?? "", entries: number };
    })
    .sort((a, b) => b.entries - a.entries || a.kind.localeCompare(b.kind));
}

/** What the ledger of a dataset holds, and whether faults of the machine were watched for at all. */
export function ledgerSentence(rows: readonly LedgerRow[], run: RunRow | undefined, label: string): string {
  const counts = ledgerCounts(rows);
  const faults = rows.some(({ kind }) => LEDGER_KINDS[kind]?.fault);
  const watched = !run
    ? " Nothing of it was executed in the last start, so no fault of the machine could be noted."
    : faults
      ? ""
      : " The last start met no fault of the machine.";
  if (counts.length === 0) return `The ledger of ${label} is empty.${watched}`;
  const named = counts.map(({ entries, name }) => `${count(entries)} ${name}`);
  return `The ledger of ${label} holds ${listed(named)}.${watched}`;
}
