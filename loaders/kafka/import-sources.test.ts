import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isGenerated, readCheckout, readSourcesJar } from "./import-sources.ts";

const WRITTEN = "/* License */\npackage kafka;\n// a note on AUTOMATICALLY GENERATED files\nclass A {}\n";
const GENERATED = "/* License */\n// THIS CODE IS AUTOMATICALLY GENERATED.  DO NOT EDIT.\npackage kafka;\n";

describe("isGenerated", () => {
  it("reads the header only: code may speak of generated files", () => {
    expect([WRITTEN, GENERATED].map(isGenerated)).toEqual([false, true]);
  });
});

describe("readSourcesJar", () => {
  const jar = (...names: string[]) =>
    zipSync(Object.fromEntries(names.map((name) => [name, strToU8(WRITTEN)])));

  it("maps a jar's paths to those of the repository, by module and language", () => {
    const core = jar("kafka/Kafka.scala", "kafka/server/QuotaFactory.java", "META-INF/MANIFEST.MF");
    expect(readSourcesJar("core", core).map(({ path }) => path)).toEqual([
      "core/src/main/scala/kafka/Kafka.scala",
      "core/src/main/java/kafka/server/QuotaFactory.java",
    ]);
    expect(readSourcesJar("raft", jar("org/A.java"))[0]!.path).toBe("raft/src/main/java/org/A.java");
  });

  it("knows the one Java file that lies among core's Scala", () => {
    const name = "kafka/server/metadata/ShareCoordinatorMetadataCacheHelperImpl.java";
    expect(readSourcesJar("core", jar(name))[0]!.path).toBe(`core/src/main/scala/${name}`);
  });

  it("drops generated files", () => {
    const mixed = zipSync({ "A.java": strToU8(WRITTEN), "B.java": strToU8(GENERATED) });
    expect(readSourcesJar("metadata", mixed).map(({ path }) => path)).toEqual([
      "metadata/src/main/java/A.java",
    ]);
  });
});

describe("readCheckout", () => {
  let folder: string;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const ROOTS = ["core/src/main/scala", "server", "server-common", "raft", "storage", "metadata"];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kafka-checkout-"));
    write("core/src/main/java/kafka/A.java", WRITTEN);
    for (const root of ROOTS) mkdirSync(join(folder, root, "src/main/java"), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("reads the six modules' main sources and nothing beside them", () => {
    write("raft/src/main/java/org/R.java", WRITTEN);
    write("raft/src/test/java/org/RTest.java", WRITTEN);
    write("raft/src/main/java/org/G.java", GENERATED);
    write("clients/src/main/java/org/C.java", WRITTEN);
    write("gradle.properties", "group=org.apache.kafka\nversion=4.0.0\n");
    expect(readCheckout(folder).map(({ path }) => path)).toEqual([
      "core/src/main/java/kafka/A.java",
      "raft/src/main/java/org/R.java",
    ]);
  });

  it("refuses a folder that is no checkout, and says what it lacks", () => {
    rmSync(join(folder, "raft"), { recursive: true });
    expect(() => readCheckout(folder)).toThrow(/is no checkout of Kafka: it has no raft\/src\/main\/java/);
    expect(() => readCheckout(join(folder, "nowhere"))).toThrow(/nowhere is no folder/);
  });

  it("refuses another version in one sentence", () => {
    write("gradle.properties", "version=3.9.0\n");
    expect(() => readCheckout(folder)).toThrow(/holds Kafka 3\.9\.0, not 4\.0\.0/);
  });
});
