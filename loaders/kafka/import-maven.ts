import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { copyFromMaven, MavenError } from "../maven.ts";
import { ARTIFACTS, readSourcesJar } from "./import-sources.ts";
import { IMPORT_COMMAND, KAFKA, type SourceFile } from "./manifest.ts";

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

const CHECKOUT_INSTEAD = `Or take a checkout: \`${IMPORT_COMMAND} -- --path DIR\` with one of Kafka at tag ${KAFKA.version}.`;

/** The jar of one artifact, in a folder of its own. */
async function fetchJar(maven: string, artifact: string, parent: string): Promise<Uint8Array> {
  const coordinates = `org.apache.kafka:${artifact}:${KAFKA.version}:jar:sources`;
  const folder = await mkdtemp(join(parent, "jar-"));
  try {
    return readFileSync(await copyFromMaven(coordinates, folder, maven));
  } catch (error) {
    throw error instanceof MavenError ? userError(coordinates, error) : error;
  }
}

function userError(coordinates: string, { message, absent }: MavenError): UserError {
  if (absent) {
    return new UserError(
      "The `mvn` command is not on the PATH, and no --path was given.",
      `Install Maven. ${CHECKOUT_INSTEAD}`,
    );
  }
  return new UserError(
    `Maven could not bring ${coordinates}: ${message}`,
    `Check the network and Maven's settings. ${CHECKOUT_INSTEAD}`,
  );
}
