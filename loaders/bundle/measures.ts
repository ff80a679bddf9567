import { bootstrapMeans, mean, unitMatrix } from "../../src/shared/bootstrap.ts";
import { discordance, mcnemarExact } from "../../src/shared/mcnemar.ts";
import { execAt, executionPrecisionAt, ndcgAt } from "../../src/shared/ranking-metrics.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import { CUTOFFS } from "../../src/shared/vocabulary.ts";
import { type Bound, quantileBand } from "./monte-carlo.ts";
import { BUNDLE_METRICS, type BundleMetric, type Cell } from "./published-cells.ts";

/** The head of one system's ranking of one query. */
export interface Head {
  /** Whether the snippet at each rank passes the query's suite. */
  passing: boolean[];
  /** 1-based rank of the canonical, `Infinity` beyond the head. */
  canonicalRank: number;
}

/** A recomputed number: a bound of an interval has a range in which that of another bootstrap may lie. */
export type Recomputed = number | Bound;

const key = (system: string, metric: BundleMetric, k: number): string => `${system} ${metric}@${k}`;

const VALUE: Record<BundleMetric, (head: Head, k: number) => number> = {
  exec: ({ passing }, k) => execAt(passing, k),
  precision: ({ passing }, k) => executionPrecisionAt(passing, k),
  ndcg: ({ canonicalRank }, k) => ndcgAt(canonicalRank, k),
  exec_ndcg_gap: (head, k) => VALUE.exec(head, k) - VALUE.ndcg(head, k),
};

/** Every number that the bundle publishes of its systems and their pairs, from the heads of their rankings. */
export class Measures {
  readonly #values = new Map<string, Float64Array>();
  readonly #replicates = new Map<string, Float64Array>();
  readonly #bounds = new Map<string, [low: Bound, high: Bound]>();

  /** @param heads by system, one a query, in one order of the queries */
  constructor(heads: ReadonlyMap<string, readonly Head[]>) {
    for (const [system, list] of heads) {
      for (const metric of BUNDLE_METRICS) {
        for (const k of CUTOFFS) {
          this.#values.set(
            key(system, metric, k),
            Float64Array.from(list, (head) => VALUE[metric](head, k)),
          );
        }
      }
    }
    const columns = [...this.#values];
    const queries = columns[0]?.[1].length ?? 0;
    const means = bootstrapMeans(unitMatrix(columns.map(([, values]) => values)), resampleIndices(queries));
    columns.forEach(([name], column) => this.#replicates.set(name, means[column]!));
  }

  /** Mean over queries; undefined for a cut-off that is not among those recomputed. */
  mean(system: string, metric: BundleMetric, k: number): number | undefined {
    const values = this.#values.get(key(system, metric, k));
    return values && mean(values);
  }

  /** The number that a published cell stands for; undefined where it cannot be recomputed. */
  recompute({ systems, metric, k, field }: Cell): Recomputed | undefined {
    const [a, b] = systems.map((system) => key(system, metric, k)) as [string, string?];
    const [va, vb] = [this.#values.get(a), b === undefined ? undefined : this.#values.get(b)];
    if (!va || (b !== undefined && !vb)) return undefined;
    if (field === "low" || field === "high") return this.#bound(a, b, field);
    if (!vb) return field === "value" ? mean(va) : undefined;
    if (field === "a_rate") return mean(va);
    if (field === "b_rate") return mean(vb);
    if (field === "delta" || field === "value") return mean(va) - mean(vb);
    if (metric !== "exec") return undefined;
    const counts = discordance(va, vb);
    if (field === "p") return mcnemarExact(counts.onlyA, counts.onlyB);
    return { a_only: counts.onlyA, b_only: counts.onlyB, both: counts.both, neither: counts.neither }[field];
  }

  #bound(a: string, b: string | undefined, side: "low" | "high"): Bound {
    const name = b === undefined ? a : `${a} - ${b}`;
    let bounds = this.#bounds.get(name);
    if (!bounds) {
      const [ra, rb] = [this.#replicates.get(a)!, b === undefined ? undefined : this.#replicates.get(b)!];
      const sorted = ra.map((value, i) => value - (rb?.[i] ?? 0)).sort();
      bounds = [quantileBand(sorted, 0.025), quantileBand(sorted, 0.975)];
      this.#bounds.set(name, bounds);
    }
    return bounds[side === "low" ? 0 : 1];
  }
}
