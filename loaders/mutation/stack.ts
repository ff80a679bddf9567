import { lineBlock, splitLines, type LineBlock } from "../../src/shared/edit-size.ts";
import { sha256, snippetId } from "../store/digest.ts";
import { parsePython, PythonSyntaxError } from "./syntax/tree.ts";

/** What stacking needs of a mutant. */
export interface StackMember {
  id: string;
  code: string;
}

/** Several mutants of one canonical in one snippet. */
export interface Stack {
  id: string;
  code: string;
  /** Ids of the mutants it is made of, sorted. */
  members: string[];
}

interface Block extends StackMember {
  block: LineBlock;
}

/** At most so many members are combined; C(16, 6) = 8,008 combinations are quick to try. */
const MOST_MEMBERS = 16;

/**
 * Composes `count` mutants of a canonical whose edits do not meet (paper, appendix G.2): mutants whose line diff is one contiguous
 * block, on pairwise disjoint lines; an insertion holds the line it follows. Combinations are ranked by the digest of their
 * members, the first `limit` that parse are returned (two deleted guards may leave an empty block). Whether a stack still passes
 * the tests is for execution to say.
 */
export function stackMutants(
  canonical: string,
  members: readonly StackMember[],
  count: number,
  limit = 8,
): Stack[] {
  const lines = splitLines(canonical);
  const end = canonical.endsWith("\n") ? "\n" : "";
  const known = new Set([canonical, ...members.map(({ code }) => code)].map(snippetId));
  const ranked = combinations(eligible(canonical, members), count)
    .map((combination) => ({ combination, rank: sha256(idsOf(combination).join("\n")) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const stacks: Stack[] = [];
  for (const { combination } of ranked) {
    if (stacks.length === limit) break;
    const code = compose(lines, combination) + end;
    const id = snippetId(code);
    if (known.has(id) || !parses(code)) continue;
    known.add(id);
    stacks.push({ id, code, members: idsOf(combination) });
  }
  return stacks;
}

function idsOf(members: readonly StackMember[]): string[] {
  return members.map(({ id }) => id).sort();
}

/** Members whose line diff is one block, in the order in which they are drawn; the first 16. */
function eligible(canonical: string, members: readonly StackMember[]): Block[] {
  const blocks = [...new Map(members.map((member) => [member.id, member])).values()].flatMap(
    (member): Block[] => {
      const block = lineBlock(canonical, member.code);
      return block === null ? [] : [{ ...member, block }];
    },
  );
  return drawOrder(blocks, ({ block }) => block.from).slice(0, MOST_MEMBERS);
}

/**
 * The order in which mutants are drawn for stacking: by the digest of their ids, those on a first line of their own before
 * those that share it, so that the first few are likely to be combined.
 * @param firstLine canonical line on which a mutant's edit begins
 */
export function drawOrder<T extends { id: string }>(
  mutants: readonly T[],
  firstLine: (mutant: T) => number,
): T[] {
  const digests = new Map(mutants.map(({ id }) => [id, sha256(id)]));
  const sorted = mutants.toSorted((a, b) => (digests.get(a.id)! < digests.get(b.id)! ? -1 : 1));
  const taken = new Map<number, number>();
  const turn = new Map(
    sorted.map((mutant) => {
      const earlier = taken.get(firstLine(mutant)) ?? 0;
      taken.set(firstLine(mutant), earlier + 1);
      return [mutant.id, earlier];
    }),
  );
  return sorted.sort((a, b) => turn.get(a.id)! - turn.get(b.id)!);
}

/** All sets of `count` blocks on disjoint lines. */
function combinations(blocks: readonly Block[], count: number): Block[][] {
  if (count === 0) return [[]];
  return blocks.flatMap((first, at) => {
    const rest = blocks.slice(at + 1).filter((other) => areDisjoint(first.block, other.block));
    return combinations(rest, count - 1).map((others) => [first, ...others]);
  });
}

function areDisjoint(a: LineBlock, b: LineBlock): boolean {
  return a.to < b.from || b.to < a.from;
}

/** Replaces from the last block to the first, so that line numbers stay true. */
function compose(canonical: readonly string[], blocks: readonly Block[]): string {
  const lines = [...canonical];
  for (const { block } of blocks.toSorted((a, b) => b.block.from - a.block.from)) {
    const start = Math.max(0, block.from - 1);
    lines.splice(start, block.from === 0 ? 0 : block.to - block.from + 1, ...block.lines);
  }
  return lines.join("\n");
}

function parses(code: string): boolean {
  try {
    parsePython(code);
    return true;
  } catch (error) {
    if (error instanceof PythonSyntaxError) return false;
    throw error;
  }
}
