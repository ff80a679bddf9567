import { Command } from "commander";
import { UserError } from "../loaders/errors.ts";
import { writeSnapshot } from "../loaders/figures/snapshot-file.ts";
import { DIGESTS_FILE } from "../loaders/inputs/manifest.ts";
import { textState } from "../loaders/verify/text-state.ts";
import { verify, type VerifyOptions } from "../loaders/verify/verify.ts";
import { computeSnapshot } from "../loaders/verify/write-digests.ts";
import { chosenFigures } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { printReport } from "./verify-report.ts";

interface Options extends VerifyOptions {
  only?: string[];
  write?: boolean;
}

async function write(): Promise<void> {
  const snapshot = await computeSnapshot(textState());
  writeSnapshot(snapshot);
  const twice = snapshot.figures.filter(({ text }) => text === "absent").length;
  console.log(
    `${DIGESTS_FILE}: ${snapshot.figures.length - twice} figures, ${twice} of them with and without imported text`,
  );
}

const program = new Command("verify")
  .description(
    "Computes every figure again from the committed inputs, apart from all that is kept, and compares the rows with the committed digests: names what differs and why, and leaves with 1 then.",
  )
  .option("--only <figures...>", "these figures, as in near-clones/density")
  .option("--kept", "compare the rows that the last build kept, without computing anything")
  .option("--strict", "count a difference below 1e-9, too")
  .option("--write", "write the digests of every figure instead of comparing them")
  .action(async ({ only, write: writing, ...options }: Options) => {
    if (writing && (only || options.kept || options.strict)) {
      throw new UserError(
        "--write takes no other option: it writes every figure's digests.",
        "Leave them out.",
        2,
      );
    }
    if (writing) return write();
    const report = await verify(chosenFigures(only), options);
    printReport(report);
    if (report.failed) process.exitCode = 1;
  });

await runCommandLine(program);
