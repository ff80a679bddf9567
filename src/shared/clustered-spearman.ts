/** Positions of a sample in ascending order with the ends of its groups of equal values. */
export interface TieOrder {
  order: Uint32Array;
  /** End (exclusive) of each group in `order`. */
  ends: Uint32Array;
}

/** Sorts once what a bootstrap ranks many times. */
export function tieOrderOf(values: ArrayLike<number>): TieOrder {
  const order = Uint32Array.from({ length: values.length }, (_, i) => i).sort(
    (a, b) => values[a]! - values[b]!,
  );
  const ends: number[] = [];
  for (let i = 1; i <= order.length; i++) {
    if (i === order.length || values[order[i]!] !== values[order[i - 1]!]) ends.push(i);
  }
  return { order, ends: Uint32Array.from(ends) };
}

/** A side of a correlation as a bootstrap needs it: items by their distinct values, in ascending order. */
class GroupedSide {
  readonly groupOf: Uint32Array;
  /** Average rank of each group in the resample at hand, minus the mean of all ranks. */
  readonly deviations: Float64Array;
  readonly #weights: Float64Array;

  constructor(values: ArrayLike<number>) {
    const { order, ends } = tieOrderOf(values);
    this.groupOf = new Uint32Array(order.length);
    ends.forEach((end, group) => {
      for (let i = group === 0 ? 0 : ends[group - 1]!; i < end; i++) this.groupOf[order[i]!] = group;
    });
    this.#weights = new Float64Array(ends.length);
    this.deviations = new Float64Array(ends.length);
  }

  /** Ranks the groups of a resample. @returns the weighted sum of squared deviations */
  rank({ items, weights, count, total }: Resample): number {
    this.#weights.fill(0);
    for (let i = 0; i < count; i++) this.#weights[this.groupOf[items[i]!]!]! += weights[i]!;
    const center = (total + 1) / 2;
    let [before, squares] = [0, 0];
    for (let group = 0; group < this.deviations.length; group++) {
      const weight = this.#weights[group]!;
      const deviation = before + (weight + 1) / 2 - center;
      this.deviations[group] = deviation;
      squares += weight * deviation * deviation;
      before += weight;
    }
    return squares;
  }

  /** Writes the deviation of each drawn item. */
  spread({ items, count }: Resample, into: Float64Array): void {
    for (let i = 0; i < count; i++) into[i] = this.deviations[this.groupOf[items[i]!]!]!;
  }
}

/** The items that a resample draws: the first `count` of `items`, each with how often. */
interface Resample {
  items: Uint32Array;
  weights: Float64Array;
  count: number;
  /** Sum of the weights. */
  total: number;
}

/** Fills a resample from how often each cluster was drawn. */
function take(resample: Resample, drawn: Uint32Array, clusterOf: ArrayLike<number>): void {
  let [count, total] = [0, 0];
  for (let item = 0; item < clusterOf.length; item++) {
    const weight = drawn[clusterOf[item]!]!;
    if (weight === 0) continue;
    resample.items[count] = item;
    resample.weights[count++] = weight;
    total += weight;
  }
  Object.assign(resample, { count, total });
}

/** Items in clusters, and the clusters that each resample draws. */
export interface ClusterDraws {
  /** Cluster of each item. */
  clusterOf: ArrayLike<number>;
  clusters: number;
  /** Rows of `clusters` indices of clusters, as `resampleIndices` draws them. */
  resamples: Uint32Array;
}

/**
 * Tie-aware Spearman correlation of each of several `xs` with each of several `ys`, when a bootstrap draws clusters of
 * items, each with all of them: `result[x][y][replicate]`, NaN where a side does not vary. Ranks are halves of whole
 * numbers, so that every sum is exact in whatever order it is taken. A side is ranked once a resample, over its groups
 * of equal values.
 */
export function clusteredSpearman(
  xs: readonly ArrayLike<number>[],
  ys: readonly ArrayLike<number>[],
  { clusterOf, clusters, resamples }: ClusterDraws,
): Float64Array[][] {
  const lefts = xs.map((x) => new GroupedSide(x));
  const rights = ys.map((y) => new GroupedSide(y));
  const replicates = clusters === 0 ? 0 : resamples.length / clusters;
  const found = xs.map(() => ys.map(() => new Float64Array(replicates)));
  const n = clusterOf.length;
  const drawn = new Uint32Array(clusters);
  const resample = { items: new Uint32Array(n), weights: new Float64Array(n), count: 0, total: 0 };
  const left = xs.map(() => new Float64Array(n));
  const right = new Float64Array(n);
  for (let replicate = 0; replicate < replicates; replicate++) {
    drawn.fill(0);
    for (let i = replicate * clusters; i < (replicate + 1) * clusters; i++) drawn[resamples[i]!]!++;
    take(resample, drawn, clusterOf);
    const xx = lefts.map((side, x) => {
      const squares = side.rank(resample);
      side.spread(resample, left[x]!);
      for (let i = 0; i < resample.count; i++) left[x]![i]! *= resample.weights[i]!;
      return squares;
    });
    rights.forEach((side, y) => {
      const yy = side.rank(resample);
      side.spread(resample, right);
      xx.forEach((squares, x) => {
        const xy = sumOfProducts(left[x]!, right, resample.count);
        found[x]![y]![replicate] = squares === 0 || yy === 0 ? Number.NaN : xy / Math.sqrt(squares * yy);
      });
    });
  }
  return found;
}

function sumOfProducts(x: Float64Array, y: Float64Array, count: number): number {
  let [even, odd] = [0, 0];
  for (let i = 0; i + 1 < count; i += 2) {
    even += x[i]! * y[i]!;
    odd += x[i + 1]! * y[i + 1]!;
  }
  return count % 2 === 1 ? even + odd + x[count - 1]! * y[count - 1]! : even + odd;
}
