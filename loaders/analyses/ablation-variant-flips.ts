import { AS_IS, type VariantFlipRow } from "../../src/shared/variant-rows.ts";
import type { QueryRows, SystemVariants } from "../ablations/load-ablations.ts";

type Place = "kept" | "gained" | "lost" | "moved" | "stuck";

/** What becomes of rank 1 from the registered run to a variant. */
function placeOf([now]: QueryRows, [before]: QueryRows): Place {
  const [worksNow, workedBefore] = [now.passing_top10 & 1, before.passing_top10 & 1];
  if (worksNow) return workedBefore ? "kept" : "gained";
  if (workedBefore) return "lost";
  return now.rank1 === before.rank1 ? "stuck" : "moved";
}

const isFirst = (canonical: { rank: number }, distractor: { rank: number }): boolean =>
  canonical.rank < distractor.rank;

function rowOf(
  names: Pick<VariantFlipRow, "dataset" | "system" | "variant">,
  queries: readonly QueryRows[],
  asIs: readonly QueryRows[],
): VariantFlipRow {
  const places = { kept: 0, gained: 0, lost: 0, moved: 0, stuck: 0 };
  const flips = { flips_to_canonical: 0, flips_to_distractor: 0 };
  queries.forEach((rows, query) => {
    const [canonical, ...others] = rows;
    const [canonicalBefore, ...othersBefore] = asIs[query]!;
    places[placeOf(rows, asIs[query]!)]++;
    for (const before of othersBefore) {
      const now = others.find(({ snippet }) => snippet === before.snippet)!;
      const [first, wasFirst] = [isFirst(canonical, now), isFirst(canonicalBefore, before)];
      if (first && !wasFirst) flips.flips_to_canonical++;
      if (!first && wasFirst) flips.flips_to_distractor++;
    }
  });
  const snippets = queries.flat();
  const number = (test: (row: QueryRows[0]) => boolean): number => snippets.filter(test).length;
  return {
    ...names,
    ...places,
    pairs: snippets.length - queries.length,
    ...flips,
    snippets: snippets.length,
    changed: number(({ changed }) => changed),
    twins: number(({ twins }) => twins > 0),
    truncated: number(({ truncated }) => truncated),
    tokens: Math.round((10 * snippets.reduce((sum, { tokens }) => sum + tokens, 0)) / snippets.length) / 10,
    n: queries.length,
  };
}

/** What each variant moves at rank 1 and among own candidates, and what its treatment does to the texts. */
export function variantFlipRows(dataset: string, systems: readonly SystemVariants[]): VariantFlipRow[] {
  return systems.flatMap(({ system, variants }) =>
    [...variants].map(([variant, queries]) =>
      rowOf({ dataset, system: system.id, variant }, queries, variants.get(AS_IS)!),
    ),
  );
}
