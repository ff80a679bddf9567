import { Command } from "commander";
import { fetchSources } from "../loaders/kafka/import-maven.ts";
import { readCheckout } from "../loaders/kafka/import-sources.ts";
import { CORPUS_FILE, storeCorpus } from "../loaders/kafka/imported-corpus.ts";
import { formatManifest, KAFKA, MANIFEST_FILE, manifestOf, readManifest } from "../loaders/kafka/manifest.ts";
import { fromRoot } from "../loaders/paths.ts";
import { progressBar } from "../loaders/progress.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { runCommandLine } from "./command-line.ts";

interface ImportOptions {
  path?: string;
  writeManifest?: true;
}

async function fromMaven() {
  const bar = progressBar("artifacts");
  try {
    return await fetchSources({ onProgress: bar.update });
  } finally {
    bar.stop();
  }
}

const program = new Command("import:kafka")
  .description(
    `Brings the text of Kafka ${KAFKA.version}'s broker core through Maven; it is never committed.`,
  )
  .option("--path <folder>", `take the text from this checkout of tag ${KAFKA.version} instead`)
  .option("--write-manifest", "for maintainers: write the manifest from the text instead of checking it")
  .action(async ({ path, writeManifest }: ImportOptions) => {
    const files = path === undefined ? await fromMaven() : readCheckout(path);
    const manifest = writeManifest ? manifestOf(files) : readManifest();
    storeCorpus(files, path ?? "the Maven artifacts", manifest);
    if (writeManifest) writeFileWhole(fromRoot(MANIFEST_FILE), formatManifest(manifest));
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    console.log(
      `${CORPUS_FILE}: ${files.length} files, ${bytes.toLocaleString("en-US")} bytes, ` +
        (writeManifest ? `${MANIFEST_FILE} written.` : `each as ${MANIFEST_FILE} has it.`),
    );
  });

await runCommandLine(program);
