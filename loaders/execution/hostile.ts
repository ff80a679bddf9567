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
import { hostileCases, type HostileTargets } from "./hostile-cases.ts";
import type { ExecutionPool } from "./pool.ts";
import type { Outcome, SealVerdict } from "./types.ts";

const TEST = "assert target(1) == 2";
const CONTENT = "untouched\n";

/** One row of the table on the execution page. */
export interface HostileRow {
  case: string;
  /** What must come out; a forgery's isolated `pass` must be refuted by the sealed judge. */
  expected: Outcome | "refuted";
  /** What came out; `not run` where this machine lacks the layer that would stop it. */
  outcome: Outcome | SealVerdict["seal"] | "not run";
  elapsed_ms: number;
}

/**
 * Run every hostile case that this machine can stop.
 *
 * @param capMs cap of each suite; those that never end take all of it, so it is shorter than the definition's
 * @throws Error when a candidate did harm: then no row would be worth reading
 */
export async function runHostileTable(pool: ExecutionPool, capMs = 2_000): Promise<HostileRow[]> {
  return withTargets(async (targets) => {
    const cases = hostileCases(targets);
    const layers = await pool.describeLayers();
    const hasFilter = layers.some(({ name, active }) => name === "seccomp" && active);
    const requests = cases
      .filter(({ needsFilter }) => hasFilter || !needsFilter)
      .map(({ name, code, tests = [TEST] }) => ({ id: name, code, tests, capMs }));
    const results = await pool.run(requests, { confirmTimeouts: false });
    const forgeries = new Set(cases.filter(({ forgery }) => forgery).map(({ name }) => name));
    const believed = requests.filter(
      ({ id }) => forgeries.has(id) && results.get(id)!.outcomes[0] === "pass",
    );
    const seals = await pool.confirmPasses(believed.map((request) => ({ ...request, entryPoint: "target" })));
    const damage = damageTo(targets);
    if (damage.length > 0) throw new Error(`a hostile candidate did harm: ${damage.join(", ")}`);
    return cases.map(({ name, expected, forgery }) => {
      const result = results.get(name);
      return {
        case: name,
        expected: forgery ? "refuted" : expected,
        outcome: seals.get(name)?.seal ?? result?.outcomes[0] ?? "not run",
        elapsed_ms: Math.round(result?.elapsedMs ?? 0),
      };
    });
  });
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
