import { expect, it } from "vitest";
import { LIKELIHOODS } from "./likelihood-scores.ts";

it("scores by nats: given the question, per token, over the code alone, and the code alone; higher is likelier", () => {
  const row = { query: "q", item: "i", tokens: 20, conditional: -30, unconditional: -50 };
  expect(Object.values(LIKELIHOODS).map((score) => score(row))).toEqual([-30, -1.5, 20, -50]);
});
