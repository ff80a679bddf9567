import { lineAt, lineStarts } from "./chunk-lines.ts";
import type { Span } from "./chunk-window.ts";

/** A way to cut files into chunks. */
export interface Chunking {
  id: string;
  /** Largest chunk, in characters. */
  size: number;
  /** Characters that neighbors share. */
  overlap: number;
  /** Spans of one file's text, in order. */
  split(text: string, path: string): Span[];
}

/** A piece of a file, as it is embedded and indexed. */
export interface Chunk extends Span {
  path: string;
  /** Place among its file's chunks, from 0. */
  index: number;
  /** First and last line that it touches, from 1. */
  lines: [from: number, to: number];
  text: string;
}

/** Chunks of one file, in order. */
export function chunkFile({ path, text }: { path: string; text: string }, chunking: Chunking): Chunk[] {
  const starts = lineStarts(text);
  return chunking.split(text, path).map(({ start, end }, index) => ({
    path,
    index,
    start,
    end,
    lines: [lineAt(starts, start), lineAt(starts, end - 1)],
    text: text.slice(start, end),
  }));
}

/** Chunks of every file, file after file in the order given. */
export const chunkCorpus = (files: readonly { path: string; text: string }[], chunking: Chunking): Chunk[] =>
  files.flatMap((file) => chunkFile(file, chunking));
