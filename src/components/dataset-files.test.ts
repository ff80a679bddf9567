import { describe, expect, it } from "vitest";
import { addressLike, filesByDataset } from "./dataset-files.ts";

const BUILT = "https://x.org/base/_file/data/near-clones/per-query-near-miss.0a1b2c3d.parquet";
const PREVIEWED = "http://127.0.0.1:3000/_file/data/near-clones/per-query-near-miss.parquet?sha=0a1b";

describe("the address of an imported dataset's file", () => {
  it("has no digest in its name and stands outside the attached files in a build", () => {
    expect(addressLike(BUILT, "near-miss", "more-itertools")).toBe(
      "https://x.org/base/data/near-clones/per-query-more-itertools.parquet",
    );
  });

  it("is an attached file's in the preview, which serves no other", () => {
    expect(addressLike(PREVIEWED, "near-miss", "mine")).toBe(
      "http://127.0.0.1:3000/_file/data/near-clones/per-query-mine.parquet",
    );
  });

  it("is made for datasets without a literal only", () => {
    const files = filesByDataset({ "near-miss": BUILT, humaneval: "h" }, [
      { dataset: "near-miss" },
      { dataset: "humaneval" },
      { dataset: "mine" },
    ]);
    expect(files).toEqual({
      "near-miss": BUILT,
      humaneval: "h",
      mine: "https://x.org/base/data/near-clones/per-query-mine.parquet",
    });
  });
});
