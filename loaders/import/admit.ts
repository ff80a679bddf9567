import { ascending, group } from "d3-array";
import { formatViolation, InputError, UserError, type Violation } from "../errors.ts";
import type { ExecutionPool } from "../execution/pool.ts";
import { enumerateMutants } from "../mutation/enumerate.ts";
import { snippetId } from "../store/digest.ts";
import { buildTask, completeOutcomes, knownKey, type KnownOutcomes } from "../tasks/build-corpus.ts";
import { suiteKey } from "../tasks/corpus-file.ts";
import type { Corpus } from "../tasks/corpus.ts";
import type { Dataset } from "../tasks/datasets.ts";
import { checkGates } from "../tasks/gates.ts";
import { GATE_WAIVERS, type GateWaiver } from "../tasks/imported-datasets.ts";
import { assemble } from "../tasks/load-corpus.ts";
import { parses, topLevelFunctions } from "../tasks/python-syntax.ts";
import type { PlacedTask } from "../tasks/read-tasks.ts";
import type { Mutant } from "../tasks/types.ts";
import { executeCanonicals } from "./canonicals.ts";
import type { Dropped } from "./rows.ts";
import { placeOf, Sieve } from "./sieve.ts";

export interface AdmitOptions {
  /** `strict`: any violation of a gate is an error. `waive`: what the gates let a dataset keep is counted, the rest dropped. */
  gates: "strict" | "waive";
  /** A task with fewer tests is dropped. */
  minTests: number;
  /** Leave out a test that the canonical does not pass, instead of the task: for examples cut out of their context. */
  dropFailingTests: boolean;
  onProgress?: (stage: string, done: number, total: number) => void;
}

export interface Admitted {
  tasks: PlacedTask[];
  corpus: Corpus;
  dropped: Dropped[];
  waived: Map<GateWaiver, number>;
}

/** What the rules of mutation make of each canonical that the grammar reads. */
function enumerate(tasks: readonly PlacedTask[], sieve: Sieve): { tasks: PlacedTask[]; mutants: Mutant[] } {
  const mutants: Mutant[] = [];
  const kept = sieve.keep(tasks, (task) => {
    if (!topLevelFunctions(task.canonical).includes(task.function_name))
      return ["does not define its function", `does not define ${task.function_name}`];
    const broken = task.tests.findIndex((test) => !parses(test));
    if (broken >= 0)
      return ["has a test that does not parse", `has test ${broken + 1}, which does not parse`];
    try {
      mutants.push(...enumerateMutants(task));
      return "";
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return ["is not Python that the grammar reads", error.message];
    }
  });
  return { tasks: kept, mutants };
}

/** The first task of those that share a key. */
function distinct(
  tasks: readonly PlacedTask[],
  key: (task: PlacedTask) => string,
  what: string,
  sieve: Sieve,
): PlacedTask[] {
  const seen = new Map<string, PlacedTask>();
  return sieve.keep(tasks, (task) => {
    const before = seen.get(key(task));
    if (before) return [`has the same ${what} as another task`, `has the same ${what} as ${placeOf(before)}`];
    seen.set(key(task), task);
    return "";
  });
}

/** Tasks whose pool does not hold a snippet of an earlier task, and their corpus. */
function buildDistinct(
  dataset: Dataset,
  tasks: readonly PlacedTask[],
  mutants: readonly Mutant[],
  known: KnownOutcomes,
  sieve: Sieve,
): { tasks: PlacedTask[]; corpus: Corpus } {
  const byTask = group(mutants, ({ taskId }) => taskId);
  const owners = new Map<string, string>();
  const built: ReturnType<typeof buildTask>[] = [];
  const kept = sieve.keep(tasks, (task) => {
    const own = buildTask(task, byTask.get(task.id) ?? [], known);
    const pool = own.snippets.filter(({ kind }) => kind === "canonical" || kind === "distractor");
    if (pool.length === 1) return "has no valid near-clone";
    const owner = pool.map(({ id }) => owners.get(id)).find((id) => id !== undefined);
    if (owner !== undefined)
      return ["shares a function with another task", `shares a function with ${owner}`];
    for (const { id } of pool) owners.set(id, task.id);
    built.push(own);
    return "";
  });
  return {
    tasks: kept,
    corpus: assemble(dataset, true, {
      tasks: built.map(({ task }) => task),
      snippets: built.flatMap(({ snippets }) => snippets),
    }),
  };
}

/**
 * Lets in what can be measured: the canonical is read by the grammar, passes its tests twice, has enough of them, has at
 * least one valid near-clone, and is nobody's double. Then the five gates.
 * @throws InputError (strict) with every violation of a gate and everything that would be dropped
 */
export async function admitTasks(
  dataset: Dataset,
  offered: readonly PlacedTask[],
  pool: ExecutionPool,
  options: AdmitOptions,
): Promise<Admitted> {
  const sieve = new Sieve();
  const say = options.onProgress ?? (() => undefined);
  const sorted = offered.toSorted((a, b) => ascending(a.id, b.id));
  let tasks = distinct(sorted, ({ id }) => id, "id", sieve);
  tasks = distinct(tasks, ({ query }) => query.trim().toLowerCase(), "question", sieve);
  tasks = distinct(tasks, ({ canonical }) => canonical, "code", sieve);
  const enumerated = enumerate(tasks, sieve);
  tasks = await executeCanonicals(enumerated.tasks, options.dropFailingTests, sieve);
  tasks = sieve.keep(tasks, ({ tests }) =>
    tests.length < options.minTests
      ? [
          `has fewer than ${options.minTests} tests`,
          `has ${tests.length} tests, fewer than ${options.minTests}`,
        ]
      : "",
  );
  const ids = new Set(tasks.map(({ id }) => id));
  const mutants = enumerated.mutants.filter(({ taskId }) => ids.has(taskId));
  const known = await completeOutcomes(
    tasks,
    mutants,
    new Map(),
    () => Promise.resolve(pool),
    (done, total) => say("mutants", done, total),
  );
  const unsteady = (task: PlacedTask): boolean =>
    known.get(knownKey(snippetId(task.canonical), suiteKey(task.tests)))!.outcomes.some((o) => o !== "pass");
  tasks = sieve.keep(tasks, (task) => (unsteady(task) ? "does not give the same outcomes twice" : ""));
  const waivers = options.gates === "waive" ? GATE_WAIVERS : [];
  const built = buildDistinct({ ...dataset, waivers }, tasks, mutants, known, sieve);
  return throughGates(built, sieve, options);
}

function throughGates(
  { tasks, corpus }: { tasks: PlacedTask[]; corpus: Corpus },
  { dropped }: Sieve,
  { gates }: AdmitOptions,
): Admitted {
  const { violations, waived } = checkGates(tasks, corpus);
  if (gates === "strict" && violations.length + dropped.length > 0)
    throw new InputError([...violations, ...dropped.map(asViolation)]);
  if (violations.length === 0) return { tasks, corpus, dropped, waived };
  // Repeated tests and the like: rare, not waivable, and nothing else hangs on the task.
  const bad = new Map(violations.map((violation) => [violation.item, violation]));
  for (const violation of violations)
    dropped.push({ reason: `task: breaks ${violation.rule}`, detail: formatViolation(violation) });
  const keep = (id: string): boolean => !bad.has(id);
  const rest = assemble(corpus.dataset, true, {
    tasks: corpus.tasks.filter(({ id }) => keep(id)),
    snippets: [...corpus.snippets, ...corpus.pool, ...corpus.rejected].filter(({ taskId }) => keep(taskId)),
  });
  const kept = tasks.filter(({ id }) => keep(id));
  return { tasks: kept, corpus: rest, dropped, waived: checkGates(kept, rest).waived };
}

/** A drop as a violation, for an import that allows none. */
function asViolation({ reason, detail }: Dropped): Violation {
  const [, file = "", line = "0", item = "-"] = /^(.*?):(\d+) (\S+)/.exec(detail) ?? [];
  return {
    file,
    line: Number(line),
    item,
    rule: "import",
    message: `${detail.replace(/^.*?:\d+ \S+ /, "")}.`,
    remedy: `Mend it, or import with --gates waive, which leaves out what ${reason.replace(/^\w+: /, "")}.`,
  };
}
