import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spreadLabels } from "./direct-labels.ts";

describe("labels at the ends of lines", () => {
  it("leaves labels alone that do not touch", () => {
    expect(spreadLabels([80, 10, 40], 12, 0, 100)).toEqual([80, 10, 40]);
  });

  it("spreads three labels that want the same place around it", () => {
    expect(spreadLabels([50, 50, 50], 10, 0, 100)).toEqual([40, 50, 60]);
  });

  it("keeps the order of the lines, the gap and the frame whenever they fit", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 12 }),
        (targets) => {
          const positions = spreadLabels(targets, 14, 0, 200);
          const sorted = [...positions].sort((a, b) => a - b);
          for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThan(13.999);
          expect(Math.min(...positions)).toBeGreaterThanOrEqual(-1e-9);
          expect(Math.max(...positions)).toBeLessThanOrEqual(200 + 1e-9);
          const byTarget = targets.map((_, i) => i).sort((a, b) => targets[a]! - targets[b]!);
          for (let i = 1; i < byTarget.length; i++)
            expect(positions[byTarget[i]!]!).toBeGreaterThanOrEqual(positions[byTarget[i - 1]!]!);
        },
      ),
    );
  });
});
