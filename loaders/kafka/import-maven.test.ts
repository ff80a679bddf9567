import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../errors.ts";
import { fetchSources } from "./import-maven.ts";

async function failureOf(maven: string): Promise<UserError> {
  const error = await fetchSources({ maven }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

describe("fetchSources", () => {
  it("says how to go on without Maven", async () => {
    const error = await failureOf("no-such-command");
    expect(error.message).toBe("The `mvn` command is not on the PATH, and no --path was given.");
    expect(error.remedy).toMatch(/npm run import:kafka -- --path DIR/);
  });

  it("passes on Maven's own reason, with the artifact that it concerns", async () => {
    const folder = mkdtempSync(join(tmpdir(), "failing-maven-"));
    const script = join(folder, "mvn");
    writeFileSync(script, "#!/bin/sh\necho '[ERROR] Could not transfer artifact'\nexit 1\n");
    chmodSync(script, 0o755);
    const error = await failureOf(script);
    rmSync(folder, { recursive: true });
    expect(error.message).toBe(
      "Maven could not bring org.apache.kafka:kafka_2.13:4.0.0:jar:sources: Could not transfer artifact",
    );
  });
});
