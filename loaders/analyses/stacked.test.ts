import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { StackedRateRow } from "../../src/shared/rows.ts";
import { pairKey, readSimilarities, similaritiesPath } from "../embedding/similarities.ts";
import { readStackedFile, type StackedRow, type StackOutcome } from "../tasks/stacked-file.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { loadEvaluations } from "./evaluation.ts";
import { loadStacked, stackedMadeRows, stackedRateRows, stackedSelectionRows } from "./stacked.ts";
import { type StackedInput, type StackedSystem } from "./stacked-means.ts";
import { madeRows, rateRows, selectionRows } from "./stacked-rows.ts";
import { ALL_FAMILIES } from "../../src/shared/vocabulary.ts";

/** Variants of one task and count; a letter each: `f`ails, `p`asses, times `o`ut. */
function variantsOf(task: string, count: number, outcomes: string): StackedRow[] {
  const names: Record<string, StackOutcome> = { f: "wrong_output", p: "passes", o: "times_out" };
  return [...outcomes].map((letter, i) => ({
    task,
    source: "selected",
    count,
    variant: `${count}${i}`,
    members: "",
    suite: "",
    outcome: names[letter]!,
    passed: 0,
    tests: 8,
  }));
}

/** Similarity of a canonical is 0.5; of a variant what is listed, in the order of `variantsOf`. */
function systemOf(id: string, family: string, byCell: Record<string, number[]>): StackedSystem {
  const similarity = new Map(
    Object.entries(byCell).flatMap(([cell, values]) => {
      const [task, count] = cell.split(" ") as [string, string];
      return values.map((value, i) => [pairKey(task, `${count}${i}`), value] as const);
    }),
  );
  return { id, family, canonical: [0.5, 0.5, 0.5], similarity };
}

/**
 * Tasks a and b have a failing variant at every count from 1 to 4, c has only one single mutant. System `one` is deceived
 * by half of a's single mutants, all of b's, none of c's; `two`, its int8 twin, by none of anything; `three`, of
 * another family, by everything.
 */
const input: StackedInput = {
  dataset: "d",
  tasks: ["a", "b", "c"],
  drawn: { selected: new Set(["a", "b", "c"]), pool: new Set() },
  rows: [
    ...variantsOf("a", 1, "ff"),
    ...variantsOf("a", 2, "fpf"),
    ...variantsOf("a", 3, "f"),
    ...variantsOf("a", 4, "o"),
    ...variantsOf("b", 1, "f"),
    ...variantsOf("b", 2, "f"),
    ...variantsOf("b", 3, "f"),
    ...variantsOf("b", 4, "f"),
    ...variantsOf("c", 1, "f"),
    ...variantsOf("c", 2, "p"),
  ],
  systems: [
    systemOf("one", "x", {
      "a 1": [0.5, 0.4], // a tie deceives
      "a 2": [0.4, 0.9, 0.3],
      "a 3": [0.4],
      "a 4": [0.6],
      "b 1": [0.7],
      "b 2": [0.7],
      "b 3": [0.2],
      "b 4": [0.2],
      "c 1": [0.1],
    }),
    ...[
      { id: "two", family: "x", value: 0.1 },
      { id: "three", family: "y", value: 0.9 },
    ].map(({ id, family, value }) =>
      systemOf(
        id,
        family,
        Object.fromEntries(
          [..."abc"].flatMap((task) =>
            [1, 2, 3, 4].map((count) => [`${task} ${count}`, Array<number>(3).fill(value)]),
          ),
        ),
      ),
    ),
  ],
};

const cell = (
  rows: readonly StackedRateRow[],
  system: string,
  count: number,
  queries = "matched",
  variants = "failing",
): StackedRateRow | undefined =>
  rows.find(
    (row) =>
      row.source === "selected" &&
      row.system === system &&
      row.count === count &&
      row.queries === queries &&
      row.variants === variants,
  );

describe("deception by number of mutations, on rates known by hand", () => {
  const rows = rateRows(input);

  it("averages within a query first, over the queries that have every count, and leaves out what passes", () => {
    expect(cell(rows, "one", 1)).toMatchObject({ value: 0.75, n: 2, scored: 3, delta: 0, tied: 0.25 });
    expect(cell(rows, "one", 2)).toMatchObject({ value: 0.5, n: 2, scored: 3, delta: -0.25 });
    expect(cell(rows, "one", 3)).toMatchObject({ value: 0, delta: -0.75 });
    expect(cell(rows, "one", 4)).toMatchObject({ value: 0.5, scored: 2 });
    expect(cell(rows, "one", 1, "all")).toMatchObject({ value: 0.5, n: 3, scored: 4, delta: 0 });
    expect(cell(rows, "one", 3, "all")).toMatchObject({ value: 0, n: 2, delta: -0.75 });
  });

  it("takes the numeric types of one model as one system", () => {
    expect(cell(rows, "two", 1)!.value).toBe(0);
    expect(cell(rows, "three", 1)!.value).toBe(1);
    expect(cell(rows, ALL_FAMILIES, 1)!.value).toBeCloseTo((0.75 / 2 + 1) / 2, 6);
    expect(cell(rows, ALL_FAMILIES, 3)!.delta).toBeCloseTo(-0.75 / 4, 6);
  });

  it("measures the gap as the canonical's lead", () => {
    expect(cell(rows, "one", 1)!.gap).toBeCloseTo(((0 + 0.1) / 2 - 0.2) / 2, 6);
    expect(cell(rows, "three", 4)!.gap).toBeCloseTo(-0.4, 6);
  });

  it("resamples queries: two queries with values 0.5 and 1 give means from 0.5 to 1", () => {
    expect(cell(rows, "one", 1)).toMatchObject({ low: 0.5, high: 1 });
    expect(cell(rows, "three", 2)).toMatchObject({ low: 1, high: 1, delta_low: 0, delta_high: 0 });
  });

  it("keeps apart what holds for wrong output only: without the timeout, a has no fourth count", () => {
    expect(cell(rows, "one", 1, "matched", "valid")).toMatchObject({ value: 1, n: 1 });
  });

  it("tells how the matched queries differ from all by their single edits", () => {
    const row = selectionRows(input).find(({ system }) => system === "one");
    expect(row).toMatchObject({ matched: 0.75, all: 0.5, difference: 0.25, n_matched: 2, n_all: 3 });
  });

  it("counts what was composed, discarded and kept", () => {
    const made = madeRows(input).filter(({ source }) => source === "selected");
    expect(made[1]).toMatchObject({
      composed: 5,
      passing: 2,
      wrong_output: 3,
      queries: 2,
      matched: 2,
      tasks: 3,
    });
    expect(made[3]).toMatchObject({ composed: 2, times_out: 1, wrong_output: 1 });
  });

  it("has no rates where no system scored the variants, and still counts", () => {
    expect(rateRows({ ...input, systems: [] })).toEqual([]);
    expect(selectionRows({ ...input, systems: [] })).toEqual([]);
    expect(madeRows({ ...input, systems: [] })).toEqual(madeRows(input));
  });
});

describe("the frozen variants of the committed datasets", () => {
  const measured: { evaluation: Evaluation; data: StackedInput }[] = [];
  beforeAll(async () => {
    for (const evaluation of await loadEvaluations()) {
      const data = await loadStacked(evaluation);
      if (data && data.systems.length > 0) measured.push({ evaluation, data });
    }
  }, 120_000);

  it("belong to the present corpus, and every frozen file holds all of them", () => {
    expect(measured.length).toBeGreaterThan(0);
    for (const { evaluation, data } of measured) {
      const frozen = evaluation.systems.filter(({ system }) =>
        existsSync(similaritiesPath("stacked", data.dataset, system.id)),
      );
      expect(data.systems.map(({ id }) => id)).toEqual(frozen.map(({ system }) => system.id));
    }
  });

  it("give the rates that plain loops over the frozen similarities give, for every system and count", async () => {
    for (const { evaluation, data } of measured) {
      const { corpus, systems } = evaluation;
      const dataset = corpus.dataset.id;
      const rows = await stackedRateRows(evaluation);
      const variants = (await readStackedFile(dataset)).filter(({ outcome }) => outcome !== "passes");
      for (const { system, ranking } of systems.filter(({ system: { id } }) =>
        data.systems.some((scored) => scored.id === id),
      )) {
        const frozen = new Map<string, number>();
        for (const { query, item, similarity } of (await readSimilarities("stacked", dataset, system.id))!
          .rows)
          frozen.set(`${query} ${item}`, similarity);
        const canonical = new Map<string, number>();
        ranking.own.forEach((own, query) => {
          own.forEach(({ snippet, similarity }, i) => {
            const task = corpus.tasks[query]!.id;
            if (i === 0) canonical.set(task, similarity);
            else frozen.set(`${task} ${corpus.snippets[snippet]!.id}`, similarity);
          });
        });
        for (const { source, most } of [
          { source: "selected", most: 4 },
          { source: "pool", most: 6 },
        ]) {
          const sums = corpus.tasks.map(() =>
            Array.from({ length: most }, () => ({ deceived: 0, variants: 0 })),
          );
          for (const { task, count, variant, source: own } of variants) {
            if (own !== source) continue;
            const at = sums[corpus.tasks.findIndex(({ id }) => id === task)]![count - 1]!;
            at.variants++;
            if (frozen.get(`${task} ${variant}`)! >= canonical.get(task)!) at.deceived++;
          }
          const matched = sums.filter((counts) => counts.every((at) => at.variants > 0));
          for (let count = 1; count <= most; count++) {
            let total = 0;
            for (const counts of matched) total += counts[count - 1]!.deceived / counts[count - 1]!.variants;
            const row = rows.find(
              (r) =>
                r.source === source &&
                r.system === system.id &&
                r.count === count &&
                r.queries === "matched" &&
                r.variants === "failing",
            )!;
            expect(row.n).toBe(matched.length);
            expect(row.value).toBeCloseTo(total / matched.length, 5);
          }
        }
      }
    }
  });

  it("hold each value within its interval, and count every variant once", async () => {
    for (const { evaluation, data } of measured) {
      for (const row of await stackedRateRows(evaluation)) {
        expect(row.low).toBeLessThanOrEqual(row.value);
        expect(row.high).toBeGreaterThanOrEqual(row.value);
      }
      const made = await stackedMadeRows(evaluation);
      expect(made.reduce((sum, { composed }) => sum + composed, 0)).toBe(data.rows.length);
      for (const { composed, passing, times_out, crashes, raises, wrong_output } of made)
        expect(passing + times_out + crashes + raises + wrong_output).toBe(composed);
    }
  });

  it("tell the selection bias as the difference of two of its rows", async () => {
    for (const { evaluation } of measured) {
      const rates = await stackedRateRows(evaluation);
      for (const row of await stackedSelectionRows(evaluation)) {
        const of = (queries: string): number =>
          rates.find(
            (r) =>
              r.source === row.source &&
              r.system === row.system &&
              r.count === 1 &&
              r.queries === queries &&
              r.variants === "failing",
          )!.value;
        expect(row.matched).toBeCloseTo(of("matched"), 5);
        expect(row.difference).toBeCloseTo(of("matched") - of("all"), 5);
      }
    }
  });
});
