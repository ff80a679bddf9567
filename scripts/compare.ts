import { Command, InvalidArgumentError, Option } from "commander";
import { UserError } from "../loaders/errors.ts";
import { compare } from "../loaders/compare/compare.ts";
import { breaches, type Judge, JUDGES, type Threshold } from "../loaders/compare/gate.ts";
import { parseMetric } from "../loaders/compare/metrics.ts";
import { readModels } from "../loaders/embedding/models.ts";
import { requireDatasets, requireKnown } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { reportLines } from "./compare-report.ts";

interface Options {
  dataset?: string;
  system?: string;
  metric: string;
  maxDrop?: number;
  judge: Judge;
  top: number;
  all?: boolean;
  json?: boolean;
  markdown?: boolean;
}

function parseDrop(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError("wants a rate from 0 to 1, as in 0.02");
  return value;
}

function parseTop(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError("wants a whole number");
  return value;
}

function checkOptions({ dataset, system, json, markdown }: Options): void {
  if (dataset !== undefined) requireDatasets([dataset]);
  if (system !== undefined)
    requireKnown(
      "system",
      [system],
      readModels().map(({ id }) => id),
    );
  if (json && markdown) throw new UserError("--json and --markdown exclude each other.", "Choose one.", 2);
}

const program = new Command("compare")
  .description(
    "Compares two systems, two builds or two versions of a dataset: each metric with its paired interval, and the queries that changed.",
  )
  .argument("<a>", "a system, a version as in near-miss@1.0.0, or a folder: dist, or what `figures` wrote")
  .argument("<b>", "another one of the same kind")
  .option("--dataset <id>", "one dataset; without it, every one that both have")
  .option("--system <id>", "one system of two builds or versions")
  .option("--metric <name>", "what items are sorted by and the limit is on, as in exec@1", "exec@1")
  .option("--max-drop <rate>", "leave with 1 when the metric is lower in B by more than this", parseDrop)
  .addOption(
    new Option(
      "--judge <how>",
      "the limit is on the difference itself (point), on its whole interval (certain), or on any of it (possible)",
    )
      .choices(JUDGES)
      .default("point"),
  )
  .option("--top <count>", "queries listed of each comparison", parseTop, 10)
  .option("--all", "list every query that changed")
  .option("--json", "print the whole comparison as JSON")
  .option("--markdown", "print Markdown")
  .action(async (a: string, b: string, options: Options) => {
    checkOptions(options);
    const threshold: Threshold = {
      metric: parseMetric(options.metric),
      maxDrop: options.maxDrop ?? Number.POSITIVE_INFINITY,
      judge: options.judge,
    };
    const { dataset, system } = options;
    const report = await compare(a, b, { metric: threshold.metric, dataset, system });
    const found = breaches(report.comparisons, threshold);
    if (options.json) {
      console.log(JSON.stringify({ ...report, metric: options.metric, breaches: found }, null, 2));
    } else {
      const top = options.all ? Number.POSITIVE_INFINITY : options.top;
      const lines = reportLines(report, found, { markdown: options.markdown ?? false, top, threshold });
      console.log(lines.join("\n").trimEnd());
    }
    if (found.length > 0) process.exitCode = 1;
  });

await runCommandLine(program);
