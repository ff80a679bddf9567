import { describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/agreement.json" with { type: "json" };
import { agreement, type Judgement } from "./agreement.ts";

const cases = fixture.cases.map(({ judgements, ...expected }) => ({
  ...expected,
  judgements: judgements.map((judgement, index): Judgement => ({ question: `q${index}`, ...judgement })),
}));

const judgement = (first: string, second: string | null, ...others: string[]): Judgement => ({
  question: "q",
  categories: [first, ...others],
  first,
  second,
});

describe("agreement", () => {
  it.each(cases)(
    "of $name is scikit-learn's Cohen's kappa and statsmodels' free-marginal kappa",
    ({ judgements, observed, cohen, uniform }) => {
      const computed = agreement(judgements);
      expect(computed.observed.value).toBeCloseTo(observed, 12);
      expect(computed.cohen.value).toBeCloseTo(cohen, 12);
      expect(computed.uniform.value).toBeCloseTo(uniform, 12);
    },
  );

  it("expects 1 / K by question where questions label different numbers of files", () => {
    const { uniform } = agreement([judgement("A", "A", "B"), judgement("C", null, "D", "E", "F")]);
    expect(uniform.expected).toBeCloseTo((1 / 3 + 1 / 5) / 2, 12);
    expect(uniform.value).toBeCloseTo((1 / 2 - 4 / 15) / (1 - 4 / 15), 12);
  });

  it("has an interval that holds the value, the same in every run, and none where all agree", () => {
    const { judgements } = cases[0]!;
    const once = agreement(judgements);
    expect(agreement(judgements)).toEqual(once);
    for (const { low, value, high } of [once.observed, once.cohen, once.uniform]) {
      expect(low).toBeLessThan(value);
      expect(high).toBeGreaterThan(value);
    }
    const agreed = agreement(judgements.map((one) => ({ ...one, second: one.first })));
    expect(agreed.observed).toEqual({ value: 1, low: 1, high: 1 });
    expect(agreed.uniform).toMatchObject({ value: 1, low: 1, high: 1 });
  });

  it("takes the interval of the observed share from draws of whole questions", () => {
    // 70 of 100: the percentile interval is close to the binomial one, 0.70 +- 1.96 * sqrt(0.7 * 0.3 / 100).
    const judgements = Array.from({ length: 100 }, (_, i) =>
      judgement(`P${i}`, i < 70 ? `P${i}` : null, "X"),
    );
    const { low, high } = agreement(judgements).observed;
    expect(low).toBeCloseTo(0.61, 1);
    expect(high).toBeCloseTo(0.79, 1);
  });
});
