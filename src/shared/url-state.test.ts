import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeText, numberWithin, oneNumberOf, oneOf, readSetting, writeSetting } from "./url-state.ts";

const dataset = oneOf("dataset", ["near-miss", "humaneval"], "near-miss");
const cutoff = oneNumberOf("k", [1, 3, 5, 10], 1);
const query = freeText("query");

describe("settings in the query string", () => {
  it("falls back when the key is absent or names no option", () => {
    expect(readSetting(dataset, "")).toBe("near-miss");
    expect(readSetting(dataset, "?dataset=nonsense")).toBe("near-miss");
    expect(readSetting(cutoff, "?k=2")).toBe(1);
    expect(readSetting(cutoff, "?k=")).toBe(1);
  });

  it("leaves no trace of a default and keeps what other controls wrote", () => {
    const changed = writeSetting(cutoff, 5, "?dataset=humaneval");
    expect(changed).toBe("?dataset=humaneval&k=5");
    expect(writeSetting(cutoff, 1, changed)).toBe("?dataset=humaneval");
    expect(writeSetting(dataset, "near-miss", "?dataset=humaneval")).toBe("");
  });

  it("takes any number within its bounds and no other", () => {
    const share = numberWithin("share", { min: 0, max: 100 }, 57);
    expect(readSetting(share, "?share=12.5")).toBe(12.5);
    expect(readSetting(share, "?share=0")).toBe(0);
    for (const bad of ["-1", "101", "", "many", "NaN", "Infinity"])
      expect(readSetting(share, `?share=${bad}`)).toBe(57);
    expect(writeSetting(share, 12.5, "?k=3")).toBe("?k=3&share=12.5");
  });

  it("keeps the slash of a task id readable", () => {
    expect(writeSetting(query, "geometry/polygon_area", "")).toBe("?query=geometry/polygon_area");
  });

  it("gives back every text that it wrote", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(readSetting(query, writeSetting(query, text, "?k=3"))).toBe(text);
      }),
    );
  });
});
