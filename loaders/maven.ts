import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const COPY_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy";

/** Why Maven brought nothing; `absent` when the command itself is not there. */
export class MavenError extends Error {
  readonly absent: boolean;

  constructor(message: string, absent: boolean, cause: unknown) {
    super(message, { cause });
    this.absent = absent;
  }
}

/**
 * Has Maven copy an artifact's jar into an empty folder, through its own repository and settings. `copy` resolves as `get`
 * does, and says where the jar is.
 * @param coordinates `group:artifact:version[:type[:classifier]]`
 * @param command the command to start
 * @returns the jar's path
 * @throws MavenError with Maven's own reason
 */
export async function copyFromMaven(coordinates: string, folder: string, command = "mvn"): Promise<string> {
  const goal = [COPY_GOAL, `-Dartifact=${coordinates}`, `-DoutputDirectory=${folder}`];
  try {
    await promisify(execFile)(command, ["--quiet", "--batch-mode", ...goal], {
      cwd: folder,
      maxBuffer: 2 ** 24,
    });
  } catch (error) {
    throw mavenError(error as NodeJS.ErrnoException & { stdout?: string });
  }
  const jar = readdirSync(folder).find((name) => name.endsWith(".jar"));
  if (jar === undefined) throw new MavenError("Maven copied no jar", false, undefined);
  return join(folder, jar);
}

function mavenError(error: NodeJS.ErrnoException & { stdout?: string }): MavenError {
  if (error.code === "ENOENT" && error.syscall?.startsWith("spawn"))
    return new MavenError("the `mvn` command is not on the PATH", true, error);
  const line = error.stdout?.split("\n").find((text) => text.includes("ERROR"));
  const reason = line?.replace(/.*ERROR\S*\s*/, "").slice(0, 300) ?? error.message.split("\n")[0]!;
  return new MavenError(reason, false, error);
}
