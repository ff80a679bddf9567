import { Command } from "commander";
import { pageName } from "../loaders/scaffold/name.ts";
import { planPage } from "../loaders/scaffold/plan.ts";
import { sourcePage, sourcePages } from "../loaders/scaffold/source-page.ts";
import { writePlan } from "../loaders/scaffold/write-plan.ts";
import { runCommandLine } from "./command-line.ts";

interface Options {
  from: string;
  title?: string;
  question?: string;
  dryRun?: boolean;
}

async function scaffold(text: string, { from, title, question, dryRun }: Options): Promise<void> {
  const name = pageName(text, title);
  const plan = planPage(sourcePage(from), name, question ?? `${name.title}: what does it change?`);
  if (!dryRun) await writePlan(plan);
  for (const { path } of plan.created) console.log(`${dryRun ? "would make" : "made"}    ${path}`);
  for (const { path } of plan.changed) console.log(`${dryRun ? "would change" : "changed"} ${path}`);
  if (dryRun) return;
  const analysis = plan.created.find(({ path }) => path.startsWith("loaders/") && !path.includes(".test."))!;
  console.log(
    `\nNext: ask your question in ${analysis.path}, say in its test what must hold, then its sentence, figure and page.\n` +
      `  npx vitest run ${analysis.path.replace(/\.ts$/, ".test.ts")}\n` +
      `  npm run dev        the page is at /ablations/${name.kebab}\n` +
      `  npm start          the whole workbook with it`,
  );
}

const program = new Command("new:ablation")
  .description(
    "Makes a page of your own as a copy of another: page, figure, sentences, analysis, and a test that fails until you say what it must show;\n" +
      "adds it to the sidebar and to the list of figures.",
  )
  .argument("<name>", "lower-case words with hyphens between, such as query-words")
  .option("--from <page>", "page to copy (named below)", "function-length")
  .option("--title <text>", "name in the sidebar (default: the name in words)")
  .option("--question <text>", "heading of the page, a question")
  .option("--dry-run", "only say what would be written")
  .action(scaffold);
program.addHelpText(
  "after",
  () =>
    `\nPages to copy: ${sourcePages()
      .map(({ stem }) => stem)
      .join(", ")}`,
);

await runCommandLine(program);
