/** Offset of the first character of each line; a line end belongs to its line, and a last one begins no further line. */
export function lineStarts(text: string): number[] {
  if (text === "") return [];
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0 && at + 1 < text.length; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/** Lines of a text, as editors and GitHub count them. */
export const countLines = (text: string): number => lineStarts(text).length;

/** 1-based line that holds the character at an offset. @param starts as `lineStarts` returns them */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
