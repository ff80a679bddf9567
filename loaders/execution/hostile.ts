import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostileCases, type HostileCase, type HostileContext, type HostileTargets } from "./hostile-cases.ts";
import type { ExecutionPool } from "./pool.ts";
import type { IsolationLayer, Outcome, SealVerdict } from "./types.ts";

const TEST = "assert target(1) == 2";
const CONTENT = "untouched\n";

/** One row of the table on the execution page. */
export interface HostileRow {
  case: string;
  /** What must come out; a forgery's isolated `pass` must be refuted by the sealed judge. */
  expected: Outcome | "refuted";
  outcome: Outcome | SealVerdict["seal"];
  elapsed_ms: number;
}

/**
 * Run every hostile case.
 *
 * @param capMs cap of each suite; those that never end take all of it, so it is shorter than the definition's
 * @throws Error when a candidate did harm: then no row would be worth reading
 */
export async function runHostileTable(pool: ExecutionPool, capMs = 2_000): Promise<HostileRow[]> {
  return withTargets(async (targets) => {
    const cases = hostileCases(targets);
    const context = contextOf(await pool.describeLayers(), pool.python.version);
    const requests = cases.map(({ name, code, tests = [TEST] }) => ({ id: name, code, tests, capMs }));
    const results = await pool.run(requests, { confirmTimeouts: false });
    const forgeries = new Set(cases.filter((hostile) => hostile.forgery).map((hostile) => hostile.name));
    const seals = await pool.confirmPasses(
      requests
        .filter(({ id }) => forgeries.has(id) && results.get(id)!.outcomes[0] === "pass")
        .map((request) => ({ ...request, entryPoint: "target" })),
    );
    const damage = damageTo(targets);
    if (damage.length > 0) throw new Error(`a hostile candidate did harm: ${damage.join(", ")}`);
    return cases.map((hostile) => {
      const { outcomes, elapsedMs } = results.get(hostile.name)!;
      const seal = seals.get(hostile.name)?.seal;
      return {
        case: hostile.name,
        expected: hostile.forgery ? "refuted" : expectedOf(hostile, context),
        outcome: seal ?? outcomes[0] ?? "ERROR:NoOutcome",
        elapsed_ms: Math.round(elapsedMs),
      };
    });
  });
}

function expectedOf(hostile: HostileCase, context: HostileContext): Outcome {
  return typeof hostile.expected === "function" ? hostile.expected(context) : hostile.expected;
}

/** What on this machine decides the expectation of a case. */
function contextOf(layers: readonly IsolationLayer[], pythonVersion: string): HostileContext {
  const active = new Set(layers.filter((layer) => layer.active).map((layer) => layer.name));
  return { has: (layer) => active.has(layer), pythonMinor: Number(pythonVersion.split(".")[1]) };
}

/** Does the machine still look as it did? Empty when it does. */
function damageTo({ file, folder }: HostileTargets): string[] {
  const damage: string[] = [];
  if (!existsSync(file) || readFileSync(file, "utf8") !== CONTENT) damage.push("a file was changed");
  if (readdirSync(folder).length !== 1) damage.push("a file appeared");
  return damage;
}

/** Make the things that candidates try to harm, in a temporary folder that any user may write to. */
async function withTargets<T>(body: (targets: HostileTargets) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "near-miss-hostile-"));
  const targets = { folder, file: join(folder, "keep.txt") };
  writeFileSync(targets.file, CONTENT);
  chmodSync(folder, 0o777);
  chmodSync(targets.file, 0o666);
  try {
    return await body(targets);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
