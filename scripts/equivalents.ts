import { Command, InvalidArgumentError } from "commander";
import { UserError } from "../loaders/errors.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";
import { findPython } from "../loaders/execution/python-interpreter.ts";
import { DEFAULT_INPUTS } from "../loaders/mutation/differential.ts";
import { updateEquivalents } from "../loaders/mutation/equivalents.ts";
import {
  EQUIVALENTS_FILE,
  type EquivalentRow,
  readEquivalents,
  writeEquivalents,
} from "../loaders/mutation/equivalents-file.ts";
import { survivorsOf } from "../loaders/mutation/survivors.ts";
import { progressBar } from "../loaders/progress.ts";
import { DATASETS } from "../loaders/tasks/datasets.ts";
import type { Corpus } from "../loaders/tasks/corpus.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";
import { runCommandLine } from "./command-line.ts";

interface Options {
  dataset: string;
  task?: string;
  inputs: number;
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("It wants a positive number.");
  return value;
}

function checkDataset(id: string): void {
  const committed = DATASETS.filter(({ importCommand }) => importCommand === "");
  if (committed.some((dataset) => dataset.id === id)) return;
  const known = committed.map((dataset) => dataset.id).join(", ");
  throw new UserError(`No dataset with committed text is called "${id}".`, `Name one of these: ${known}.`, 2);
}

/** The corpus, after executing what an edited suite left unknown. */
async function executedCorpus(dataset: string): Promise<Corpus> {
  const bar = progressBar("executing");
  let pool: ExecutionPool | undefined;
  try {
    const openPool = async () => (pool ??= await ExecutionPool.open());
    return await loadCorpus(dataset, { openPool, onProgress: bar.update });
  } finally {
    bar.stop();
    await pool?.close();
  }
}

/** What a person has to do about a row, or nothing. */
function show(row: EquivalentRow): string[] {
  const head = `${row.task} ${row.mutant} ${row.description}`;
  if (row.verdict === "undecided") return [`undecided: ${head}\n  ${row.note ?? ""}`];
  if (row.verdict === "distinguished") {
    const refuted = row.reason ? `\n  refutes: ${row.reason}` : "";
    return [
      `distinguished: ${head}\n  ${row.input} gives ${row.expected}, the mutant ${row.got}${refuted}\n${row.test ?? ""}`,
    ];
  }
  return row.reason === undefined ? [`without a reason: ${head}`] : [];
}

async function equivalents({ dataset, task, inputs }: Options): Promise<void> {
  checkDataset(dataset);
  const corpus = await executedCorpus(dataset);
  if (task !== undefined && !corpus.tasks.some(({ id }) => id === task))
    throw new UserError(`${dataset} has no task "${task}".`, "Name a task by its id.", 2);
  const chosen = (id: string) => task === undefined || id === task;
  const survivors = survivorsOf(corpus).filter((survivor) => chosen(survivor.task.id));
  const before = readEquivalents();
  const others = before.filter((row) => !chosen(row.task));

  const bar = progressBar("survivors");
  const { rows, searched } = await updateEquivalents(survivors, before, {
    python: findPython().executable,
    inputs,
    onRows: (found, done, total) => {
      writeEquivalents([...others, ...found]);
      bar.update(done, total);
    },
  });
  bar.stop();
  writeEquivalents([...others, ...rows]);

  for (const line of rows.flatMap(show)) console.log(line);
  const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
  console.log(
    [
      `${EQUIVALENTS_FILE}: ${rows.length} survivors, ${searched} searched now`,
      `  equivalent ${count("equivalent")}, out of contract ${count("out_of_contract")}, distinguished ${count("distinguished")}, undecided ${count("undecided")}`,
      `  without a reason: ${rows.filter(({ reason }) => reason === undefined).length}`,
    ].join("\n"),
  );
  if (count("distinguished") + count("undecided") > 0) process.exitCode = 1;
}

const program = new Command("equivalents")
  .description(
    "Searches inputs that tell the survivors apart from their canonicals and keeps what was found; fails while a test is missing.",
  )
  .option("--dataset <id>", "whose survivors", "near-miss")
  .option("--task <id>", "of this task only")
  .option("--inputs <n>", "inputs for each survivor", positive, DEFAULT_INPUTS)
  .action(equivalents);

await runCommandLine(program);
