import { mean } from "../../src/shared/bootstrap.ts";
import { choose } from "../../src/shared/combinatorics.ts";
import type { DtypeNoiseRow, DtypePlaceRow } from "../../src/shared/ablation-rows.ts";
import { dtypePairs, type Estimate, estimates, gapOf, twinsOf } from "./ablation-dtype-pairs.ts";
import { fitNoise, placesUnderNoise, type Twin } from "./ablation-noise.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { round6 } from "./round.ts";

/** Thirds of the queries by the size of their fp32 gap, smallest first; equal sizes stay in the queries' order. */
function thirdsByGap(twins: readonly Twin[]): Record<string, number[]> {
  const order = twins
    .map(({ fp32 }, i) => ({ i, size: Math.abs(gapOf(fp32)) }))
    .sort((a, b) => a.size - b.size)
    .map(({ i }) => i);
  const cut = (third: number): number => Math.round((third * order.length) / 3);
  return {
    all: [...twins.keys()],
    small: order.slice(0, cut(1)),
    middle: order.slice(cut(1), cut(2)),
    large: order.slice(cut(2)),
  };
}

/** How often the canonical comes first among its own near-clones: fp32, int8, and fp32 with noise of int8's size. */
export function dtypeNoiseRows(evaluation: Evaluation): DtypeNoiseRow[] {
  return dtypePairs(evaluation).flatMap((pair) => {
    const found = twinsOf(pair);
    const twins = found.map(({ twin }) => twin);
    const first = ({ ranking }: EvaluatedSystem): number[] =>
      found.map(({ query }) => {
        const [canonical, ...others] = ranking.own[query]!;
        return Number(others.every(({ rank }) => rank > canonical!.rank));
      });
    const underNoise = placesUnderNoise(twins, fitNoise(twins));
    const arms = [first(pair.fp32), first(pair.int8), underNoise.map((shares) => shares[0]!)];
    return Object.entries(thirdsByGap(twins)).flatMap(([gap, places]): DtypeNoiseRow[] => {
      if (places.length === 0) return [];
      const [fp32, int8, noise, change, beyond] = estimates(
        arms.map((arm) => places.map((place) => arm[place]!)),
        [
          [1, 0],
          [1, 2],
        ],
      ) as [Estimate, Estimate, Estimate, Estimate, Estimate];
      const rival = (place: number): number => twins[place]!.fp32.length - 1;
      return [
        {
          dataset: evaluation.corpus.dataset.id,
          family: pair.family,
          gap,
          fp32: fp32.value,
          fp32_low: fp32.low,
          fp32_high: fp32.high,
          int8: int8.value,
          int8_low: int8.low,
          int8_high: int8.high,
          noise: noise.value,
          noise_low: noise.low,
          noise_high: noise.high,
          change: change.value,
          change_low: change.low,
          change_high: change.high,
          beyond_noise: beyond.value,
          beyond_low: beyond.low,
          beyond_high: beyond.high,
          chance: round6(mean(places.map((place) => 1 / (rival(place) + 1)))),
          coins: round6(mean(places.map((place) => 0.5 ** rival(place)))),
          n: places.length,
        },
      ];
    });
  });
}

/** Place of a query's canonical among its own candidates, 1 for the most similar. */
const placeOf = ({ ranking }: EvaluatedSystem, query: number): number => {
  const [canonical, ...others] = ranking.own[query]!;
  return 1 + others.filter(({ rank }) => rank < canonical!.rank).length;
};

/** Where the canonical stands among its own candidates, over the queries with the most near-clones. */
export function dtypePlaceRows(evaluation: Evaluation): DtypePlaceRow[] {
  return dtypePairs(evaluation).flatMap((pair) => {
    const all = twinsOf(pair);
    const fit = fitNoise(all.map(({ twin }) => twin));
    const rivals = Math.max(0, ...all.map(({ twin }) => twin.fp32.length - 1));
    const found = all.filter(({ twin }) => twin.fp32.length === rivals + 1);
    const shares = placesUnderNoise(
      found.map(({ twin }) => twin),
      fit,
    );
    const at = (system: EvaluatedSystem, place: number): number[] =>
      found.map(({ query }) => Number(placeOf(system, query) === place));
    return found.length === 0
      ? []
      : Array.from({ length: rivals + 1 }, (_, index): DtypePlaceRow => {
          const [fp32, int8, noise] = estimates([
            at(pair.fp32, index + 1),
            at(pair.int8, index + 1),
            shares.map((share) => share[index]!),
          ]) as [Estimate, Estimate, Estimate];
          return {
            dataset: evaluation.corpus.dataset.id,
            family: pair.family,
            place: index + 1,
            fp32: fp32.value,
            fp32_low: fp32.low,
            fp32_high: fp32.high,
            int8: int8.value,
            int8_low: int8.low,
            int8_high: int8.high,
            noise: noise.value,
            noise_low: noise.low,
            noise_high: noise.high,
            alike: round6(1 / (rivals + 1)),
            coins: round6(choose(rivals, index) / 2 ** rivals),
            rivals,
            n: found.length,
          };
        });
  });
}
