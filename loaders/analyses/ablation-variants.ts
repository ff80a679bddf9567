import type { VariantFlipRow, VariantRow } from "../../src/shared/variant-rows.ts";
import { loadAblation, type SystemVariants } from "../ablations/load-ablations.ts";
import { ABLATIONS, type Ablation } from "../ablations/variants.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import { MODELS_FILE } from "../embedding/models.ts";
import type { Column } from "../store/parquet.ts";
import { frozenInputs } from "../store/frozen-path.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { variantFlipRows } from "./ablation-variant-flips.ts";
import { variantRows } from "./ablation-variant-rows.ts";

const WHAT: Record<Ablation, string> = {
  "passage-text": "the code without comments, names, or the function's name",
  prefix: "other prefixes of query and passage",
};

function figure<Row extends object>(
  ablation: Ablation,
  suffix: string,
  title: string,
  columns: Column[],
  rowsOf: (dataset: string, systems: readonly SystemVariants[]) => Row[],
): Figure<Row> {
  return {
    id: `ablations/${ablation}${suffix}`,
    title: `${title}: ${WHAT[ablation]}`,
    source: "loaders/analyses/ablation-variants.ts",
    inputs: [...CORPUS_INPUTS, MODELS_FILE, ...frozenInputs(`ablations/*/${ablation}/*.parquet`)],
    columns,
    compute: async () => {
      const rows: Row[] = [];
      for (const { id } of DATASETS)
        rows.push(...rowsOf(id, await loadAblation(ablation, await loadCorpus(id))));
      return rows;
    },
  };
}

const DATASET = ["utf8", "", "dataset id"] as const;
const VARIANT = ["utf8", "", "what was encoded; as-is is the registered run"] as const;
const COUNT = (description: string) => ["int32", "count", description] as const;
const VALUE = (description: string) => ["float64", "rate 0..1 or similarity", description] as const;

const RATES = columnsOf<VariantRow>({
  dataset: DATASET,
  system: ["utf8", "", "system id, or all_families for the mean over model families"],
  variant: VARIANT,
  measure: [
    "utf8",
    "",
    "exec1, exec3, exec5, exec10; neighborhood: rank 1 is an own snippet; canonical_first among own candidates; gap: canonical minus most similar near-clone",
  ],
  value: VALUE("mean over queries"),
  low: VALUE("2.5 % bound of the bootstrap over queries"),
  high: VALUE("97.5 % bound"),
  delta: VALUE("variant minus as-is"),
  delta_low: VALUE("2.5 % bound of the paired bootstrap"),
  delta_high: VALUE("97.5 % bound"),
  variant_only: COUNT("queries right under the variant only"),
  as_is_only: COUNT("queries right as is only"),
  p: ["float64", "p-value", "exact McNemar, two-sided; NaN where the measure is no yes or no"],
  detectable: VALUE("smallest true difference shown with 80 % power"),
  chance: ["float64", "rate 0..1", "mean of 1/(d + 1) for canonical_first, else NaN"],
  n: COUNT("queries; for canonical_first and gap those with a near-clone"),
});

const FLIPS = columnsOf<VariantFlipRow>({
  dataset: DATASET,
  system: ["utf8", "", "system id"],
  variant: VARIANT,
  kept: COUNT("queries whose rank 1 works in both"),
  gained: COUNT("queries whose rank 1 works under the variant only"),
  lost: COUNT("queries whose rank 1 works as is only"),
  moved: COUNT("queries whose rank 1 works in neither and is another snippet"),
  stuck: COUNT("queries whose rank 1 works in neither and is the same snippet"),
  pairs: COUNT("pairs of a canonical and an own near-clone"),
  flips_to_canonical: COUNT("of these, the canonical comes first under the variant only"),
  flips_to_distractor: COUNT("of these, the canonical comes first as is only"),
  snippets: COUNT("snippets in the pool"),
  changed: COUNT("of these, the text differs from as-is"),
  twins: COUNT("of these, the text is that of another snippet, too"),
  truncated: COUNT("of these, the model saw only the beginning"),
  tokens: ["float64", "tokens", "mean of a snippet's encoded text"],
  n: COUNT("queries"),
});

export const ablationVariants: Figure[] = ABLATIONS.flatMap((ablation): Figure[] => [
  figure(ablation, "", "Every measure of every variant, paired with the registered run", RATES, variantRows),
  figure(
    ablation,
    "-flips",
    "What each variant moves, and what it does to the texts",
    FLIPS,
    variantFlipRows,
  ),
]);
