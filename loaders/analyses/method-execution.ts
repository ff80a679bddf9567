import { quantile } from "d3-array";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { RunRow, SlowSuiteRow } from "../../src/shared/rows.ts";
import { columnsOf, type Figure } from "../figures/figure.ts";
import { repositoryPath } from "../paths.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { verifiedFile, type VerifiedOutcomes } from "../tasks/verify-outcomes.ts";

const SOURCE = "loaders/analyses/method-execution.ts";
const INPUTS = DATASETS.map(({ id }) => repositoryPath(verifiedFile(id)));

/** What the last start executed, for each dataset that has its text on this machine. */
function verified(): VerifiedOutcomes[] {
  return DATASETS.map(({ id }) => verifiedFile(id))
    .filter((path) => existsSync(path))
    .map(
      (path) =>
        (JSON.parse(gunzipSync(readFileSync(path)).toString("utf8")) as { value: VerifiedOutcomes }).value,
    );
}

const runs: Figure<RunRow> = {
  id: "method/runs",
  title: "What the last start executed",
  source: SOURCE,
  inputs: INPUTS,
  columns: columnsOf<RunRow>({
    dataset: ["utf8", "", "dataset id"],
    python: ["utf8", "", "version of the Python that ran the candidates"],
    suites: ["int32", "count", "suites executed, all with the frozen outcomes"],
    canonicals: ["int32", "count", "of which canonicals"],
    distractors: ["int32", "count", "of which selected distractors"],
    sampled_pool: ["int32", "count", "of which a sample of the other valid mutants"],
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
        median_ms: quantile(run.milliseconds, 0.5) ?? 0,
        p99_ms: quantile(run.milliseconds, 0.99) ?? 0,
      })),
    ),
};

const slowest: Figure<SlowSuiteRow> = {
  id: "method/slowest",
  title: "The slowest suites of the last start",
  source: SOURCE,
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

export const methodExecution: Figure[] = [runs, slowest];
