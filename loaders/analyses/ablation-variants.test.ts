import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AS_IS, VARIANT_MEASURES } from "../../src/shared/variant-rows.ts";
import { ablationPath, readAblation, type AblationRow } from "../ablations/ablation-file.ts";
import { loadAblation, type QueryRows, type SystemVariants } from "../ablations/load-ablations.ts";
import { ABLATIONS } from "../ablations/variants.ts";
import { isDense, readModels } from "../embedding/models.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { variantFlipRows } from "./ablation-variant-flips.ts";
import { variantRows } from "./ablation-variant-rows.ts";
import { loadEvaluation } from "./evaluation.ts";

const SYSTEM = "all-minilm-l6-v2";
const corpus = await loadCorpus("humaneval");
const file = (await readAblation(ablationPath("humaneval", "passage-text", SYSTEM)))!;
const loaded = (await loadAblation("passage-text", corpus)).filter(({ system }) => system.id === SYSTEM);

/** Rows of one variant by query, straight from the file. */
function queriesOf(variant: string): { canonical: AblationRow; others: AblationRow[] }[] {
  const canonicals = new Set(
    corpus.snippets.filter(({ kind }) => kind === "canonical").map(({ taskId, id }) => taskId + id),
  );
  const rows = file.rows.filter((row) => row.variant === variant);
  return corpus.tasks.map(({ id }) => {
    const own = rows.filter(({ query }) => query === id);
    const isCanonical = (row: AblationRow): boolean => canonicals.has(row.query + row.snippet);
    return { canonical: own.find(isCanonical)!, others: own.filter((row) => !isCanonical(row)) };
  });
}

describe.each(DATASETS.map(({ id }) => id))("the registered run in the frozen ablations of %s", (dataset) => {
  it("has the ranks and similarities of the frozen vectors, to the last bit", async () => {
    const { systems, corpus } = await loadEvaluation(dataset);
    for (const ablation of ABLATIONS) {
      for (const { system, variants } of await loadAblation(ablation, corpus)) {
        const { ranking } = systems.find((evaluated) => evaluated.system.id === system.id)!;
        const expected = ranking.own.map((own) =>
          own.map(({ snippet, rank, similarity }) => [corpus.snippets[snippet]!.id, rank, similarity]),
        );
        const found = variants
          .get(AS_IS)!
          .map((own) => own.map(({ snippet, rank, similarity }) => [snippet, rank, similarity]));
        expect(found).toEqual(expected);
      }
    }
  });
});

describe("the measures of a variant", () => {
  const rows = variantRows("humaneval", loaded);
  const rowOf = (variant: string, measure: string) =>
    rows.find((row) => row.system === SYSTEM && row.variant === variant && row.measure === measure)!;

  it("are those counted by hand from the file", () => {
    const [before, now] = [queriesOf("as-is"), queriesOf("neutral-names")];
    const solved = ({ canonical }: { canonical: AblationRow }): boolean =>
      canonical.first_passing_rank > 0 && canonical.first_passing_rank <= 10;
    let [gained, lost] = [0, 0];
    now.forEach((query, i) => {
      if (solved(query) && !solved(before[i]!)) gained++;
      if (!solved(query) && solved(before[i]!)) lost++;
    });
    const exec10 = rowOf("neutral-names", "exec10");
    expect(exec10).toMatchObject({ variant_only: gained, as_is_only: lost, n: corpus.tasks.length });
    expect(exec10.delta).toBeCloseTo((gained - lost) / corpus.tasks.length, 6);
    expect(exec10.value).toBeCloseTo(now.filter(solved).length / now.length, 6);

    const choosing = now.filter(({ others }) => others.length > 0);
    const first = choosing.filter(({ canonical, others }) =>
      others.every(({ similarity }) => similarity < canonical.similarity),
    );
    // Ties are rare and go by digest: they can only add to what is strictly first.
    const { value, n, chance } = rowOf("neutral-names", "canonical_first");
    expect(n).toBe(choosing.length);
    expect(value).toBeGreaterThanOrEqual(first.length / n - 1e-6);
    expect(chance).toBeCloseTo(choosing.reduce((sum, { others }) => sum + 1 / (others.length + 1), 0) / n, 6);
    const gaps = choosing.map(
      ({ canonical, others }) => canonical.similarity - Math.max(...others.map((row) => row.similarity)),
    );
    expect(rowOf("neutral-names", "gap").value).toBeCloseTo(gaps.reduce((a, b) => a + b, 0) / n, 6);
  });

  it("differ by nothing from themselves, and hold their estimate in the interval", () => {
    for (const measure of VARIANT_MEASURES) {
      expect(rowOf("as-is", measure)).toMatchObject({ delta: 0, delta_low: 0, delta_high: 0 });
    }
    for (const row of rows) {
      expect(row.low).toBeLessThanOrEqual(row.value);
      expect(row.high).toBeGreaterThanOrEqual(row.value);
    }
  });

  it("of all families are the means of the systems that share the variant", () => {
    const twin: SystemVariants = {
      ...loaded[0]!,
      system: { ...loaded[0]!.system, id: "twin", family: "twin" },
    };
    const variants = new Map(twin.variants);
    variants.set("neutral-names", variants.get("as-is")!);
    variants.delete("no-comments");
    const means = variantRows("humaneval", [loaded[0]!, { ...twin, variants }]).filter(
      ({ system }) => system === "all_families",
    );
    expect(new Set(means.map(({ variant }) => variant))).toEqual(
      new Set(["as-is", "neutral-names", "no-function-name"]),
    );
    const halved = means.find((row) => row.variant === "neutral-names" && row.measure === "exec10")!;
    expect(halved.delta).toBeCloseTo(rowOf("neutral-names", "exec10").delta / 2, 5);
  });
});

describe("what a variant moves", () => {
  it("adds up to the queries, and rank 1 gains and loses as exec@1 does", () => {
    const rates = variantRows("humaneval", loaded);
    for (const row of variantFlipRows("humaneval", loaded)) {
      const { kept, gained, lost, moved, stuck, n } = row;
      expect(kept + gained + lost + moved + stuck).toBe(n);
      const exec1 = rates.find(
        (rate) => rate.system === row.system && rate.variant === row.variant && rate.measure === "exec1",
      )!;
      expect([gained, lost]).toEqual([exec1.variant_only, exec1.as_is_only]);
    }
  });

  it("counts each reordered pair on its side", () => {
    const row = (snippet: string, rank: number, rank1 = "x"): AblationRow =>
      ({
        snippet,
        rank,
        rank1,
        passing_top10: 0,
        changed: false,
        twins: 0,
        truncated: false,
        tokens: 4,
      }) as AblationRow;
    const asIs: QueryRows = [row("c", 2), row("d", 1), row("e", 3), row("g", 4)];
    const variant: QueryRows = [row("c", 3), row("e", 2), row("d", 4), row("g", 5)];
    const variants = new Map([["as-is", [asIs]], ["other", [variant]]]); // prettier-ignore
    const system = readModels().find(isDense)!;
    expect(variantFlipRows("any", [{ system, variants }])[1]).toMatchObject({
      pairs: 3,
      flips_to_canonical: 1,
      flips_to_distractor: 1,
      stuck: 1,
    });
  });
});

describe("a system without a frozen ablation", () => {
  it("is left out and breaks nothing", async () => {
    const ids = (await loadAblation("prefix", corpus)).map(({ system }) => system.id);
    for (const { id } of readModels().filter(isDense)) {
      if (!existsSync(ablationPath("humaneval", "prefix", id))) expect(ids).not.toContain(id);
    }
    expect(variantRows("humaneval", [])).toEqual([]);
    expect(variantFlipRows("humaneval", [])).toEqual([]);
  });
});
