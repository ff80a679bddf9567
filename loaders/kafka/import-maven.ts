import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { UserError } from "../errors.ts";
import { ARTIFACTS, readSourcesJar } from "./import-sources.ts";
import { IMPORT_COMMAND, KAFKA, type SourceFile } from "./manifest.ts";

const PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1";

interface MavenOptions {
  /** The command to start. */
  maven?: string;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Hand-written sources of the six artifacts, through Maven's own repository and settings.
 * @throws UserError when Maven is absent or cannot bring an artifact
 */
export async function fetchSources(options: MavenOptions = {}): Promise<SourceFile[]> {
  const { maven = "mvn", onProgress } = options;
  const folder = await mkdtemp(join(tmpdir(), "kafka-sources-"));
  try {
    const files: SourceFile[] = [];
    for (const [index, { artifact, module }] of ARTIFACTS.entries()) {
      onProgress?.(index, ARTIFACTS.length);
      files.push(...readSourcesJar(module, await fetchJar(maven, artifact, folder)));
    }
    onProgress?.(ARTIFACTS.length, ARTIFACTS.length);
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `dependency:copy` resolves as `dependency:get` does, and says where the jar is. */
async function fetchJar(maven: string, artifact: string, folder: string): Promise<Uint8Array> {
  const coordinates = `org.apache.kafka:${artifact}:${KAFKA.version}:jar:sources`;
  const goal = [`${PLUGIN}:copy`, `-Dartifact=${coordinates}`, `-DoutputDirectory=${folder}`];
  try {
    await promisify(execFile)(maven, ["--quiet", "--batch-mode", ...goal], {
      cwd: folder,
      maxBuffer: 2 ** 24,
    });
  } catch (error) {
    throw mavenError(coordinates, error as NodeJS.ErrnoException & { stdout?: string });
  }
  const jar = join(folder, `${artifact}-${KAFKA.version}-sources.jar`);
  if (!existsSync(jar)) {
    throw new UserError(`Maven copied no jar for ${coordinates}.`, CHECKOUT_INSTEAD);
  }
  return readFileSync(jar);
}

const CHECKOUT_INSTEAD = `Or take a checkout: \`${IMPORT_COMMAND} -- --path DIR\` with one of Kafka at tag ${KAFKA.version}.`;

function mavenError(coordinates: string, error: NodeJS.ErrnoException & { stdout?: string }): UserError {
  if (error.code === "ENOENT" && error.syscall?.startsWith("spawn")) {
    return new UserError(
      "The `mvn` command is not on the PATH, and no --path was given.",
      `Install Maven. ${CHECKOUT_INSTEAD}`,
    );
  }
  const line = error.stdout?.split("\n").find((text) => text.includes("ERROR"));
  const cause = line?.replace(/.*ERROR\S*\s*/, "").slice(0, 300) ?? error.message.split("\n")[0]!;
  return new UserError(
    `Maven could not bring ${coordinates}: ${cause}`,
    `Check the network and Maven's settings. ${CHECKOUT_INSTEAD}`,
  );
}
