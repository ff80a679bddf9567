import { expect, it } from "vitest";
import { kafkaExplorerFinding } from "./kafka-explorer.ts";

it("counts the questions that have the form, and ties at the tenth place by their average rank", () => {
  expect(kafkaExplorerFinding([1, 10, 10.5, 300, 0], "BM25", "cross_module")).toBe(
    "In the cross-module form, BM25 has a file that owns the answer among its first ten for 2 of 4 questions (50.0%), and at rank 1 for 1. Pick one and see what stands there instead.",
  );
  expect(kafkaExplorerFinding([], "BM25", "human")).toContain("Nothing has been ranked");
});
