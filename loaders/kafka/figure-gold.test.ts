import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { GoldAgreementRow, GoldFileRow, GoldQuestionRow } from "../../src/shared/gold-rows.ts";
import { fromRoot } from "../paths.ts";
import { decodeRows, encodeRows } from "../store/parquet.ts";
import type { Judgement } from "./agreement.ts";
import { goldAgreementRows, goldQuestionRows, kafkaGold } from "./figure-gold.ts";
import { checkGold, QUESTIONS_FILE } from "./gold.ts";
import { FILE } from "./gold-example.ts";
import { readManifest } from "./manifest.ts";

interface Written {
  id: string;
  retrieval: { primary: { path: string; lines: [number, number] }[]; secondary?: { path: string }[] };
  cognitive: { human: string; wrong_terminology: { wrong_term: string }; cross_module?: string };
  interference: { path: string; strength: string }[];
}
const { questions: written } = parse(readFileSync(fromRoot(QUESTIONS_FILE), "utf8")) as {
  questions: Written[];
};

/** Rows of a figure as a page reads them. */
async function served<T extends object>(id: string): Promise<T[]> {
  const figure = kafkaGold.find((one) => one.id === id)!;
  return decodeRows<T>(encodeRows(await figure.compute(), figure.columns));
}

const judged = (second: string | null): Judgement => ({
  question: "q",
  categories: ["a", "b", "c"],
  first: "a",
  second,
});

describe("gold rows", () => {
  it("are the questions of the gold file, in its order and words", async () => {
    const rows = await served<GoldQuestionRow>("kafka/gold-questions");
    expect(rows.map(({ question }) => question)).toEqual(written.map(({ id }) => id));
    expect(rows.map(({ human }) => human)).toEqual(
      written.map(({ cognitive }) => cognitive.human.replace(/\s+/g, " ").trim()),
    );
    expect(rows.filter(({ cross_module }) => cross_module !== "")).toHaveLength(
      written.filter(({ cognitive }) => cognitive.cross_module).length,
    );
    for (const { wrong_terminology, wrong_term } of rows)
      expect(wrong_terminology.toLowerCase()).toContain(wrong_term.toLowerCase());
  });

  it("label the files that the gold file labels, with spans inside of the file's lines", async () => {
    const rows = await served<GoldFileRow>("kafka/gold-files");
    const lines = new Map(readManifest().files.map(({ path, lines }) => [path, lines]));
    expect(rows.map(({ question, path }) => `${question} ${path}`)).toEqual(
      written.flatMap(({ id, retrieval, interference }) =>
        [...retrieval.primary, ...(retrieval.secondary ?? []), ...interference].map(
          ({ path }) => `${id} ${path}`,
        ),
      ),
    );
    const spans = rows.filter(({ role }) => role === "primary");
    expect(spans.map(({ line_from, line_to }) => [line_from, line_to])).toEqual(
      written.flatMap(({ retrieval }) => retrieval.primary.map((file) => file.lines)),
    );
    for (const { path, line_from, line_to } of spans) {
      expect(line_from).toBeGreaterThan(0);
      expect(line_to).toBeGreaterThanOrEqual(line_from);
      expect(line_to).toBeLessThanOrEqual(lines.get(path)!);
    }
    expect(rows.every(({ role, strength }) => (role === "adversarial") === (strength !== ""))).toBe(true);
  });

  it("count as agreed what the agreement counts", async () => {
    const rows = await served<GoldQuestionRow>("kafka/gold-questions");
    const [observed] = await served<GoldAgreementRow>("kafka/gold-agreement");
    expect(observed!.n).toBe(rows.filter(({ second_choice }) => second_choice !== "").length);
    expect(observed!.agreed).toBe(rows.filter(({ agrees }) => agrees).length);
  });

  it("show a disagreement and its decision, and a question that nobody annotated", () => {
    const { questions } = checkGold([{ file: "a", text: FILE }]);
    const { id, retrieval, interference } = questions[0]!;
    const annotation = { question: id, choice: interference[0]!.path, confidence: "low" as const };
    const decision = {
      question: id,
      first: retrieval.primary[0]!.path,
      kept: "first" as const,
      why: "only calls",
    };
    const [row] = goldQuestionRows(questions, { annotations: [annotation], adjudications: [decision] });
    expect(row).toMatchObject({
      second_choice: annotation.choice,
      second_note: "",
      agrees: false,
      decision: "first",
    });
    const [bare] = goldQuestionRows(questions, { annotations: [], adjudications: [] });
    expect(bare).toMatchObject({ second_choice: "", agrees: false, decision: "" });
  });
});

describe("goldAgreementRows", () => {
  it("does not claim certainty where all agree: with n questions at least (alpha / 2)^(1/n)", () => {
    const [observed, uniform] = goldAgreementRows(Array.from({ length: 20 }, () => judged("a")));
    expect(observed).toMatchObject({ value: 1, high: 1, interval: "exact", agreed: 20, n: 20 });
    expect(observed!.low).toBeCloseTo(0.025 ** (1 / 20), 6);
    expect(uniform!.low).toBeCloseTo((0.025 ** (1 / 20) - 1 / 4) / (1 - 1 / 4), 6);
  });

  it("resamples questions where some differ, and has no rows without a second annotation", () => {
    const [observed] = goldAgreementRows([judged("a"), judged("a"), judged("b"), judged(null)]);
    expect(observed).toMatchObject({ value: 0.5, interval: "bootstrap", agreed: 2 });
    expect(observed!.low).toBeLessThan(0.5);
    expect(goldAgreementRows([])).toEqual([]);
  });
});
