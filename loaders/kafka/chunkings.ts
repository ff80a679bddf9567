import type { Chunking } from "./chunk.ts";
import { windowSpans } from "./chunk-window.ts";
import { syntaxSpans } from "./syntax-chunk.ts";

const windowChunking = (size: number, overlap: number): Chunking => ({
  id: `c${size}-o${overlap}`,
  size,
  overlap,
  split: (text) => windowSpans(text, { size, overlap }),
});

/** Code's own pieces instead of windows, at the default window's size: what boundaries alone do. */
const SYNTAX: Chunking = {
  id: "syntax-1500",
  size: 1500,
  overlap: 0,
  split: (text, path) => syntaxSpans(text, 1500, path.endsWith(".scala") ? "scala" : "java"),
};

/** Every chunking that is measured, by size; the syntax splitter last. */
export const CHUNKINGS: readonly Chunking[] = [
  windowChunking(500, 100),
  windowChunking(750, 100),
  windowChunking(1500, 200),
  windowChunking(3000, 300),
  windowChunking(6000, 500),
  SYNTAX,
];

/** The chunking whose vectors are frozen. */
export const DEFAULT_CHUNKING = "c1500-o200";

/** @throws Error for an id that no chunking has */
export function chunkingById(id: string): Chunking {
  const found = CHUNKINGS.find((chunking) => chunking.id === id);
  if (!found) throw new Error(`unknown chunking ${id}`);
  return found;
}
