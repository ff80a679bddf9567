import { plainColumns, readWithFacts, writeWithFacts } from "../store/parquet-facts.ts";
import type { FileRanking } from "./rank-files.ts";
import { MODES, type Mode } from "./types.ts";

/** What is frozen of one query's ranking. Files are indices into the code base, which is sorted by path. */
export interface RankingRow {
  mode: Mode;
  question: string;
  form: string;
  /** The first 20 files, and the place of each one's best chunk among its chunks. */
  top: number[];
  topChunks: number[];
  /** Ranks of the question's labelled files in the complete ranking, in the question's order; halves where files tie. */
  labelled: number[];
  /** Files of the ten best chunks (the protocol `top-10 chunks`), best first. */
  listed: number[];
}

/** Rankings of one system over one chunking, and what they were made of. */
export interface RankingFile {
  system: string;
  chunking: string;
  /** Digests of the system's recipe, the code base and the questions: a file with others is out of date. */
  made: { recipe: string; corpus: string; questions: string };
  rows: RankingRow[];
}

/** A row of a ranking. @param labelled indices of the question's labelled files */
export const rankingRow = (
  mode: Mode,
  question: string,
  form: string,
  { ranks, top, topChunks, listed }: FileRanking,
  labelled: readonly number[],
): RankingRow => ({
  mode,
  question,
  form,
  top,
  topChunks,
  labelled: labelled.map((file) => ranks[file]!),
  listed,
});

type TextRow = Record<"mode" | "question" | "form", string>;

const LISTS = ["top", "topChunks", "labelled", "listed"] as const;

/** Average ranks are halves of integers: stored doubled. */
const scaleOf = (list: (typeof LISTS)[number]): number => (list === "labelled" ? 2 : 1);

function pack(values: readonly number[], scale: number): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setUint16(2 * i, value * scale, true));
  return bytes;
}

function unpack(bytes: Uint8Array, scale: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.byteLength >> 1 }, (_, i) => view.getUint16(2 * i, true) / scale);
}

/** Writes a file whole or not at all; lists are little-endian uint16, which Snappy and dictionaries make small. */
export function writeRankings(path: string, { system, chunking, made, rows }: RankingFile): void {
  const list = (name: (typeof LISTS)[number]) => ({
    name,
    type: "BYTE_ARRAY" as const,
    data: rows.map((row) => pack(row[name], scaleOf(name))),
    nullable: false,
    statistics: false,
  });
  const text = { mode: "STRING", question: "STRING", form: "STRING" } as const;
  writeWithFacts(path, [...plainColumns<TextRow>(rows, text), ...LISTS.map(list)], {
    system,
    chunking,
    ...made,
  });
}

type StoredRow = TextRow & Record<(typeof LISTS)[number], Uint8Array>;

/** Reads a file. @param command what makes it anew @throws UserError when it cannot be read */
export async function readRankings(path: string, command: string): Promise<RankingFile> {
  const made = { kind: "rankings", otherwise: `run \`${command}\`` };
  return readWithFacts<StoredRow, RankingFile>(path, made, ({ rows, fact }) => ({
    system: fact("system"),
    chunking: fact("chunking"),
    made: { recipe: fact("recipe"), corpus: fact("corpus"), questions: fact("questions") },
    rows: rows.map(rowOf),
  }));
}

function rowOf({ mode, question, form, ...lists }: StoredRow): RankingRow {
  const known = MODES.find((candidate) => candidate === mode);
  if (known === undefined) throw new Error(`it has a mode "${mode}"`);
  const of = (name: (typeof LISTS)[number]): number[] => unpack(lists[name], scaleOf(name));
  return {
    mode: known,
    question,
    form,
    top: of("top"),
    topChunks: of("topChunks"),
    labelled: of("labelled"),
    listed: of("listed"),
  };
}
