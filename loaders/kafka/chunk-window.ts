/** A half-open range of UTF-16 code units, as `String.prototype.slice` takes it. */
export interface Span {
  start: number;
  end: number;
}

export interface WindowSize {
  /** Characters (UTF-16 code units) a window. */
  size: number;
  /** Characters that a window shares with the one before. */
  overlap: number;
}

/**
 * Plain character windows over a text: each begins `size - overlap` after the one before, and the first that reaches
 * the end of the text is the last, so that no window lies within the overlap. An empty text has no window.
 *
 * An edge that would part a surrogate pair moves one unit back. The grid stays where it is: only the two windows that
 * meet at that edge become one unit longer or shorter.
 * @throws RangeError unless 0 <= overlap <= size - 2
 */
export function windowSpans(text: string, { size, overlap }: WindowSize): Span[] {
  const step = size - overlap;
  if (!Number.isInteger(size) || !Number.isInteger(overlap) || overlap < 0 || step < 2) {
    throw new RangeError(`a window of ${size} with an overlap of ${overlap} does not move on`);
  }
  const spans: Span[] = [];
  for (let start = 0; start < text.length; start += step) {
    const end = Math.min(start + size, text.length);
    spans.push({ start: edgeAt(text, start), end: edgeAt(text, end) });
    if (end === text.length) break;
  }
  return spans;
}

const edgeAt = (text: string, offset: number): number => (partsPair(text, offset) ? offset - 1 : offset);

function partsPair(text: string, offset: number): boolean {
  const isHigh = (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800;
  return isHigh && (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
}
