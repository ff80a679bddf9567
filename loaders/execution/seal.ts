import { join } from "node:path";
import { AppendLog, type LogEntry } from "./append-log.ts";
import type { Ask, Lanes } from "./lanes.ts";
import { allPass, isOutcome } from "./outcome.ts";
import { OutcomeCache, sha256 } from "./outcome-cache.ts";
import { DEFAULT_CAP_MS, type SealRequest, type SealVerdict } from "./types.ts";

// The pass was found under the definition's cap; here a cap only ends what hangs, and the values take their way.
const PATIENCE = 3;

/** What the judge says of one pair by itself. */
interface Judgement {
  sealed: boolean;
  /** Why not: an outcome, or the obstacle in words. */
  reason: string;
  /** The obstacle lies in the suite, whoever the candidate is. */
  suiteCannotBeSealed: boolean;
}

/** Judgements on disk, as outcomes are. */
export class SealCache {
  #known = new Map<string, Judgement>();
  #log: AppendLog;

  constructor(folder: string, pythonVersion: string, warn: (message: string) => void) {
    this.#log = new AppendLog(
      join(folder, "seals.jsonl"),
      pythonVersion,
      (entry) => this.#accept(entry),
      warn,
    );
  }

  get(key: string): Judgement | undefined {
    return this.#known.get(key);
  }

  set(key: string, judgement: Judgement): void {
    this.#known.set(key, judgement);
    this.#log.append({ key, ...judgement });
  }

  #accept({ key, sealed, reason, suiteCannotBeSealed }: LogEntry): string | undefined {
    if (typeof key !== "string" || typeof sealed !== "boolean" || typeof reason !== "string") {
      return "an entry without key, verdict or reason";
    }
    this.#known.set(key, { sealed, reason, suiteCannotBeSealed: suiteCannotBeSealed === true });
    return undefined;
  }
}

export interface SealOptions {
  /** Called as pairs are judged; the references of refuted ones follow without a count. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Judge pairs that pass in the isolated runner once more, with the tests in a process that the candidate never
 * enters.
 *
 * A pair that does not pass there is refuted when the reference does, for then the suite can be sealed and the
 * pass was forged. When the reference does not either, the suite cannot be sealed, and the reference's reason is
 * given. Without a reference only an obstacle in the suite itself counts as one.
 */
export async function confirmPasses(
  lanes: Lanes,
  cache: SealCache | undefined,
  requests: readonly SealRequest[],
  options: SealOptions = {},
): Promise<Map<string, SealVerdict>> {
  const judgements = new Map<string, Judgement>();
  const judgeAll = async (wanted: readonly SealRequest[]): Promise<void> => {
    const open = new Map<string, SealRequest>();
    for (const request of wanted) {
      const key = keyOf(request);
      const known = cache?.get(key);
      if (known) judgements.set(key, known);
      if (!judgements.has(key)) open.set(key, request);
    }
    const late: [string, SealRequest][] = [];
    const judgeOne =
      (patient: boolean) =>
      async (ask: Ask, [key, request]: [string, SealRequest]) => {
        const judgement = await judge(ask, request);
        if (patient && judgement.reason === "TIMEOUT") late.push([key, request]);
        else {
          judgements.set(key, judgement);
          cache?.set(key, judgement);
          options.onProgress?.(Math.min(judgements.size, requests.length), requests.length);
        }
      };
    await lanes.each([...open], judgeOne(true), { signal: options.signal });
    await lanes.each(late, judgeOne(false), { signal: options.signal, alone: true });
  };
  await judgeAll(requests);
  const doubtful = requests.filter((request) => !judgements.get(keyOf(request))!.sealed);
  await judgeAll(doubtful.flatMap((request) => referenceOf(request) ?? []));
  options.onProgress?.(requests.length, requests.length);
  return new Map(requests.map((request) => [request.id, conclude(request, judgements)]));
}

async function judge(ask: Ask, request: SealRequest): Promise<Judgement> {
  const frame = await ask({
    op: "run",
    code: request.code,
    tests: request.tests,
    entry_point: request.entryPoint ?? null,
    cap: PATIENCE * Math.max(request.capMs ?? 0, DEFAULT_CAP_MS),
  });
  for (const obstacle of ["unsealable", "unplain"] as const) {
    const reason = frame[obstacle];
    if (typeof reason === "string") {
      return { sealed: false, reason, suiteCannotBeSealed: obstacle === "unsealable" };
    }
  }
  const outcomes = (frame.outcomes as unknown[]).filter(isOutcome);
  const sealed = allPass(outcomes) && outcomes.length === request.tests.length;
  return { sealed, reason: sealed ? "" : (outcomes.at(-1) ?? "no outcome"), suiteCannotBeSealed: false };
}

function conclude(request: SealRequest, judgements: ReadonlyMap<string, Judgement>): SealVerdict {
  const own = judgements.get(keyOf(request))!;
  if (own.sealed) return { id: request.id, seal: "sealed", reason: "" };
  const reference = referenceOf(request);
  if (reference === undefined) {
    return { id: request.id, seal: own.suiteCannotBeSealed ? "unsealable" : "refuted", reason: own.reason };
  }
  const trusted = judgements.get(keyOf(reference))!;
  if (trusted.sealed) return { id: request.id, seal: "refuted", reason: own.reason };
  const reason = isOutcome(trusted.reason)
    ? `the reference gets ${trusted.reason} when sealed`
    : trusted.reason;
  return { id: request.id, seal: "unsealable", reason };
}

/** The trusted candidate of a request's suite, as a request of its own. */
function referenceOf(request: SealRequest): SealRequest | undefined {
  return request.reference === undefined ? undefined : { ...request, code: request.reference };
}

function keyOf(request: SealRequest): string {
  return sha256(`${OutcomeCache.key(request)} ${request.entryPoint ?? ""}`);
}
