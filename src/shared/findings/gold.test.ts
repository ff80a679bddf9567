import { describe, expect, it } from "vitest";
import type { GoldAgreementRow, GoldFileRow, GoldQuestionRow } from "../gold-rows.ts";
import { agreementMeaning, goldFinding } from "./gold.ts";

const question = (id: string, area: string, cross_module: string): GoldQuestionRow =>
  ({ question: id, area, cross_module }) as GoldQuestionRow;
const file = (role: string, path: string): GoldFileRow => ({ role, path }) as GoldFileRow;
const observed = (agreed: number): GoldAgreementRow => ({
  coefficient: "observed",
  value: agreed / 3,
  low: 0.5,
  high: 1,
  interval: "bootstrap",
  expected: 0,
  agreed,
  n: 3,
});

describe("the finding of the gold page", () => {
  const questions = [question("a", "log", ""), question("b", "log", "x"), question("c", "quotas", "")];
  const files = [
    file("primary", "A.java"),
    file("primary", "B.java"),
    file("primary", "A.java"),
    file("adversarial", "C.java"),
  ];

  it("counts forms by question and an owner of two questions once", () => {
    expect(goldFinding(questions, files, observed(2))).toBe(
      "3 questions in two areas, asked in 13 forms, are answered by 2 files. " +
        "A second annotator named the same file in 2 of 3: 66.7% (interval 50.0–100.0%).",
    );
    expect(goldFinding(questions, files, undefined)).toContain("No second annotator");
  });

  it("reads agreement as what one model family can show, total or not", () => {
    expect(agreementMeaning(observed(3))).toMatch(/^Agreement is total.*not that two people would agree/);
    expect(agreementMeaning(observed(2))).toMatch(/^One question had to be decided.*one model family/);
  });
});
