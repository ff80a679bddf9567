import { describe, expect, it } from "vitest";
import { KAFKA } from "../../../loaders/kafka/manifest.ts";
import type { KafkaClaimRow } from "../kafka-rows.ts";
import { CLAIMED_STUDY, claimPairs, kafkaClaimsFinding } from "./kafka-claims.ts";

const row = (claim: string, protocol: string, verdict: string, ours = 0.5): KafkaClaimRow => ({
  claim,
  protocol,
  text: claim,
  page: "paraphrases",
  published: "1",
  ours,
  low: 0.4,
  high: 0.6,
  n: 120,
  unit: "rate",
  systems: "",
  rule: "",
  verdict,
  note: "",
});
const both = (claim: string, one: string, other = one, ours = 0.5): KafkaClaimRow[] => [
  row(claim, "complete", one, ours),
  row(claim, "top_10_chunks", other, ours),
];

describe("kafkaClaimsFinding", () => {
  it("counts verdicts by the complete ranking, what is not ranked, and what the other protocol changes", () => {
    const rows = [
      ...both("a", "holds"),
      ...both("b", "does_not_hold", "cannot_tell"),
      ...both("c", "cannot_tell"),
      ...both("d", "cannot_tell", "cannot_tell", NaN),
    ];
    expect(kafkaClaimsFinding(rows, "Kafka")).toBe(
      "Of 4 published claims, one holds on Kafka, one does not, and on two these data cannot tell, one of them since the systems that it takes have not been measured. One verdict changes when rankings are read as the study’s code reads them.",
    );
    expect(kafkaClaimsFinding(both("a", "holds"), "Kafka")).toBe(
      "Of 1 published claims, one holds on Kafka, none do not, and on none these data cannot tell. No verdict changes when rankings are read as the study’s code reads them.",
    );
  });

  it("says of another code base that nothing was published about it", () => {
    expect(kafkaClaimsFinding([], "My project")).toContain("none is about My project");
    expect(CLAIMED_STUDY).toBe(KAFKA.corpus);
  });
});

it("pairs the protocols of a claim, in the order of the claims", () => {
  const pairs = claimPairs([...both("a", "holds"), ...both("b", "cannot_tell")]);
  expect(pairs.map(({ complete, top_10_chunks }) => [complete.claim, top_10_chunks.protocol])).toEqual([
    ["a", "top_10_chunks"],
    ["b", "top_10_chunks"],
  ]);
});
