import { expect, it } from "vitest";
import fixture from "../../tests/fixtures/mpnet.json" with { type: "json" };
import { relativeBucket } from "./mpnet-graph.ts";

it("puts every distance up to 383, in both directions, into the bucket that transformers puts it into", () => {
  const distances = Array.from({ length: 384 }, (_, distance) => distance);
  expect(distances.map((distance) => relativeBucket(0, distance))).toEqual(fixture.buckets_to_later);
  expect(distances.map((distance) => relativeBucket(383, 383 - distance))).toEqual(
    fixture.buckets_to_earlier,
  );
});
