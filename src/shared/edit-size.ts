import { diffArrays, diffChars } from "diff";

/** How large an edit of a canonical is. */
export interface EditSize {
  /**
   * Characters (code points) of the regions that `diffChars` calls changed, the longer side of each, summed. Character diffs are not
   * unique: another algorithm may find other regions.
   */
  characters: number;
  /** `characters` relative to the canonical's length in code points. */
  relative: number;
  /** Lines of the changed regions of a line diff, the longer side of each, summed. */
  lines: number;
  /**
   * Canonical lines (1-based, inclusive) that the edit replaces when the line diff is one contiguous block, else `null`. An insertion
   * counts as the line it follows (0 before the first). `lines` then are what stands in their place.
   */
  block: LineBlock | null;
}

export interface LineBlock {
  from: number;
  to: number;
  /** The lines that replace the range; for an insertion they begin with the line it follows. */
  lines: string[];
}

/** Labels of the edit-size buckets in characters, smallest first (paper, appendix G.1). */
export const EDIT_SIZE_BUCKETS = ["1", "2", "3-5", "6-10", "11-20", "21+"] as const;
export type EditSizeBucket = (typeof EDIT_SIZE_BUCKETS)[number];

const BUCKET_ENDS = [1, 2, 5, 10, 20];

/** Bucket of a number of changed characters (at least 1). */
export function editSizeBucket(characters: number): EditSizeBucket {
  const at = BUCKET_ENDS.findIndex((end) => characters <= end);
  return EDIT_SIZE_BUCKETS[at < 0 ? BUCKET_ENDS.length : at]!;
}

/** Measures what separates a mutant from its canonical. */
export function editSize(canonical: string, mutant: string): EditSize {
  const characters = longerSides(diffChars(canonical, mutant)).reduce((sum, size) => sum + size, 0);
  const changes = diffArrays(splitLines(canonical), splitLines(mutant));
  const sides = longerSides(changes);
  return {
    characters,
    relative: characters / Math.max(1, [...canonical].length),
    lines: sides.reduce((sum, size) => sum + size, 0),
    block: sides.length === 1 ? blockOf(changes) : null,
  };
}

/** The one changed block of a line diff; `null` when there is none or more than one. */
export function lineBlock(canonical: string, mutant: string): LineBlock | null {
  const changes = diffArrays(splitLines(canonical), splitLines(mutant));
  return longerSides(changes).length === 1 ? blockOf(changes) : null;
}

/** Lines of a source; the one after a final line break does not count. */
export function splitLines(source: string): string[] {
  return source.replace(/\n$/, "").split("\n");
}

interface Change<Value> {
  value: Value;
  added: boolean;
  removed: boolean;
  count: number;
}

/** Size of each changed region: runs of neighboring removals and additions, the longer of both. */
function longerSides(changes: readonly Change<unknown>[]): number[] {
  const sizes: number[] = [];
  let added = 0;
  let removed = 0;
  const close = (): void => {
    if (added + removed > 0) sizes.push(Math.max(added, removed));
    added = removed = 0;
  };
  for (const change of changes) {
    if (change.added) added += change.count;
    else if (change.removed) removed += change.count;
    else close();
  }
  close();
  return sizes;
}

function blockOf(changes: readonly Change<string[]>[]): LineBlock {
  const start = changes.findIndex((change) => change.added || change.removed);
  const before = changes.slice(0, start).flatMap((change) => change.value);
  const changed = changes.slice(start).filter((change) => change.added || change.removed);
  const added = changed.flatMap((change) => (change.added ? change.value : []));
  const removed = changed.reduce((sum, change) => sum + (change.removed ? change.count : 0), 0);
  if (removed > 0) return { from: before.length + 1, to: before.length + removed, lines: added };
  return { from: before.length, to: before.length, lines: [...before.slice(-1), ...added] };
}
