import type { Document, LineCounter } from "yaml";

/** 1-based line of the value on a path, or of the deepest one above it that exists; 1 where there is none. */
export function lineOnPath(
  document: Document,
  lines: LineCounter,
  path: readonly (string | number)[],
): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    const range = (node as { range?: [number, number, number] } | undefined)?.range;
    if (range) return lines.linePos(range[0]).line;
  }
  return 1;
}
