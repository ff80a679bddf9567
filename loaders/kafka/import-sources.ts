import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import glob from "fast-glob";
import { strFromU8, unzipSync } from "fflate";
import { UserError } from "../errors.ts";
import { KAFKA, type SourceFile } from "./manifest.ts";

/** Maven artifacts of the broker core and the module of Kafka's repository that each is built from. */
export const ARTIFACTS = [
  { artifact: "kafka_2.13", module: "core" },
  { artifact: "kafka-server", module: "server" },
  { artifact: "kafka-server-common", module: "server-common" },
  { artifact: "kafka-raft", module: "raft" },
  { artifact: "kafka-storage", module: "storage" },
  { artifact: "kafka-metadata", module: "metadata" },
] as const;
export type Module = (typeof ARTIFACTS)[number]["module"];

const isSource = (name: string): boolean => /\.(java|scala)$/.test(name);

/** The one Java file of core that lies among the Scala files. */
const JAVA_AMONG_SCALA = /\/ShareCoordinatorMetadataCacheHelperImpl\.java$/;

/** Path in Kafka's repository of a source file that a module's jar holds. */
export function repositoryPathOf(module: Module, jarPath: string): string {
  const scala = module === "core" && (jarPath.endsWith(".scala") || JAVA_AMONG_SCALA.test(jarPath));
  return `${module}/src/main/${scala ? "scala" : "java"}/${jarPath}`;
}

/** Whether the header, which ends at the package clause, says that a tool wrote the file. */
export function isGenerated(text: string): boolean {
  const end = text.search(/^package /m);
  return (end < 0 ? text : text.slice(0, end)).includes("AUTOMATICALLY GENERATED");
}

/** Hand-written sources in a module's `sources` jar. */
export function readSourcesJar(module: Module, jar: Uint8Array): SourceFile[] {
  const entries = unzipSync(jar, { filter: ({ name }) => isSource(name) });
  return Object.entries(entries)
    .map(([name, bytes]) => ({ path: repositoryPathOf(module, name), text: strFromU8(bytes) }))
    .filter(({ text }) => !isGenerated(text));
}

/**
 * Hand-written sources of the six modules in a checkout.
 * @throws UserError when the folder is no checkout, or one of another version
 */
export function readCheckout(folder: string): SourceFile[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UserError(`${folder} is no folder.`, "Pass the folder of a checkout of Kafka.", 2);
  }
  const roots = ARTIFACTS.flatMap(({ module }) =>
    (module === "core" ? ["java", "scala"] : ["java"]).map((language) => `${module}/src/main/${language}`),
  );
  const absent = roots.filter((root) => !existsSync(join(folder, root)));
  if (absent.length > 0) {
    throw new UserError(
      `${folder} is no checkout of Kafka: it has no ${absent.join(", no ")}.`,
      `Pass the folder that \`git clone --branch ${KAFKA.version} https://github.com/apache/kafka\` makes.`,
      2,
    );
  }
  refuseOtherVersion(folder);
  return roots
    .flatMap((root) => glob.sync(`${root}/**/*.{java,scala}`, { cwd: folder }))
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }))
    .filter(({ text }) => !isGenerated(text));
}

/** One sentence for a checkout of another tag, instead of hundreds of digests. */
function refuseOtherVersion(folder: string): void {
  const properties = join(folder, "gradle.properties");
  if (!existsSync(properties)) return;
  const version = /^version=(.*)$/m.exec(readFileSync(properties, "utf8"))?.[1]?.trim();
  if (version === undefined || version === KAFKA.version) return;
  throw new UserError(
    `${folder} holds Kafka ${version}, not ${KAFKA.version}.`,
    `Run \`git checkout ${KAFKA.version}\` in it.`,
  );
}
