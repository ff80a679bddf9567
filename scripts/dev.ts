import { spawn } from "node:child_process";
import { existsSync, rmSync, watch } from "node:fs";
import { Command } from "commander";
import { fromRoot } from "../loaders/paths.ts";
import { runCommandLine } from "./command-line.ts";

/** What figures are computed from. */
const WATCHED = ["data", "loaders", "src/shared"];

/** Answers that Framework keeps though the inputs changed: without them, a page that asks again is told anew. */
const ANSWERS = ["freshness.json", "changes.json"];

const forget = (): void =>
  ANSWERS.forEach((file) => rmSync(fromRoot("src/.observablehq/cache/data", file), { force: true }));

interface Options {
  port?: string;
  host?: string;
  open: boolean;
}

/** Arguments of Framework's preview. */
const previewArguments = ({ port, host, open }: Options): string[] => [
  "preview",
  ...(port === undefined ? [] : ["--port", port]),
  ...(host === undefined ? [] : ["--host", host]),
  ...(open ? [] : ["--no-open"]),
];

const program = new Command("dev")
  .description(
    "Shows the pages as you edit them. Rows stay as they were computed; a figure whose inputs change is marked as stale.",
  )
  .option("--port <number>", "port to listen on")
  .option("--host <name>", "address to listen on")
  .option("--no-open", "do not open a browser")
  .action(async (options: Options) => {
    forget();
    const watchers = WATCHED.map((folder) => fromRoot(folder))
      .filter((folder) => existsSync(folder))
      .map((folder) => watch(folder, { recursive: true }, forget));
    const preview = spawn(
      process.execPath,
      [fromRoot("node_modules/@observablehq/framework/dist/bin/observable.js"), ...previewArguments(options)],
      {
        cwd: fromRoot(),
        stdio: "inherit",
        env: { ...process.env, OBSERVABLE_TELEMETRY_DISABLE: "true" },
      },
    );
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => preview.kill(signal));
    const status = await new Promise<number | null>((resolve, reject) => {
      preview.on("error", reject).on("exit", resolve);
    });
    watchers.forEach((watcher) => watcher.close());
    process.exitCode = status ?? 0;
  });

await runCommandLine(program);
