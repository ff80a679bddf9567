import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resampleIndices } from "./resample.ts";
import { spearman } from "./spearman.ts";
import { clusteredSpearman, tieOrderOf, weightedSpearman } from "./weighted-spearman.ts";

describe("weightedSpearman", () => {
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
  it("is weightedSpearman to the last bit, each item as often as its cluster was drawn", () => {
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
