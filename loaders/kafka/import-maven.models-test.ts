import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fetchSources } from "./import-maven.ts";
import { compareWithManifest, readManifest } from "./manifest.ts";

const hasMaven = spawnSync("mvn", ["--version"]).status === 0;
if (!hasMaven) console.warn("Not run: Kafka through Maven, since `mvn` is not on the PATH.");

describe.skipIf(!hasMaven)("the six Maven artifacts", () => {
  it("hold the corpus exactly", async () => {
    expect(compareWithManifest(await fetchSources(), readManifest(), "the Maven artifacts")).toEqual([]);
  });
});
