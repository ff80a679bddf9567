import { createServer } from "node:http";
import { Command, InvalidArgumentError } from "commander";
import getPort, { portNumbers } from "get-port";
import sirv from "sirv";
import { fromRoot } from "../loaders/paths.ts";
import { FIGURES } from "../loaders/figures/index.ts";
import { siteFreshness } from "../loaders/figures/site-freshness.ts";
import { prepareData } from "../loaders/prepare.ts";
import { Stages } from "../loaders/progress.ts";
import { buildSite } from "./build-site.ts";
import { runCommandLine } from "./command-line.ts";

const DEFAULT_PORT = 3000;

/** Framework's name of `src/data/freshness.json` in a built site. */
const FRESHNESS = /^\/_file\/data\/freshness\.[0-9a-f]+\.json(\?|$)/;

/**
 * Serves `dist/` on the loopback interface only; takes the next free port when the wanted one is in use. Whether the
 * site is fresh is answered for the data folder as it is when a page asks.
 */
async function serve(wanted: number): Promise<void> {
  const port = await getPort({
    port: portNumbers(wanted, Math.min(wanted + 100, 65_535)),
    host: "127.0.0.1",
  });
  if (port !== wanted) console.log(`Port ${wanted} is taken, so the workbook is on ${port}.`);
  const files = sirv(fromRoot("dist"), { dev: true });
  createServer((request, response) => {
    if (FRESHNESS.test(request.url ?? "")) {
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
      response.end(JSON.stringify(siteFreshness(FIGURES)));
      return;
    }
    files(request, response, () => {
      response.writeHead(404).end("not found");
    });
  }).listen(port, "127.0.0.1", () =>
    console.log(`Near Miss is on http://127.0.0.1:${port}/ (Ctrl-C stops it).`),
  );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InvalidArgumentError("wants a port, 1 to 65535");
  return port;
}

interface Options {
  port: number;
  serve: boolean;
  keepStale?: boolean;
}

const program = new Command("start")
  .description(
    "Executes the candidates, computes the figures that changed, builds the workbook and serves it.",
  )
  .option("--port <number>", "first port to try", parsePort, DEFAULT_PORT)
  .option("--no-serve", "build into dist/ and stop")
  .option("--keep-stale", "show rows as they are kept, even where an input changed; pages mark them as stale")
  .action(async ({ port, serve: wanted, keepStale }: Options) => {
    if (keepStale) process.env.NEAR_MISS_KEEP_STALE = "1";
    const stages = new Stages();
    await prepareData(stages);
    await stages.run(
      "Build the pages",
      () => buildSite(),
      (built) => (built ? "" : "nothing changed"),
    );
    console.log(stages.summary());
    if (wanted) await serve(port);
  });

await runCommandLine(program);
