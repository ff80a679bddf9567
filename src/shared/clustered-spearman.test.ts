import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resampleIndices } from "./resample.ts";
import { spearman } from "./spearman.ts";
import { clusteredSpearman, type TieOrder, tieOrderOf } from "./clustered-spearman.ts";

/** Average ranks when item i occurs `weights[i]` times. */
function weightedRanks({ order, ends }: TieOrder, weights: ArrayLike<number>, ranks: Float64Array): void {
  let before = 0;
  let start = 0;
  for (const end of ends) {
    let group = 0;
    for (let i = start; i < end; i++) group += weights[order[i]!]!;
    const rank = before + (group + 1) / 2;
    for (let i = start; i < end; i++) ranks[order[i]!] = rank;
    before += group;
    start = end;
  }
}

/**
 * The reference: tie-aware Spearman correlation of a sample in which item i occurs `weights[i]` times. NaN when either
 * side does not vary.
 */
function weightedSpearman(x: TieOrder, y: TieOrder, weights: ArrayLike<number>): number {
  const n = x.order.length;
  const rx = new Float64Array(n);
  const ry = new Float64Array(n);
  weightedRanks(x, weights, rx);
  weightedRanks(y, weights, ry);
  let total = 0;
  for (let i = 0; i < n; i++) total += weights[i]!;
  // Ranks of a sample of size N average (N + 1) / 2 whatever the ties.
  const center = (total + 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const dx = rx[i]! - center;
    const dy = ry[i]! - center;
    xy += weights[i]! * dx * dy;
    xx += weights[i]! * dx * dx;
    yy += weights[i]! * dy * dy;
  }
  return xx === 0 || yy === 0 ? Number.NaN : xy / Math.sqrt(xx * yy);
}

describe("the reference", () => {
  it("equals Spearman's of the sample written out with its repetitions", () => {
    const item = fc.record({
      x: fc.integer({ min: 0, max: 5 }),
      y: fc.integer({ min: 0, max: 5 }),
      w: fc.nat(3),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 2, maxLength: 40 }), (items) => {
        const long = items.flatMap(({ x, y, w }) => Array.from({ length: w }, () => ({ x, y })));
        const expected = spearman(
          long.map(({ x }) => x),
          long.map(({ y }) => y),
        );
        const ours = weightedSpearman(
          tieOrderOf(items.map(({ x }) => x)),
          tieOrderOf(items.map(({ y }) => y)),
          items.map(({ w }) => w),
        );
        if (Number.isNaN(expected)) expect(ours).toBeNaN();
        else expect(ours).toBeCloseTo(expected, 9);
      }),
    );
  });
});

describe("clusteredSpearman", () => {
  it("is the reference to the last bit, each item as often as its cluster was drawn", () => {
    const [clusters, replicates] = [7, 50];
    const clusterOf = Array.from({ length: 40 }, (_, i) => Math.floor(i / 6));
    const xs = [clusterOf.map((_, i) => (i * 7) % 5), clusterOf.map((_, i) => Math.sin(i))];
    const ys = [clusterOf.map((_, i) => ((i * 11) % 6) / 3), clusterOf.map((_, i) => Math.cos(i))];
    const resamples = resampleIndices(clusters, replicates);
    const found = clusteredSpearman(xs, ys, { clusterOf, clusters, resamples });
    for (let replicate = 0; replicate < replicates; replicate++) {
      const drawn = [...resamples.subarray(replicate * clusters, (replicate + 1) * clusters)];
      const weights = clusterOf.map((cluster) => drawn.filter((one) => one === cluster).length);
      const expected = xs.map((x) => ys.map((y) => weightedSpearman(tieOrderOf(x), tieOrderOf(y), weights)));
      expect(found.map((of) => of.map((list) => list[replicate]))).toEqual(expected);
    }
  });

  it("has no value where a side does not vary in what was drawn", () => {
    const draws = { clusterOf: [0, 0, 1], clusters: 2, resamples: Uint32Array.of(0, 0) };
    expect(clusteredSpearman([[1, 2, 3]], [[1, 1, 2]], draws)).toEqual([[Float64Array.of(Number.NaN)]]);
  });
});
