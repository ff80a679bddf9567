import { describe, expect, it } from "vitest";
import { classify } from "./classify.ts";

describe("classify", () => {
  it("calls a mutant valid when it gives a wrong output at least once and never times out", () => {
    expect(classify(["pass", "FAIL", "FAIL:KeyError"])).toEqual({ status: "valid", reason: "" });
    expect(classify(["FAIL", "FAIL"])).toEqual({ status: "valid", reason: "" });
  });

  it("calls a mutant that passes every test a survivor", () => {
    expect(classify(["pass", "pass"])).toEqual({ status: "survivor", reason: "passes every test" });
  });

  it("says why a killed mutant may not be a distractor", () => {
    const reasonOf = (...outcomes: Parameters<typeof classify>[0]): string => {
      const { status, reason } = classify(outcomes);
      expect(status).toBe("killed_not_valid");
      return reason;
    };
    expect(reasonOf("FAIL", "TIMEOUT")).toBe("times out");
    expect(reasonOf("FAIL", "FAIL:MemoryError")).toBe("exhausts memory");
    expect(reasonOf("FAIL", "ERROR:ProcessDied")).toBe("exhausts memory");
    expect(reasonOf("FAIL:TypeError", "ERROR:SyntaxError")).toBe("crashes on every input");
    expect(reasonOf("pass", "FAIL:IndexError")).toBe("no wrong output, only exceptions");
  });

  it("refuses to judge without outcomes", () => {
    expect(() => classify([])).toThrow(/execute it first/);
  });
});
