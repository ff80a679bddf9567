import { group } from "d3-array";
import { bootstrapMeans, mean, percentileInterval, unitMatrix } from "../../src/shared/bootstrap.ts";
import { holm } from "../../src/shared/holm.ts";
import { discordance, mcnemarExact } from "../../src/shared/mcnemar.ts";
import type { RerankRow } from "../../src/shared/reranker-rows.ts";
import { columnsOf, EVALUATION_INPUTS, type Figure } from "../figures/figure.ts";
import { RERANKERS_FILE } from "../rerank/registry.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { forEveryDataset } from "./evaluation.ts";
import { rerankerFacts } from "./rerankers-facts.ts";
import { type Stage, type Staged, stagesOf } from "./rerankers-stages.ts";
import { round6 } from "./round.ts";

/** With fewer complete queries a row would say nothing. */
const FEWEST_QUERIES = 10;

const roundP = (p: number): number => Number(p.toPrecision(6));

/** A stage with the queries that it can be measured on. */
interface Measured {
  stage: Stage;
  queries: Staged[];
  /** Which queries these are, as a key: stages over the same ones share their resamples. */
  mask: string;
}

/** Rank 1 before and after every second stage, with paired intervals: lift is over all measured queries. */
export async function rerankRows(evaluation: Evaluation): Promise<RerankRow[]> {
  const measured = (await stagesOf(evaluation)).flatMap((stage): Measured[] => {
    const queries = stage.queries.filter((query) => query !== undefined);
    const mask = stage.queries.map((query) => (query ? "1" : "0")).join("");
    return queries.length >= FEWEST_QUERIES ? [{ stage, queries, mask }] : [];
  });
  const rows = new Map<Stage, RerankRow>();
  for (const mask of new Set(measured.map((item) => item.mask))) {
    const alike = measured.filter((item) => item.mask === mask);
    const meansOf = distinctMeans(
      alike.flatMap(({ queries }) => [
        queries.map(({ after }) => after),
        queries.map(({ after, before }) => after - before),
      ]),
    );
    alike.forEach((item, i) => {
      rows.set(item.stage, rowOf(evaluation.corpus.dataset.id, item, meansOf[2 * i]!, meansOf[2 * i + 1]!));
    });
  }
  return adjusted(measured.map(({ stage }) => rows.get(stage)!));
}

/** Bootstrap means of every column. Many are alike (fusion at every k, both verdicts' after): each is resampled once. */
function distinctMeans(columns: readonly number[][]): Float64Array[] {
  const places = new Map<string, number>();
  const placeOf = columns.map((column) => {
    const key = column.join();
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  });
  const distinct = [...places.values()].map((place) => columns[placeOf.indexOf(place)]!);
  const means = bootstrapMeans(unitMatrix(distinct));
  return placeOf.map((place) => means[place]!);
}

function rowOf(
  dataset: string,
  { stage, queries }: Measured,
  afterMeans: Float64Array,
  liftMeans: Float64Array,
): RerankRow {
  const before = queries.map((query) => query.before);
  const after = queries.map((query) => query.after);
  const [rate, lift] = [percentileInterval(afterMeans), percentileInterval(liftMeans)];
  const counts = stage.binary ? discordance(after, before) : undefined;
  const average = (key: "executions" | "ms" | "tokens" | "usd"): number => {
    const known = queries.map((query) => query[key]).filter(Number.isFinite);
    return known.length === 0 ? Number.NaN : round6(mean(known));
  };
  return {
    dataset,
    system: stage.system,
    reranker: stage.reranker,
    k: stage.k,
    verdict: stage.verdict,
    n: queries.length,
    left_out: stage.queries.length - queries.length,
    before: round6(mean(before)),
    after: round6(mean(after)),
    after_low: round6(rate.low),
    after_high: round6(rate.high),
    lift: round6(mean(after) - mean(before)),
    low: round6(lift.low),
    high: round6(lift.high),
    gained: counts?.onlyA ?? 0,
    lost: counts?.onlyB ?? 0,
    p: counts ? roundP(mcnemarExact(counts.onlyA, counts.onlyB)) : Number.NaN,
    p_holm: Number.NaN,
    executions: average("executions"),
    ms: average("ms"),
    tokens: average("tokens"),
    usd: average("usd"),
  };
}

/** Holm within one dataset, k and verdict: what a reader sees as one table. */
function adjusted(rows: RerankRow[]): RerankRow[] {
  const families = group(
    rows.filter(({ p }) => Number.isFinite(p)),
    ({ k, verdict }) => `${k} ${verdict}`,
  );
  for (const family of families.values()) {
    const values = holm(family.map(({ p }) => p));
    family.forEach((row, i) => (row.p_holm = roundP(values[i]!)));
  }
  return rows;
}

export const RERANK_INPUTS = [
  ...EVALUATION_INPUTS,
  RERANKERS_FILE,
  "data/frozen/cross-passes/*.parquet",
  "data/frozen/rerankers/**/*.parquet",
] as const;

const rates: Figure<RerankRow> = {
  id: "ablations/rerankers",
  title: "Rank 1 before and after a second stage",
  source: "loaders/analyses/rerankers.ts",
  inputs: RERANK_INPUTS,
  columns: columnsOf<RerankRow>({
    dataset: ["utf8", "", "dataset id"],
    system: ["utf8", "", "system id of the first stage"],
    reranker: ["utf8", "", "id in ablations/reranker-names"],
    k: ["int32", "rank", "results that the second stage sees; fusion sees all and stands at every k"],
    verdict: ["utf8", "", "suite (every test passes) or held_out (every test that the stage did not see)"],
    n: ["int32", "count", "queries"],
    left_out: ["int32", "count", "queries without outcomes or scores of all k, or with too few tests"],
    before: ["float64", "rate 0..1", "exec@1 of the first stage, by the verdict"],
    after: ["float64", "rate 0..1", "exec@1 after the second stage; an expectation for -mean"],
    after_low: ["float64", "rate 0..1", "2.5 % bound of the bootstrap over queries"],
    after_high: ["float64", "rate 0..1", "97.5 % bound"],
    lift: ["float64", "difference of rates", "after minus before, over all measured queries"],
    low: ["float64", "difference of rates", "2.5 % bound of the paired bootstrap"],
    high: ["float64", "difference of rates", "97.5 % bound"],
    gained: ["int32", "count", "queries solved only after the second stage; 0 where not binary"],
    lost: ["int32", "count", "queries solved only before it"],
    p: ["float64", "p-value", "exact McNemar, two-sided; NaN for expectations and the ceiling"],
    p_holm: ["float64", "p-value", "Holm-adjusted within one dataset, k and verdict"],
    executions: ["float64", "count", "runs a query until one is accepted, mean"],
    ms: ["float64", "ms", "measured time a query, mean; NaN where none was taken"],
    tokens: ["float64", "tokens", "tokens a query, mean"],
    usd: ["float64", "US dollars", "list price a query, mean; NaN without a registered price"],
  }),
  compute: forEveryDataset(rerankRows),
};

export const rerankers: Figure[] = [rates, ...rerankerFacts(RERANK_INPUTS)];
