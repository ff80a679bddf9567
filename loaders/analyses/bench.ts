import { bootstrapMeans, type UnitMatrix } from "../../src/shared/bootstrap.ts";
import { holm } from "../../src/shared/holm.ts";
import { mcnemarExact } from "../../src/shared/mcnemar.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import {
  type BenchRow,
  type BenchSkip,
  compareRounds,
  missingBenchPython,
  runReference,
  withBenchFolder,
} from "../retrieval/bench-python.ts";

/** 24 systems x 12 metrics over 1,000 queries, 5,000 replicates: a full leaderboard. */
const SIZE = { units: 1000, columns: 24 * 12, replicates: 5000 };
const ROUNDS = 1;

/** Rates that look like exec@k: column c succeeds on a unit with a share that grows with c. */
function exampleMatrix({ units, columns }: typeof SIZE): UnitMatrix {
  const values = new Float64Array(units * columns);
  for (let unit = 0; unit < units; unit++) {
    for (let column = 0; column < columns; column++) {
      values[unit * columns + column] = (unit * 7919 + column * 104_729) % 1000 < 100 + column ? 1 : 0;
    }
  }
  return { units, columns, values };
}

/** The leaderboard's bootstrap and all 276 pairs of one metric against numpy's gather with the same resamples. */
export async function benchBootstrap(size = SIZE): Promise<BenchRow | BenchSkip> {
  const name = "bootstrap";
  const skipped = missingBenchPython();
  if (skipped !== undefined) return { name, skipped };
  const matrix = exampleMatrix(size);
  const resamples = resampleIndices(size.units, size.replicates);
  let means: Float64Array[] = [];
  const ours = () => {
    means = bootstrapMeans(matrix, resamples);
    const pairs: number[] = [];
    for (let a = 0; a < 24; a++) for (let b = a + 1; b < 24; b++) pairs.push(mcnemarExact(40 + a, 40 + b));
    return holm(pairs);
  };
  return withBenchFolder(async (folder) => {
    const request = { task: "bootstrap", ...size, rounds: ROUNDS };
    const reference = () =>
      runReference<{ ms: number; version: string; means: number[] }>(
        "loaders/analyses/bench.py",
        folder,
        request,
      );
    const { oursMs, answer, ratio } = await compareRounds(ROUNDS, ours, reference);
    // Another generator: the centers of the replicates agree, not their bits.
    const farthest = Math.max(
      ...means.map((column, c) =>
        Math.abs(column.reduce((a, b) => a + b, 0) / column.length - answer.means[c]!),
      ),
    );
    return {
      name,
      work: `${size.columns} columns, ${size.units.toLocaleString("en-US")} queries, ${size.replicates.toLocaleString("en-US")} replicates, 276 pairs`,
      oursMs,
      referenceMs: answer.ms,
      reference: answer.version,
      ratio,
      agreement: `means of the replicates within ${farthest.toExponential(1)}`,
    };
  });
}
