import { group } from "d3-array";
import {
  bootstrapMeans,
  mean,
  percentileInterval,
  replicateRatios,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import { EDIT_SIZE_BUCKETS, editSizeBucket } from "../../src/shared/edit-size.ts";
import { clusteredSpearman } from "../../src/shared/clustered-spearman.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import { spearman } from "../../src/shared/spearman.ts";
import type { EditSizeCorrelationRow, EditSizeRow } from "../../src/shared/rows.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { isDense } from "../embedding/models.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import type { Snippet } from "../tasks/corpus.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { triplesOf } from "./pairs.ts";
import { rememberPerEvaluation } from "./remember.ts";
import { round6 } from "./round.ts";

/** A (query, own distractor) pair and the share of dense families that it deceives. */
export interface SizedPair {
  query: number;
  distractor: Snippet;
  share: number;
}

/** Pairs with the mean over dense families; the numeric types of one model are averaged first, since they are one system. */
export function sizedPairs(evaluation: Evaluation): SizedPair[] {
  const families = group(
    evaluation.systems.filter(({ system }) => isDense(system)),
    ({ system }) => system.family,
  );
  const triples = [...families.values()].map((systems) =>
    systems.map((system) => triplesOf(evaluation, system)),
  );
  const first = triples[0]?.[0] ?? [];
  return first.map(({ query, distractor }, i) => {
    const byFamily = triples.map((systems) => mean(systems.map((list) => (list[i]!.deceived ? 1 : 0))));
    return { query, distractor, share: mean(byFamily) };
  });
}

const LINES = {
  all: () => true,
  one_line: ({ distractor }: SizedPair) => distractor.editLines <= 1,
  multi_line: ({ distractor }: SizedPair) => distractor.editLines > 1,
} as const;
type Lines = keyof typeof LINES;

const TYPES = ["all", ...BUG_TYPES] as const;

function choose(pairs: readonly SizedPair[], lines: Lines, bugType: string): SizedPair[] {
  return pairs.filter(
    (pair) => LINES[lines](pair) && (bugType === "all" || pair.distractor.bugType === bugType),
  );
}

/** Every (lines, bug type, bucket) that has pairs, with the two sums a query brings. */
function bucketCells(pairs: SizedPair[], queries: number) {
  return (Object.keys(LINES) as Lines[]).flatMap((lines) =>
    TYPES.flatMap((bugType) => {
      const buckets = group(choose(pairs, lines, bugType), (pair) =>
        editSizeBucket(pair.distractor.editCharacters),
      );
      return EDIT_SIZE_BUCKETS.flatMap((bucket) => {
        const chosen = buckets.get(bucket) ?? [];
        if (chosen.length === 0) return [];
        const deceived = new Float64Array(queries);
        const counts = new Float64Array(queries);
        for (const { query, share } of chosen) {
          deceived[query]! += share;
          counts[query]!++;
        }
        return [{ lines, bugType, bucket, deceived, counts }];
      });
    }),
  );
}

function bucketRows(evaluation: Evaluation, pairs: SizedPair[], resamples: Uint32Array): EditSizeRow[] {
  const cells = bucketCells(pairs, evaluation.corpus.tasks.length);
  const means = bootstrapMeans(
    unitMatrix(cells.flatMap(({ deceived, counts }) => [deceived, counts])),
    resamples,
  );
  return cells.map(({ lines, bugType, bucket, deceived, counts }, i) => {
    const { low, high } = percentileInterval(replicateRatios(means[2 * i]!, means[2 * i + 1]!));
    return {
      dataset: evaluation.corpus.dataset.id,
      lines,
      bug_type: bugType,
      bucket,
      value: round6(mean(deceived) / mean(counts)),
      low: round6(low),
      high: round6(high),
      pairs: counts.reduce((sum, count) => sum + count, 0),
      n: counts.filter((count) => count > 0).length,
    };
  });
}

const MEASURES = {
  absolute: ({ distractor }: SizedPair) => distractor.editCharacters,
  relative: ({ distractor }: SizedPair) => distractor.editRelative,
} as const;

type Measure = keyof typeof MEASURES;

/** Spearman's rho of each measure with the intervals of a bootstrap that draws queries and takes all pairs of each. */
function correlate(chosen: readonly SizedPair[], queries: number, resamples: Uint32Array) {
  const measures = Object.keys(MEASURES) as Measure[];
  const sizes = measures.map((measure) => chosen.map(MEASURES[measure]));
  const shares = chosen.map(({ share }) => share);
  const clusterOf = chosen.map(({ query }) => query);
  const replicates = clusteredSpearman(sizes, [shares], { clusterOf, clusters: queries, resamples });
  return measures.map((measure, i) => ({
    measure,
    rho: spearman(sizes[i]!, shares),
    ...percentileInterval(replicates[i]![0]!.filter(Number.isFinite)),
  }));
}

function correlationRows(
  evaluation: Evaluation,
  pairs: SizedPair[],
  resamples: Uint32Array,
): EditSizeCorrelationRow[] {
  const queries = evaluation.corpus.tasks.length;
  const scopes: [Lines, string][] = [
    ["all", "all"],
    ["one_line", "all"],
    ["multi_line", "all"],
    ...BUG_TYPES.map((bugType): [Lines, string] => ["all", bugType]),
  ];
  return scopes.flatMap(([lines, bugType]) => {
    const chosen = choose(pairs, lines, bugType);
    return correlate(chosen, queries, resamples)
      .filter(({ rho }) => Number.isFinite(rho))
      .map(({ measure, rho, low, high }) => ({
        dataset: evaluation.corpus.dataset.id,
        lines,
        bug_type: bugType,
        measure,
        rho: round6(rho),
        low: round6(low),
        high: round6(high),
        pairs: chosen.length,
        n: new Set(chosen.map(({ query }) => query)).size,
      }));
  });
}

export const editSizeRows = rememberPerEvaluation((evaluation: Evaluation): EditSizeRow[] =>
  bucketRows(evaluation, sizedPairs(evaluation), resampleIndices(evaluation.corpus.tasks.length)),
);

export const editSizeCorrelationRows = rememberPerEvaluation(
  (evaluation: Evaluation): EditSizeCorrelationRow[] =>
    correlationRows(evaluation, sizedPairs(evaluation), resampleIndices(evaluation.corpus.tasks.length)),
);

const SOURCE = "loaders/analyses/edit-size.ts";

const buckets: Figure<EditSizeRow> = {
  id: "near-clones/edit-size",
  title: "Deception by size of the edit",
  source: SOURCE,
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<EditSizeRow>({
    dataset: ["utf8", "", "dataset id"],
    lines: ["utf8", "", "all, one_line or multi_line edits"],
    bug_type: ["utf8", "", "bug type, or all"],
    bucket: ["utf8", "characters", "changed characters"],
    value: ["float64", "rate 0..1", "mean share of dense families deceived"],
    low: ["float64", "rate 0..1", "2.5 % bound of the bootstrap over queries"],
    high: ["float64", "rate 0..1", "97.5 % bound"],
    pairs: ["int32", "count", "(query, distractor) pairs"],
    n: ["int32", "count", "queries that bring at least one"],
  }),
  compute: forEveryDataset(editSizeRows),
};

const correlation: Figure<EditSizeCorrelationRow> = {
  id: "near-clones/edit-size-correlation",
  title: "Spearman correlation of edit size and deception",
  source: SOURCE,
  inputs: EVALUATION_INPUTS,
  columns: columnsOf<EditSizeCorrelationRow>({
    dataset: ["utf8", "", "dataset id"],
    lines: ["utf8", "", "all, one_line or multi_line edits"],
    bug_type: ["utf8", "", "bug type, or all"],
    measure: ["utf8", "", "absolute (characters) or relative (to the canonical's length)"],
    rho: ["float64", "rho -1..1", "tie-aware Spearman correlation"],
    low: ["float64", "rho -1..1", "2.5 % bound of the bootstrap over queries"],
    high: ["float64", "rho -1..1", "97.5 % bound"],
    pairs: ["int32", "count", "(query, distractor) pairs"],
    n: ["int32", "count", "queries that bring at least one"],
  }),
  compute: forEveryDataset(editSizeCorrelationRows),
};

export const editSize: Figure[] = [buckets, correlation];
