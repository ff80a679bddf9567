import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { expectedExec } from "../../src/shared/density.ts";
import { execAt } from "../../src/shared/ranking-metrics.ts";
import type { DensityRow } from "../../src/shared/rows.ts";
import { rankScores } from "../retrieval/rank-scores.ts";
import { sha256 } from "../store/digest.ts";
import type { Corpus, Snippet, SnippetKind } from "../tasks/corpus.ts";
import { drawMutants } from "../tasks/draw-mutants.ts";
import { densityRows } from "./density.ts";
import { densityPoolRows, poolPositions } from "./density-pool.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { loadEvaluations } from "./evaluation.ts";
import { queryFacts } from "./query-facts.ts";

interface Item {
  kind: "canonical" | "selected" | "drawn" | "other";
  /** Few values, so that ties are frequent. */
  similarity: number;
  passes: boolean;
  id: string;
}

/** One question's world: its canonical, selected and drawn mutants (some are both), and other tasks' snippets. */
const world = fc
  .record({
    canonical: fc.nat({ max: 4 }),
    mutants: fc.array(
      fc.record({ similarity: fc.nat({ max: 4 }), selected: fc.boolean(), drawn: fc.boolean() }),
      { maxLength: 9 },
    ),
    others: fc.array(fc.record({ similarity: fc.nat({ max: 4 }), passes: fc.boolean() }), { maxLength: 9 }),
    salt: fc.nat(),
  })
  .map(({ canonical, mutants, others, salt }) => {
    const item = (name: string, rest: Omit<Item, "id">): Item => ({
      id: sha256(`${salt} ${name}`).slice(0, 12),
      ...rest,
    });
    const own = mutants.map((mutant, i) => ({
      ...mutant,
      item: item(`mutant ${i}`, { kind: "drawn", passes: false, similarity: mutant.similarity }),
    }));
    return {
      canonical: item("canonical", { kind: "canonical", passes: true, similarity: canonical }),
      selected: own.filter(({ selected }) => selected).map(({ item }) => item),
      drawn: own.filter(({ drawn }) => drawn).map(({ item }) => item),
      others: others.map((other, i) => item(`other ${i}`, { kind: "other", ...other })),
    };
  });
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

const snippet = ({ id }: Item, kind: SnippetKind): Snippet => ({ id, kind, taskId: "task" }) as Snippet;

/** The world as an evaluation ranks it: with its selected mutants, and without the drawn ones. */
function evaluate({ canonical, selected, others }: World): [Evaluation, EvaluatedSystem] {
  const items = [canonical, ...selected, ...others];
  const own = [[canonical, ...selected].map((_, i) => i)];
  const ranking = rankScores({ digests: items.map(({ id }) => id), own }, 50, (_, scores) =>
    items.forEach(({ similarity }, i) => (scores[i] = similarity)),
  );
  const kindOf = (i: number) => (i === 0 ? "canonical" : "distractor");
  const system = { system: { id: "fake" }, ranking } as EvaluatedSystem;
  const corpus = { tasks: [{ id: "task" }], snippets: items.map((item, i) => snippet(item, kindOf(i))) };
  const evaluation = {
    corpus: corpus as Corpus,
    systems: [system],
    skipped: [],
    own,
    passes: (_: number, i: number) => items[i]!.passes,
  };
  return [evaluation, system];
}

/** Every subset of `d` drawn mutants, ranked anew among what else there is. */
function bruteForce({ canonical, drawn, others }: World, d: number, k: number): number {
  const size = Math.min(d, drawn.length);
  let [hits, subsets] = [0, 0];
  for (let bits = 0; bits < 2 ** drawn.length; bits++) {
    const kept = drawn.filter((_, i) => bits & (1 << i));
    if (kept.length !== size) continue;
    const ranked = [canonical, ...kept, ...others].sort(
      (a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1),
    );
    subsets++;
    hits += execAt(
      ranked.map(({ passes }) => passes),
      k,
    );
  }
  return hits / subsets;
}

describe("density over drawn mutants", () => {
  it("equals brute force: every subset of the draw, ranked anew without the selected ones", () => {
    const similarities = (drawn: readonly Item[]) => (_: number, mutant: Snippet) =>
      drawn.find(({ id }) => id === mutant.id)!.similarity;
    fc.assert(
      fc.property(world, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 10 }), (w, d, k) => {
        const [evaluation, system] = evaluate(w);
        const drawn = [w.drawn.map((item) => snippet(item, "pool"))];
        const [position] = poolPositions(evaluation, system, drawn, similarities(w.drawn));
        expect(expectedExec(position!, d, k)).toBeCloseTo(bruteForce(w, d, k), 10);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the pool curves of the committed datasets", () => {
  let evaluations: Evaluation[];
  let rows: DensityRow[];
  beforeAll(async () => {
    evaluations = await loadEvaluations();
    rows = (await Promise.all(evaluations.map(densityPoolRows))).flat();
  }, 300_000);

  it("begin where the selected curves begin: without near-clones both are the same search", () => {
    const selected = evaluations.flatMap(densityRows);
    const starts = rows.filter(({ source, d }) => source === "pool_all" && d === 0);
    expect(starts.length).toBeGreaterThan(0);
    for (const { dataset, system, k, value, low, high, n } of starts) {
      const same = selected.find(
        (row) => row.dataset === dataset && row.system === system && row.k === k && row.d === 0,
      )!;
      expect([same.value, same.low, same.high, same.n]).toEqual([value, low, high, n]);
    }
  });

  it("never rise with d, and cost what they fall by", () => {
    rows.forEach((row, i) => {
      expect(row.low).toBeLessThanOrEqual(row.value);
      expect(row.high).toBeGreaterThanOrEqual(row.value);
      if (row.d === 0) return;
      const before = rows[i - 1]!;
      expect([before.k, before.d]).toEqual([row.k, row.d - 1]);
      expect(row.cost).toBeGreaterThanOrEqual(0);
      expect(row.cost).toBeCloseTo(before.value - row.value, 5);
    });
  });

  it("count every drawn mutant once, and clip nothing in the matched queries", () => {
    for (const { corpus } of evaluations) {
      const drawn = drawMutants(corpus).map(({ length }) => length);
      const at1 = rows.filter(
        ({ dataset, system, k, d }) =>
          dataset === corpus.dataset.id && system === "random" && k === 1 && d > 0,
      );
      const all = at1.filter(({ source }) => source === "pool_all");
      expect(all.reduce((sum, { full }) => sum + full, 0)).toBe(drawn.reduce((sum, n) => sum + n, 0));
      for (const { n, full } of at1.filter(({ source }) => source === "pool_matched")) {
        expect([n, full]).toEqual([drawn.filter((size) => size === 16).length, n]);
      }
    }
  });

  it("leave out a system whose similarities nobody froze, and no other", async () => {
    const [evaluation] = evaluations;
    const [lexical, dense] = ["bm25", "onnx"].map((provider) =>
      evaluation!.systems.find(({ system }) => system.provider === provider)!,
    );
    const unknown = { ...dense!, system: { ...dense!.system, id: "never-embedded" } };
    const some = await densityPoolRows({ ...evaluation!, systems: [unknown, lexical!] });
    expect([...new Set(some.map(({ system }) => system))]).toEqual([lexical!.system.id]);
  });

  it("stand where the selected curve stands for queries that have no further mutants", () => {
    for (const evaluation of evaluations) {
      const drawn = drawMutants(evaluation.corpus);
      for (const system of evaluation.systems) {
        const own = system.ranking.own.map(
          (items) => new Map(items.map((item) => [evaluation.corpus.snippets[item.snippet]!.id, item])),
        );
        const similarityOf = (query: number, { id }: Snippet) =>
          own[query]!.get(id)?.similarity ?? Number.NaN;
        const positions = poolPositions(evaluation, system, drawn, similarityOf);
        for (const { query, ...facts } of queryFacts(evaluation, system)) {
          if (drawn[query]!.some(({ kind }) => kind === "pool")) continue;
          const { ownAbove, othersAbove, distractors } = facts;
          expect(positions[query]).toEqual({ ownAbove, othersAbove, distractors });
        }
      }
    }
  });
});
