import { bootstrapRatio, bootstrapRatioDifference, mean } from "../../src/shared/bootstrap.ts";
import { discordance, mcnemarExact } from "../../src/shared/mcnemar.ts";
import { smallestPairedDifference } from "../../src/shared/power.ts";
import { execAt } from "../../src/shared/ranking-metrics.ts";
import type { DtypeDeceptionRow, DtypeOrderRow, DtypeRow } from "../../src/shared/ablation-rows.ts";
import { BUG_TYPES, CUTOFFS } from "../../src/shared/vocabulary.ts";
import { dtypePairs, type Estimate, estimates, gapOf, resamplesOf, twinsOf } from "./ablation-dtype-pairs.ts";
import { canonicalShift, fitNoise } from "./ablation-noise.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { type Triple, triplesOf } from "./pairs.ts";
import { queryFacts } from "./query-facts.ts";
import { round6 } from "./round.ts";

const significant = (value: number): number => Number(value.toPrecision(6));

/** exec@k in both types, and what tells them apart. */
export function dtypeRows(evaluation: Evaluation): DtypeRow[] {
  return dtypePairs(evaluation).flatMap(({ family, fp32, int8 }) =>
    CUTOFFS.map((k): DtypeRow => {
      const [a, b] = [fp32, int8].map((system) =>
        Float64Array.from(queryFacts(evaluation, system), ({ passing }) => execAt(passing, k)),
      ) as [Float64Array, Float64Array];
      const [one, other, delta] = estimates([a, b], [[1, 0]]) as [Estimate, Estimate, Estimate];
      const counts = discordance(a, b);
      return {
        dataset: evaluation.corpus.dataset.id,
        family,
        fp32_system: fp32.system.id,
        int8_system: int8.system.id,
        k,
        fp32: one.value,
        int8: other.value,
        delta: delta.value,
        low: delta.low,
        high: delta.high,
        both: counts.both,
        fp32_only: counts.onlyA,
        int8_only: counts.onlyB,
        neither: counts.neither,
        p: significant(mcnemarExact(counts.onlyA, counts.onlyB)),
        detectable: round6(smallestPairedDifference(a.length, (counts.onlyA + counts.onlyB) / a.length)),
        n: a.length,
      };
    }),
  );
}

/** Orders that flip, gaps that shift, and the size of the noise. */
export function dtypeOrderRows(evaluation: Evaluation): DtypeOrderRow[] {
  return dtypePairs(evaluation).map((pair): DtypeOrderRow => {
    const found = twinsOf(pair);
    const twins = found.map(({ twin }) => twin);
    const fit = fitNoise(twins);
    const above = ({ ranking }: EvaluatedSystem, query: number): boolean[] => {
      const [canonical, ...others] = ranking.own[query]!;
      return others.map(({ rank }) => rank < canonical!.rank);
    };
    const flips = found.map(({ query }) => {
      const after = above(pair.int8, query);
      const changed = above(pair.fp32, query).flatMap((before, i) => (before === after[i] ? [] : [before]));
      return { pairs: after.length, all: changed.length, up: changed.filter(Boolean).length };
    });
    const sum = (of: (flip: (typeof flips)[number]) => number): number =>
      flips.reduce((total, flip) => total + of(flip), 0);
    const top = ({ ranking }: EvaluatedSystem, query: number): number => ranking.top[query * ranking.depth]!;
    const share = bootstrapRatio(
      flips.map(({ all }) => all),
      flips.map(({ pairs }) => pairs),
      resamplesOf(flips.length),
    );
    const [rank1, gapFp32, gapInt8, shift, gapShift] = estimates(
      [
        found.map(({ query }) => Number(top(pair.fp32, query) !== top(pair.int8, query))),
        twins.map(({ fp32 }) => gapOf(fp32)),
        twins.map(({ int8 }) => gapOf(int8)),
        twins.map((twin) => canonicalShift(twin, fit.slope)),
      ],
      [[2, 1]],
    ) as [Estimate, Estimate, Estimate, Estimate, Estimate];
    return {
      dataset: evaluation.corpus.dataset.id,
      family: pair.family,
      pairs: sum(({ pairs }) => pairs),
      flips: sum(({ all }) => all),
      flips_to_canonical: sum(({ up }) => up),
      flips_to_distractor: sum(({ all, up }) => all - up),
      flip_share: round6(share.value),
      flip_low: round6(share.low),
      flip_high: round6(share.high),
      rank1_changed: rank1.value,
      rank1_low: rank1.low,
      rank1_high: rank1.high,
      gap_fp32: gapFp32.value,
      gap_int8: gapInt8.value,
      gap_shift: gapShift.value,
      gap_low: gapShift.low,
      gap_high: gapShift.high,
      spread: round6(fit.spread),
      slope: round6(fit.slope),
      noise: round6(fit.noise),
      correlation: round6(fit.correlation),
      canonical_shift: shift.value,
      shift_low: shift.low,
      shift_high: shift.high,
      n: found.length,
    };
  });
}

/** Deception in both types by bug type, over the same pairs. */
export function dtypeDeceptionRows(evaluation: Evaluation): DtypeDeceptionRow[] {
  const resamples = resamplesOf(evaluation.corpus.tasks.length);
  return dtypePairs(evaluation).flatMap(({ family, fp32, int8 }) => {
    const [one, other] = [triplesOf(evaluation, fp32), triplesOf(evaluation, int8)];
    return (["all", ...BUG_TYPES] as const).flatMap((bugType): DtypeDeceptionRow[] => {
      const count = (triples: readonly Triple[], wanted: (triple: Triple) => boolean): Float64Array => {
        const sums = new Float64Array(evaluation.corpus.tasks.length);
        for (const triple of triples) {
          if ((bugType === "all" || triple.distractor.bugType === bugType) && wanted(triple))
            sums[triple.query]!++;
        }
        return sums;
      };
      const pairs = count(one, () => true);
      if (pairs.every((value) => value === 0)) return [];
      const deceived = [one, other].map((triples) => count(triples, (triple) => triple.deceived));
      const delta = bootstrapRatioDifference([deceived[1]!, pairs], [deceived[0]!, pairs], resamples);
      return [
        {
          dataset: evaluation.corpus.dataset.id,
          family,
          bug_type: bugType,
          fp32: round6(mean(deceived[0]!) / mean(pairs)),
          int8: round6(mean(deceived[1]!) / mean(pairs)),
          delta: round6(delta.value),
          low: round6(delta.low),
          high: round6(delta.high),
          pairs: pairs.reduce((total, value) => total + value, 0),
          n: pairs.filter((value) => value > 0).length,
        },
      ];
    });
  });
}
