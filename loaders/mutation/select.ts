import { BUG_TYPES, type BugType } from "../../src/shared/vocabulary.ts";
import type { Outcome } from "../execution/types.ts";
import { sha256 } from "../store/digest.ts";
import type { Mutant } from "../tasks/types.ts";

/** A valid mutant with the outcomes of its task's suite. */
export interface ValidMutant {
  mutant: Mutant;
  outcomes: readonly Outcome[];
}

interface Candidate {
  mutant: Mutant;
  /** Which tests fail, as a key. */
  subset: string;
  /** Line of the edit, 0-based. */
  line: number;
}

/**
 * Chooses the distractors of one task from its valid mutants (all of them when there are no more than `count`).
 *
 * Bug types take turns, in an order that the digest of task and type decides, so that over a corpus every type has the same
 * chance and none always comes first. Within a type, a mutant that fails another subset of the tests than those already chosen
 * goes first, then one on another line, then the smaller id. If all chosen fail the same subset although the pool has another, one is
 * exchanged (gate 4). The result depends on the set alone, not on its order, and ids are digests of the code: a mutant that
 * joins the pool changes the choice only if it wins its place.
 */
export function selectDistractors(valid: readonly ValidMutant[], count = 4): Mutant[] {
  const pool = valid.map(toCandidate).sort((a, b) => (a.mutant.id < b.mutant.id ? -1 : 1));
  const order = typeOrder(pool);
  const chosen: Candidate[] = [];
  while (chosen.length < Math.min(count, pool.length)) {
    for (const type of order) {
      const best = pickBest(pool, chosen, (candidate) => candidate.mutant.bugType === type);
      if (best !== undefined && chosen.length < count) chosen.push(best);
    }
  }
  return ensureTwoSubsets(chosen, pool).map(({ mutant }) => mutant);
}

function toCandidate({ mutant, outcomes }: ValidMutant): Candidate {
  return {
    mutant,
    subset: outcomes.map((outcome) => (outcome === "pass" ? "." : "x")).join(""),
    // The mutant equals its canonical up to the edit.
    line: mutant.code.slice(0, mutant.span.from).split("\n").length - 1,
  };
}

function typeOrder(pool: readonly Candidate[]): BugType[] {
  const taskId = pool[0]?.mutant.taskId ?? "";
  const key = (type: BugType): string => sha256(`${taskId}\n${type}`);
  return [...BUG_TYPES].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function pickBest(
  pool: readonly Candidate[],
  chosen: readonly Candidate[],
  fits: (candidate: Candidate) => boolean,
): Candidate | undefined {
  const penalty = ({ subset, line }: Candidate): number =>
    (chosen.some((other) => other.subset === subset) ? 2 : 0) +
    (chosen.some((other) => other.line === line) ? 1 : 0);
  const open = pool.filter((candidate) => fits(candidate) && !chosen.includes(candidate));
  return open.reduce<Candidate | undefined>(
    (best, candidate) => (best === undefined || penalty(candidate) < penalty(best) ? candidate : best),
    undefined,
  );
}

/** Exchanges the last choice that can be, within its bug type if possible, where all fail the same subset of the tests. */
function ensureTwoSubsets(chosen: Candidate[], pool: readonly Candidate[]): Candidate[] {
  const [first] = chosen;
  if (chosen.length < 2 || chosen.some(({ subset }) => subset !== first!.subset)) return chosen;
  const differs = (candidate: Candidate): boolean => candidate.subset !== first!.subset;
  for (const old of chosen.toReversed()) {
    const sameType = (other: Candidate): boolean =>
      differs(other) && other.mutant.bugType === old.mutant.bugType;
    const better = pickBest(pool, chosen, sameType);
    if (better !== undefined) return chosen.map((candidate) => (candidate === old ? better : candidate));
  }
  const anyType = pickBest(pool, chosen, differs);
  return anyType === undefined ? chosen : [...chosen.slice(0, -1), anyType];
}
