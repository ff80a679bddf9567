import { describe, expect, it } from "vitest";
import { type SiteFreshness, staleReason } from "./freshness.ts";

const FRESHNESS: SiteFreshness = {
  now: { "near-clones/density": "aaaaaaaa", "near-clones/gap": "bbbbbbbb" },
  changes: [{ figure: "near-clones/gap", digest: "cccccccc", reason: "data/models.yaml changed" }],
};

describe("staleReason", () => {
  it("is null for rows of the present inputs, and for figures that nothing is known of", () => {
    expect(staleReason(FRESHNESS, "near-clones/density", "aaaaaaaa11112222")).toBeNull();
    expect(staleReason(FRESHNESS, "kafka/unknown", "aaaaaaaa")).toBeNull();
  });

  it("names the change since the rows at hand, and admits when it is not known", () => {
    expect(staleReason(FRESHNESS, "near-clones/gap", "cccccccc99")).toBe("data/models.yaml changed");
    expect(staleReason(FRESHNESS, "near-clones/gap", "dddddddd")).toMatch(/inputs or its code changed/);
  });
});
