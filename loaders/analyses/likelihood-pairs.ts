import {
  bootstrapMeans,
  mean,
  percentileInterval,
  replicateRatios,
  unitMatrix,
} from "../../src/shared/bootstrap.ts";
import { EDIT_SIZE_BUCKETS, editSizeBucket } from "../../src/shared/edit-size.ts";
import {
  ALL_DENSE,
  CLOSE,
  CODE_LENGTHS,
  LENGTH_CHANGES,
  type LikelihoodPairRow,
  type LikelihoodScore,
  type PairGrouping,
} from "../../src/shared/likelihood-rows.ts";
import { resampleIndices } from "../../src/shared/resample.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { likelihoodData, type LikelihoodData, type OwnValues } from "./likelihood-scores.ts";
import { round6 } from "./round.ts";

/** Fewer pairs than this show no interval: a bootstrap over a handful of queries says little. */
const ENOUGH_PAIRS = 30;

const IN_NATS: ReadonlySet<string> = new Set<LikelihoodScore>(["conditional", "unconditional", "pmi"]);

/** A canonical beside one of its near-clones. */
interface Pair {
  /** Place of the query among the scored ones, and of the near-clone among the query's own snippets. */
  query: number;
  place: number;
  groups: Record<PairGrouping, string>;
}

/** Every pair with the groups that it belongs to. */
const pairsOf = ({ corpus }: Evaluation, { queries }: LikelihoodData): Pair[] =>
  queries.flatMap(({ snippets, rows }, query) =>
    snippets.slice(1).map((snippet, at): Pair => {
      const { bugType, editCharacters } = corpus.snippets[snippet]!;
      const { tokens } = rows[0]!;
      return {
        query,
        place: at + 1,
        groups: {
          all: "all",
          bug_type: bugType,
          length_change: LENGTH_CHANGES[Math.sign(rows[at + 1]!.tokens - tokens) + 1]!,
          edit_size: editSizeBucket(editCharacters),
          code_length: CODE_LENGTHS[Math.min(Math.floor(tokens / 64), CODE_LENGTHS.length - 1)]!,
        },
      };
    }),
  );

/** A pooled rate over some of the pairs: sums a query brings. */
interface Cell {
  score: string;
  grouping: PairGrouping;
  group: string;
  preferred: Float64Array;
  pairs: Float64Array;
  close: number;
}

function cellOf(
  scores: readonly OwnValues[],
  pairs: readonly Pair[],
  queries: number,
): Pick<Cell, "preferred" | "pairs" | "close"> {
  const cell = { preferred: new Float64Array(queries), pairs: new Float64Array(queries), close: 0 };
  for (const { query, place } of pairs) {
    for (const { score, values } of scores) {
      const own = values[query]!;
      if (IN_NATS.has(score) && Math.abs(own[0]! - own[place]!) < CLOSE) cell.close += 1;
      cell.pairs[query]! += 1;
      if (own[0]! > own[place]!) cell.preferred[query]! += 1;
    }
  }
  return cell;
}

/** Share of pairs in which the canonical is strictly preferred, by score and group; queries are resampled with all their pairs. */
export async function likelihoodPairRows(evaluation: Evaluation): Promise<LikelihoodPairRow[]> {
  const data = await likelihoodData(evaluation);
  const n = data.queries.length;
  if (n === 0) return [];
  const pairs = pairsOf(evaluation, data);
  const groups: Record<PairGrouping, readonly string[]> = {
    all: ["all"],
    bug_type: BUG_TYPES,
    length_change: LENGTH_CHANGES,
    edit_size: EDIT_SIZE_BUCKETS,
    code_length: CODE_LENGTHS,
  };
  const dense = data.scores.filter((score) => score.dense);
  const scored: [string, readonly OwnValues[]][] = [
    ...data.scores.map((score): [string, OwnValues[]] => [score.score, [score]]),
    ...(dense.length > 0 ? [[ALL_DENSE, dense] as [string, OwnValues[]]] : []),
  ];
  const cells = scored.flatMap(([score, values]) =>
    (Object.keys(groups) as PairGrouping[]).flatMap((grouping) =>
      groups[grouping].map((group): Cell => {
        const chosen = pairs.filter((pair) => pair.groups[grouping] === group);
        return { score, grouping, group, ...cellOf(values, chosen, n) };
      }),
    ),
  );
  const columns = cells.flatMap(({ preferred, pairs: counts }) => [preferred, counts]);
  const means = bootstrapMeans(unitMatrix(columns), resampleIndices(n));
  return cells.flatMap((cell, at): LikelihoodPairRow[] => {
    const systems = cell.score === ALL_DENSE ? dense.length : 1;
    const total = cell.pairs.reduce((sum, value) => sum + value, 0) / systems;
    if (total === 0) return [];
    const ratios = replicateRatios(means[2 * at]!, means[2 * at + 1]!);
    const { low, high } =
      total < ENOUGH_PAIRS ? { low: Number.NaN, high: Number.NaN } : percentileInterval(ratios);
    return [
      {
        dataset: evaluation.corpus.dataset.id,
        score: cell.score,
        grouping: cell.grouping,
        group: cell.group,
        value: round6(mean(cell.preferred) / mean(cell.pairs)),
        low: round6(low),
        high: round6(high),
        pairs: total,
        n: cell.pairs.filter((value) => value > 0).length,
        close: cell.close,
      },
    ];
  });
}
