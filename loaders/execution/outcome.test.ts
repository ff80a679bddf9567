import { describe, expect, it } from "vitest";
import { isOutcome, underEarlierName } from "./outcome.ts";

describe("outcome names", () => {
  it.each(["pass", "FAIL", "TIMEOUT", "FAIL:ValueError", "ERROR:SyntaxError", "FAIL:Größe"])(
    "%s is one",
    (text) => expect(isOutcome(text)).toBe(true),
  );

  it.each(["", "fail", "FAIL:", "FAIL: x", "ERROR", "pass\n", 3, null])("%j is none", (text) =>
    expect(isOutcome(text)).toBe(false),
  );

  it("are the same before and after Python 3.13 renamed re.error", () => {
    expect(underEarlierName("FAIL:PatternError")).toBe("FAIL:error");
    expect(underEarlierName("ERROR:PatternError")).toBe("ERROR:error");
    expect(underEarlierName("FAIL:ValueError")).toBe("FAIL:ValueError");
    expect(underEarlierName("FAIL")).toBe("FAIL");
  });
});
