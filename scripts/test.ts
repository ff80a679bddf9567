import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromRoot } from "../loaders/paths.ts";

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const total: Tally = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const scratch = mkdtempSync(join(tmpdir(), "near-miss-test-"));

function announce(name: string): void {
  console.log(`\n=== ${name}`);
}

function run(command: string, args: string[], environment: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, {
    cwd: fromRoot(),
    stdio: "inherit",
    // What the repository says of itself must not depend on the datasets that were imported here.
    env: { ...process.env, NEAR_MISS_DATASETS: "repository", ...environment },
  });
  return status === 0;
}

const tool = (name: string): string => fromRoot("node_modules", ".bin", name);

/** A step that passes or fails as a whole. */
function check(name: string, command: string, args: string[], environment?: Record<string, string>): void {
  announce(name);
  if (run(command, args, environment)) total.passed++;
  else {
    total.failed++;
    failures.push(name);
  }
}

/** A vitest run, counted test by test. */
function vitest(name: string, config: string): void {
  announce(name);
  const report = join(scratch, `${config}.json`);
  const args = [
    "run",
    "--config",
    config,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const passed = run(tool("vitest"), args);
  if (!passed) failures.push(name);
  if (!existsSync(report)) {
    total.failed++;
    return;
  }
  const counts = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  total.passed += counts.numPassedTests ?? 0;
  total.skipped += counts.numPendingTests ?? 0;
  total.failed += Math.max(counts.numFailedTests ?? 0, passed ? 0 : 1);
}

const NO_NETWORK = { NODE_OPTIONS: `--import=${fromRoot("tests/block-network.mjs")}` };

check("lint", tool("eslint"), ["."]);
check("format", tool("prettier"), ["--check", "--log-level=warn", "."]);
check("types", tool("tsc"), ["--noEmit", "-p", "."]);
check("manifest of the committed inputs", tool("tsx"), ["scripts/manifest.ts", "--check"]);
vitest("unit tests", "vitest.config.ts");
check("tasks: gates and sweeps", tool("tsx"), ["scripts/check-tasks.ts"]);
check("whole build without network", tool("tsx"), ["scripts/start.ts", "--no-serve"], NO_NETWORK);
check("digests of the figures just built", tool("tsx"), ["scripts/verify.ts", "--kept"]);
check("README's findings are the rows'", tool("tsx"), ["scripts/findings.ts", "--check"]);
vitest("the site in a browser", "vitest.site.config.ts");

rmSync(scratch, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
