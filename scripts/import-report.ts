import type { Admitted } from "../loaders/import/admit.ts";
import { countReasons } from "../loaders/import/import-dataset.ts";
import type { Dropped } from "../loaders/import/rows.ts";
import { importedPath } from "../loaders/store/frozen-path.ts";
import type { DatasetDescription } from "../loaders/tasks/imported-datasets.ts";

const SHOWN = 20;

/** The command as it was typed, to be typed again. */
export function typedCommand(script: string): string {
  const quote = (word: string): string =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
  const words = process.argv.slice(2).filter((word) => word !== "--replace" && word !== "--verbose");
  return `npm run ${script} -- ${words.map(quote).join(" ")}`;
}

/** What was left out, item by item on standard error and counted on standard output. */
function printDropped(dropped: readonly Dropped[], all: boolean): string[] {
  const shown = all ? dropped : dropped.slice(0, SHOWN);
  for (const { detail } of shown) console.error(`left out: ${detail}`);
  if (dropped.length > shown.length)
    console.error(`... and ${dropped.length - shown.length} more (--verbose lists all)`);
  const reasons = countReasons(dropped);
  return reasons.length === 0
    ? ["  left out: nothing"]
    : [
        "  left out, by reason:",
        ...reasons.map(({ reason, count }) => `    ${String(count).padStart(4)}  ${reason}`),
      ];
}

/** Says what came of an import, and what to do next. */
export function printImport(
  { tasks, corpus, dropped, description }: Admitted & { description: DatasetDescription },
  verbose: boolean,
): void {
  const { id, label, licence, waived } = description;
  const lines = printDropped(dropped, verbose);
  const tests = tasks.reduce((sum, task) => sum + task.tests.length, 0);
  const waivers = Object.entries(waived).map(([gate, count]) => `${gate} ${count}`);
  console.log(
    [
      `${importedPath(id)}: ${label}, ${tasks.length} tasks with ${tests} tests (${licence})`,
      `  near-clones: ${corpus.snippets.length - corpus.tasks.length} selected, ${corpus.pool.length} more valid, ${corpus.rejected.length} not valid`,
      `  waived: ${waivers.join(", ") || "none"}`,
      ...lines,
      `Next: \`npm run embed -- --model MODEL --dataset ${id}\` for each model, then \`npm start\`. BM25 needs nothing.`,
    ].join("\n"),
  );
}
