import { basename } from "node:path";
import { InputError, type Violation } from "../errors.ts";
import type { Matrix } from "../retrieval/similarity-graph.ts";
import type { NpyArray } from "../store/npy.ts";
import { layoutError, type Member, readMembers } from "./embedding-arrays.ts";
import type { BundleData } from "./read-data.ts";

/** One dense system's vectors, rows in the order of the bundle's corpus and query files. */
export interface SystemVectors {
  files: string[];
  corpus: Matrix;
  queries: Matrix;
  dtype: string;
  /** What a reader of the report should know of how the arrays were understood. */
  notes: string[];
}

type Side = "corpus" | "queries";

const SIDES: readonly Side[] = ["corpus", "queries"];

/** What a name says of the side it belongs to, where sizes and ids do not decide. */
const SIDE_NAME: Record<Side, RegExp> = {
  corpus: /corpus|doc|passage|snippet|code/i,
  queries: /quer/i,
};

/** Embedding files by the system's name in theirs: one file, or one a side (`X_corpus.npz`, `X_queries.npz`). */
export function groupEmbeddings(files: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files.filter((path) => /^embeddings\/.+\.npz$/.test(path)).sort()) {
    const stem = basename(file, ".npz").replace(/[-_.](corpus|queries|query|docs|documents|passages)$/, "");
    groups.set(stem, [...(groups.get(stem) ?? []), file]);
  }
  return groups;
}

/**
 * A system's vectors. How the files name their arrays is not documented, so they are known by type and shape: a matrix
 * of floats a side, and the side's ids as text beside it; without ids, rows are taken in the order of the data files.
 * @throws InputError that lists the arrays found when they cannot be told apart, or names each row that lacks a vector,
 *   is not finite or is all zeros
 */
export function readVectors(folder: string, files: readonly string[], data: BundleData): SystemVectors {
  const members = files.flatMap((file) => readMembers(folder, file));
  const idsOf: Record<Side, string[]> = {
    corpus: data.snippets.map(({ id }) => id),
    queries: data.queries.map(({ id }) => id),
  };
  const notes: string[] = [];
  const sides = SIDES.map((side) => {
    const ids = idArray(members, idsOf[side]);
    const matrix = matrixOf(members, side, ids?.length ?? idsOf[side].length, files.join(" and "));
    if (!ids)
      notes.push(`${matrix.name} has no ids beside it: its rows are taken in the order of the data file`);
    return aligned(matrix, ids ?? idsOf[side], idsOf[side], notes);
  });
  const [corpus, queries] = sides as [SideMatrix, SideMatrix];
  if (corpus.matrix.columns !== queries.matrix.columns) {
    layoutError(files.join(" and "), members, "Corpus and queries have vectors of different lengths.");
  }
  const violations = sides.flatMap(({ violations }) => violations);
  if (violations.length > 0) throw new InputError(violations);
  return { files: [...files], corpus: corpus.matrix, queries: queries.matrix, dtype: corpus.dtype, notes };
}

/** The text array that holds these ids: half of its entries are enough, so that a wrong one is named and not overlooked. */
function idArray(members: readonly Member[], ids: readonly string[]): string[] | undefined {
  const known = new Set(ids);
  return members
    .map(({ array }) => array?.values)
    .filter((values): values is string[] => Array.isArray(values))
    .find((values) => values.filter((id) => known.has(id)).length * 2 > values.length);
}

type FloatMember = Member & { array: NpyArray & { values: Float64Array } };

const isMatrix = (member: Member): member is FloatMember =>
  member.array?.shape.length === 2 && /^.f\d$/.test(member.array.dtype);

/** The matrix with this many rows; where both sides have as many, the one whose name (or file) says the side. */
function matrixOf(members: readonly Member[], side: Side, rows: number, file: string): FloatMember {
  const matrices = members.filter(isMatrix);
  const fitting = matrices.filter(({ array }) => array.shape[0] === rows);
  const named = fitting.filter((member) => SIDE_NAME[side].test(`${basename(member.file)} ${member.name}`));
  const found = fitting.length === 1 ? fitting[0] : named.length === 1 ? named[0] : undefined;
  return (
    found ??
    layoutError(
      file,
      members,
      `${fitting.length === 0 ? "No" : "More than one"} float matrix of ${rows} rows can be the ${side}.`,
    )
  );
}

interface SideMatrix {
  matrix: Matrix;
  dtype: string;
  violations: Violation[];
}

/** Rows in the order wanted, as float32. */
function aligned(
  { file, name, array }: FloatMember,
  ids: readonly string[],
  wanted: readonly string[],
  notes: string[],
): SideMatrix {
  const columns = array.shape[1]!;
  const violations: Violation[] = [];
  const report = (item: string, message: string) =>
    violations.push({
      file,
      line: 0,
      item,
      rule: name,
      message,
      remedy: "Download this file of the bundle again.",
    });
  const rowOf = new Map<string, number>();
  const known = new Set(wanted);
  ids.forEach((id, row) => {
    if (!known.has(id)) report(id, `is at row ${row + 1}, but is not an id of the data files.`);
    else if (rowOf.has(id)) report(id, `is at row ${row + 1} and at row ${rowOf.get(id)! + 1}.`);
    else rowOf.set(id, row);
  });
  const data = new Float32Array(wanted.length * columns);
  let rounded = 0;
  wanted.forEach((id, place) => {
    const row = rowOf.get(id);
    if (row === undefined) return report(id, "has no vector.");
    const values = array.values.subarray(row * columns, (row + 1) * columns);
    data.set(values, place * columns);
    if (!values.every(Number.isFinite)) report(id, `has a value that is not finite (row ${row + 1}).`);
    else if (values.every((value) => value === 0)) report(id, `has a vector of zeros (row ${row + 1}).`);
    if (values.some((value, i) => data[place * columns + i] !== value)) rounded++;
  });
  if (rounded > 0) notes.push(`${rounded} rows of ${name} were rounded to float32`);
  if (ids.some((id, row) => id !== wanted[row]))
    notes.push(`${name} has its rows in another order than the data file`);
  return { matrix: { rows: wanted.length, columns, data }, dtype: array.dtype, violations };
}
