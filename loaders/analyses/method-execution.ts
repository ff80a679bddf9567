import { quantile } from "d3-array";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { HostileRow, LayerRow, LedgerRow, RunRow, SlowSuiteRow } from "../../src/shared/rows.ts";
import { runHostileTable } from "../execution/hostile.ts";
import { ExecutionPool } from "../execution/pool.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import { repositoryPath } from "../paths.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { VERIFIED_FORMAT, verifiedFile, type VerifiedOutcomes } from "../tasks/verify-outcomes.ts";

const SOURCE = "loaders/analyses/method-execution.ts";
const INPUTS = DATASETS.map(({ id }) => repositoryPath(verifiedFile(id)));

/** What the last start executed, for each dataset that has its text on this machine. */
function verified(): VerifiedOutcomes[] {
  return DATASETS.map(({ id }) => verifiedFile(id))
    .filter((path) => existsSync(path))
    .map(
      (path) =>
        (JSON.parse(gunzipSync(readFileSync(path)).toString("utf8")) as { value: VerifiedOutcomes }).value,
    )
    .filter(({ format }) => format === VERIFIED_FORMAT);
}

const runs: Figure<RunRow> = {
  id: "method/runs",
  title: "What the last start executed",
  source: SOURCE,
  ofMachine: true,
  inputs: INPUTS,
  columns: columnsOf<RunRow>({
    dataset: ["utf8", "", "dataset id"],
    python: ["utf8", "", "version of the Python that ran the candidates"],
    suites: ["int32", "count", "suites executed, all with the frozen outcomes"],
    canonicals: ["int32", "count", "of which canonicals"],
    distractors: ["int32", "count", "of which selected distractors"],
    sampled_pool: ["int32", "count", "of which a sample of the other valid mutants"],
    sealed: ["int32", "count", "canonicals whose pass the sealed judge confirmed"],
    unsealable: ["int32", "count", "canonicals whose suite cannot be sealed"],
    median_ms: ["float64", "ms", "median wall clock of a suite"],
    p99_ms: ["float64", "ms", "99 % quantile"],
  }),
  compute: () =>
    Promise.resolve(
      verified().map((run) => ({
        dataset: run.dataset,
        python: run.python,
        suites: run.suites,
        canonicals: run.canonicals,
        distractors: run.distractors,
        sampled_pool: run.sampledPool,
        sealed: run.sealed,
        unsealable: run.unsealable.length,
        median_ms: quantile(run.milliseconds, 0.5) ?? 0,
        p99_ms: quantile(run.milliseconds, 0.99) ?? 0,
      })),
    ),
};

const slowest: Figure<SlowSuiteRow> = {
  id: "method/slowest",
  title: "The slowest suites of the last start",
  source: SOURCE,
  ofMachine: true,
  inputs: INPUTS,
  columns: columnsOf<SlowSuiteRow>({
    dataset: ["utf8", "", "dataset id"],
    task: ["utf8", "", "task id"],
    snippet: ["utf8", "", "snippet id"],
    ms: ["float64", "ms", "wall clock of the suite"],
  }),
  compute: () =>
    Promise.resolve(
      verified().flatMap(({ dataset, slowest: suites }) => suites.map((s) => ({ dataset, ...s }))),
    ),
};

const layers: Figure<LayerRow> = {
  id: "method/layers",
  title: "What keeps candidates apart on the machine that built this",
  source: SOURCE,
  ofMachine: true,
  inputs: [],
  executes: true,
  columns: columnsOf<LayerRow>({
    layer: ["utf8", "", "name of the layer"],
    active: ["bool", "", "whether it works on this machine"],
    detail: ["utf8", "", "what it does, or why it is missing"],
  }),
  compute: () =>
    withPool(async (pool) => {
      const all = await pool.describeLayers();
      return all.map(({ name, active, detail }) => ({ layer: name, active, detail }));
    }),
};

/** Enough to tell a hang from a slow start, far below the five seconds of a real suite. */
const HOSTILE_CAP_MS = 1000;

const hostile: Figure<HostileRow> = {
  id: "method/hostile",
  title: "Candidates that mean harm, and what came of them",
  source: SOURCE,
  ofMachine: true,
  inputs: [],
  executes: true,
  columns: columnsOf<HostileRow>({
    case: ["utf8", "", "what the candidate tries"],
    expected: ["utf8", "", "the outcome it must get; refuted where the sealed judge must deny a forged pass"],
    outcome: ["utf8", "", "the outcome it got"],
    elapsed_ms: ["float64", "ms", "wall clock"],
  }),
  compute: () => withPool((pool) => runHostileTable(pool, HOSTILE_CAP_MS)),
};

async function withPool<T>(body: (pool: ExecutionPool) => Promise<T>): Promise<T> {
  const pool = await ExecutionPool.open({ cacheDir: null });
  try {
    return await body(pool);
  } finally {
    await pool.close();
  }
}

/** Ledger kinds of mutants that a limit of the machine stopped, by the reason of their class. */
const LIMITS: ReadonlyMap<string, string> = new Map([
  ["times out", "timeout"],
  ["exhausts memory", "out-of-memory"],
]);

async function ledgerRows(): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = verified().flatMap(({ dataset, unsealable, ledger: entries }) => [
    ...unsealable.map(({ task, reason }) => ({ dataset, kind: "unsealable", item: task, detail: reason })),
    ...entries.map(({ kind, id, detail }) => ({ dataset, kind, item: id, detail })),
  ]);
  for (const { id } of DATASETS) {
    const { rejected } = await loadCorpus(id);
    for (const snippet of rejected) {
      const kind = snippet.kind === "survivor" ? "survivor" : LIMITS.get(snippet.reason);
      if (!kind) continue;
      const detail = snippet.description || snippet.rule;
      rows.push({ dataset: id, kind, item: `${snippet.taskId} ${snippet.id}`, detail });
    }
  }
  return rows;
}

const ledger: Figure<LedgerRow> = {
  id: "method/ledger",
  title: "Timeouts, suites that cannot be sealed, survivors and faults",
  source: SOURCE,
  ofMachine: true,
  inputs: [...CORPUS_INPUTS, ...INPUTS],
  columns: columnsOf<LedgerRow>({
    dataset: ["utf8", "", "dataset id"],
    kind: ["utf8", "", "timeout, unsealable, survivor or a fault of the machine"],
    item: ["utf8", "", "task, and snippet where it is one"],
    detail: ["utf8", "", "what was seen"],
  }),
  compute: ledgerRows,
};

export const methodExecution: Figure[] = [runs, slowest, layers, hostile, ledger];
