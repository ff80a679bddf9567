import type {
  DtypeDeceptionRow,
  DtypeNoiseRow,
  DtypeOrderRow,
  DtypePlaceRow,
  DtypeRow,
} from "../../src/shared/ablation-rows.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Column } from "../store/parquet.ts";
import { dtypeNoiseRows, dtypePlaceRows } from "./ablation-dtype-noise.ts";
import { dtypeDeceptionRows, dtypeOrderRows, dtypeRows } from "./ablation-dtype-rows.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";

function figure<Row extends object>(
  name: string,
  title: string,
  columns: Column[],
  rowsOf: (evaluation: Evaluation) => Row[],
): Figure<Row> {
  return {
    id: `ablations/${name}`,
    title,
    source: "loaders/analyses/ablation-dtype.ts",
    inputs: EVALUATION_INPUTS,
    columns,
    compute: forEveryDataset(rowsOf),
  };
}

const DATASET = ["utf8", "", "dataset id"] as const;
const FAMILY = ["utf8", "", "model family"] as const;
const RATE = (description: string) => ["float64", "rate 0..1", description] as const;
const DIFFERENCE = (description: string) => ["float64", "difference of rates", description] as const;
const SIMILARITY = (description: string) => ["float64", "similarity", description] as const;
const COUNT = (description: string) => ["int32", "count", description] as const;
const LOW = "2.5 % bound of the bootstrap over queries";
const HIGH = "97.5 % bound";

const rates = figure(
  "dtype",
  "exec@k of one model in fp32 and in int8",
  columnsOf<DtypeRow>({
    dataset: DATASET,
    family: FAMILY,
    fp32_system: ["utf8", "", "system id"],
    int8_system: ["utf8", "", "system id"],
    k: ["int32", "rank", "cut-off"],
    fp32: RATE("exec@k in fp32"),
    int8: RATE("exec@k in int8"),
    delta: DIFFERENCE("int8 minus fp32"),
    low: DIFFERENCE(LOW),
    high: DIFFERENCE(HIGH),
    both: COUNT("queries that both solve"),
    fp32_only: COUNT("queries that only fp32 solves"),
    int8_only: COUNT("queries that only int8 solves"),
    neither: COUNT("queries that neither solves"),
    p: ["float64", "p-value", "exact McNemar, two-sided"],
    detectable: DIFFERENCE("smallest true difference shown with 80 % power"),
    n: COUNT("queries"),
  }),
  dtypeRows,
);

const order = figure(
  "dtype-order",
  "What int8 does to the order of own candidates, and the size of its noise",
  columnsOf<DtypeOrderRow>({
    dataset: DATASET,
    family: FAMILY,
    pairs: COUNT("pairs of a canonical and an own near-clone"),
    flips: COUNT("pairs whose order differs between fp32 and int8"),
    flips_to_canonical: COUNT("of these, the canonical comes first in int8"),
    flips_to_distractor: COUNT("of these, the near-clone comes first in int8"),
    flip_share: RATE("flips over pairs"),
    flip_low: RATE(LOW),
    flip_high: RATE(HIGH),
    rank1_changed: RATE("queries with another item at rank 1 of the whole pool"),
    rank1_low: RATE(LOW),
    rank1_high: RATE(HIGH),
    gap_fp32: SIMILARITY("canonical minus most similar own near-clone, mean, fp32"),
    gap_int8: SIMILARITY("the same in int8"),
    gap_shift: SIMILARITY("int8 minus fp32"),
    gap_low: SIMILARITY(LOW),
    gap_high: SIMILARITY(HIGH),
    spread: SIMILARITY("standard deviation of fp32 among a query's own candidates"),
    slope: ["float64", "ratio", "least squares within queries, int8 on fp32"],
    noise: SIMILARITY("standard deviation of int8 around that line"),
    correlation: ["float64", "correlation", "Pearson, within queries"],
    canonical_shift: SIMILARITY("canonical's residual minus its near-clones', mean"),
    shift_low: SIMILARITY(LOW),
    shift_high: SIMILARITY(HIGH),
    n: COUNT("queries with a near-clone"),
  }),
  dtypeOrderRows,
);

const deceived = figure(
  "dtype-deception",
  "Deception of one model in fp32 and in int8, by bug type",
  columnsOf<DtypeDeceptionRow>({
    dataset: DATASET,
    family: FAMILY,
    bug_type: ["utf8", "", "bug type, or all"],
    fp32: RATE("deceived over all pairs, fp32"),
    int8: RATE("deceived over all pairs, int8"),
    delta: DIFFERENCE("int8 minus fp32"),
    low: DIFFERENCE(LOW),
    high: DIFFERENCE(HIGH),
    pairs: COUNT("pairs"),
    n: COUNT("queries that bring at least one"),
  }),
  dtypeDeceptionRows,
);

const ARMS = {
  fp32: RATE("in fp32"),
  fp32_low: RATE(LOW),
  fp32_high: RATE(HIGH),
  int8: RATE("in int8"),
  int8_low: RATE(LOW),
  int8_high: RATE(HIGH),
  noise: RATE("in fp32 with seeded Gaussian noise of int8's size, mean over draws"),
  noise_low: RATE(LOW),
  noise_high: RATE(HIGH),
} as const;

const noise = figure(
  "dtype-noise",
  "How often the canonical comes first among its own near-clones: fp32, int8, fp32 with noise",
  columnsOf<DtypeNoiseRow>({
    dataset: DATASET,
    family: FAMILY,
    gap: ["utf8", "", "all, or the third of the queries by the size of their fp32 gap: small, middle, large"],
    ...ARMS,
    change: DIFFERENCE("int8 minus fp32"),
    change_low: DIFFERENCE(LOW),
    change_high: DIFFERENCE(HIGH),
    beyond_noise: DIFFERENCE("int8 minus fp32 with noise"),
    beyond_low: DIFFERENCE(LOW),
    beyond_high: DIFFERENCE(HIGH),
    chance: RATE("1/(d + 1), mean: all candidates alike"),
    coins: RATE("1/2^d, mean: each near-clone above or below its canonical by a coin"),
    n: COUNT("queries with a near-clone"),
  }),
  dtypeNoiseRows,
);

const places = figure(
  "dtype-places",
  "Where the canonical stands among its own candidates",
  columnsOf<DtypePlaceRow>({
    dataset: DATASET,
    family: FAMILY,
    place: ["int32", "rank", "place among own candidates, 1 for the most similar"],
    ...ARMS,
    alike: RATE("1/(d + 1): all candidates alike"),
    coins: RATE("binomial: each near-clone above or below its canonical by a coin"),
    rivals: COUNT("near-clones of each of these queries"),
    n: COUNT("queries with that many near-clones"),
  }),
  dtypePlaceRows,
);

export const ablationDtype: Figure[] = [rates, order, deceived, noise, places];
