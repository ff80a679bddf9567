import { Command } from "commander";
import { formatViolation } from "../loaders/errors.ts";
import { currentEnvironment, ENVIRONMENT_FILE, writeEnvironment } from "../loaders/inputs/environment.ts";
import { checkManifest, type InputFile, MANIFEST_FILE, writeManifest } from "../loaders/inputs/manifest.ts";
import { runCommandLine } from "./command-line.ts";

function summary(files: readonly InputFile[]): string {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  return `${files.length} files, ${megabytes.toFixed(1)} MB`;
}

function check(): void {
  const { files, violations } = checkManifest();
  violations.forEach((violation) => console.error(formatViolation(violation)));
  console.log(`${MANIFEST_FILE}: ${summary(files)}, ${violations.length} differ`);
  if (violations.length > 0) process.exitCode = 1;
}

const program = new Command("manifest")
  .description(
    "Writes the SHA-256 of every committed input and a snapshot of this environment, or compares the inputs with them.",
  )
  .option(
    "--check",
    "write nothing; name each file that differs, is missing or is too many, and leave with 1",
  )
  .action((options: { check?: boolean }) => {
    if (options.check) return check();
    writeEnvironment(currentEnvironment());
    console.log(`${ENVIRONMENT_FILE} and ${MANIFEST_FILE}: ${summary(writeManifest())}`);
  });

await runCommandLine(program);
