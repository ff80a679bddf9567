/** What came of one published cell. */
export type CellStatus = "equal" | "within" | "different";

/** A published value that is not ours. */
export interface Difference {
  file: string;
  metric: string;
  /** Where it stands in the file. */
  path: string;
  published: string | number | boolean;
  recomputed: string | number | boolean;
  /** What would have been accepted, in words. */
  accepted: string;
}

/** Cells of one file and metric by what came of them. */
export interface CellCount {
  file: string;
  metric: string;
  equal: number;
  /** Not equal, but within the stated tolerance. */
  within: number;
  different: number;
}

/** Collects what became of every published cell. */
export class Comparison {
  readonly differences: Difference[] = [];
  /** Numbers of which no rule says what they are, by file. */
  readonly unknown: { file: string; path: string }[] = [];
  readonly #counts = new Map<string, CellCount>();

  add(status: CellStatus, difference: Difference): void {
    const { file, metric } = difference;
    const key = `${file} ${metric}`;
    const count = this.#counts.get(key) ?? { file, metric, equal: 0, within: 0, different: 0 };
    count[status]++;
    this.#counts.set(key, count);
    if (status === "different") this.differences.push(difference);
  }

  /** A cell that is equal or not, without a tolerance. */
  addExact(cell: Omit<Difference, "accepted">): void {
    this.add(cell.published === cell.recomputed ? "equal" : "different", {
      ...cell,
      accepted: "the same value",
    });
  }

  counts(): CellCount[] {
    return [...this.#counts.values()];
  }

  /** Sum over files and metrics. */
  totals(): Record<CellStatus, number> {
    const totals = { equal: 0, within: 0, different: 0 };
    for (const { equal, within, different } of this.counts()) {
      totals.equal += equal;
      totals.within += within;
      totals.different += different;
    }
    return totals;
  }
}
