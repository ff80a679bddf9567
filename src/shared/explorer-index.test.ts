import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  beginning,
  functionNameOf,
  packAnswers,
  packBugTypes,
  type SystemAnswer,
  unpackAnswers,
  unpackBugTypes,
} from "./explorer-index.ts";
import { BUG_TYPES } from "./vocabulary.ts";

const answer = fc.option(
  fc.record<SystemAnswer>({
    rank: fc.nat({ max: 4000 }),
    first: fc.constantFrom("passing", "own_distractor", "other_canonical", "other_distractor"),
  }),
  { nil: undefined },
);

describe("the explorer's index", () => {
  it("gives back each system's answer, and none where a system was not measured", () => {
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 12 }), (answers) => {
        const systems = answers.map((_, index) => `system-${index}`);
        const unpacked = unpackAnswers(packAnswers(answers), systems);
        expect(systems.map((system) => unpacked.get(system))).toEqual(answers);
      }),
    );
  });

  it("gives back the bug types in their order", () => {
    fc.assert(
      fc.property(fc.subarray([...BUG_TYPES]), (types) => {
        expect(unpackBugTypes(packBugTypes(types))).toEqual(types);
      }),
    );
  });

  it("cuts a text at a word and says so", () => {
    expect(beginning("one two three", 20)).toBe("one two three");
    expect(beginning("one two three", 9)).toBe("one two …");
    expect(beginning("unbreakable", 4)).toBe("unbr …");
  });

  it("takes the function's name from the id unless it is another", () => {
    expect(functionNameOf({ query: "math_numerical/gcd_all", function_name: "" })).toBe("gcd_all");
    expect(functionNameOf({ query: "HumanEval/0", function_name: "has_close_elements" })).toBe(
      "has_close_elements",
    );
  });
});
