import type { RankingFile, RankingRow } from "../code-rag/ranking-store.ts";
import type { Mode } from "../code-rag/types.ts";
import { type LabelledRanks, linesOverlap } from "../../src/shared/file-metrics.ts";
import type { ChunkRow } from "./chunk-rows.ts";
import { labelledFiles } from "./gold-rules.ts";
import type { Form, Question } from "./gold-schema.ts";

/** How rankings are read: every file by its best chunk, or only the files of the ten best chunks. */
export const PROTOCOLS = ["complete", "top_10_chunks"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** What one ranking says of one question's labelled files. */
export interface QuestionFacts extends Record<Protocol, LabelledRanks> {
  /** For each primary: whether it is among the first 20 files and its best chunk overlaps the owner's lines. */
  spanHits: boolean[];
  /** How many files the ten best chunks belong to. */
  listedFiles: number;
}

/** One mode of a system over a chunking: facts by form, one a question, undefined where the question lacks the form. */
export interface RankedList {
  system: string;
  chunking: string;
  mode: Mode;
  facts: ReadonlyMap<Form, readonly (QuestionFacts | undefined)[]>;
}

/** Lines of a chunking's chunks by file and place. */
export type ChunkLines = (file: number, index: number) => [from: number, to: number] | undefined;

export function chunkLines(rows: readonly ChunkRow[]): ChunkLines {
  const known = new Map(rows.map((row) => [`${row.file} ${row.index}`, row]));
  return (file, index) => {
    const row = known.get(`${file} ${index}`);
    return row && [row.line_from, row.line_to];
  };
}

/** @param indexOf of a path in the code base */
export function questionFacts(
  question: Question,
  row: RankingRow,
  linesOf: ChunkLines,
  indexOf: ReadonlyMap<string, number>,
): QuestionFacts {
  const labelled = labelledFiles(question).map(({ path, role }, place) => {
    const file = indexOf.get(path)!;
    const listed = row.listed.indexOf(file);
    return { role, file, complete: row.labelled[place]!, listed: listed < 0 ? Infinity : listed + 1 };
  });
  const ranksOf = (role: string, protocol: "complete" | "listed"): number[] =>
    labelled.filter((one) => one.role === role).map((one) => one[protocol]);
  const both = (protocol: "complete" | "listed"): LabelledRanks => ({
    primaries: ranksOf("primary", protocol),
    adversarials: ranksOf("adversarial", protocol),
  });
  const spanHits = question.retrieval.primary.map(({ path, lines }) => {
    const place = row.top.indexOf(indexOf.get(path)!);
    const found = place < 0 ? undefined : linesOf(row.top[place]!, row.topChunks[place]!);
    return found !== undefined && linesOverlap(found, lines);
  });
  return {
    complete: both("complete"),
    top_10_chunks: both("listed"),
    spanHits,
    listedFiles: row.listed.length,
  };
}

/** The lists of one ranking file, a mode each. */
export function rankedLists(
  { system, chunking, rows }: RankingFile,
  questions: readonly Question[],
  linesOf: ChunkLines,
  indexOf: ReadonlyMap<string, number>,
): RankedList[] {
  const places = new Map(questions.map(({ id }, index) => [id, index]));
  const modes = new Map<Mode, Map<Form, (QuestionFacts | undefined)[]>>();
  for (const row of rows) {
    const facts = modes.get(row.mode) ?? new Map<Form, (QuestionFacts | undefined)[]>();
    modes.set(row.mode, facts);
    const form = row.form as Form;
    const list = facts.get(form) ?? new Array<QuestionFacts | undefined>(questions.length).fill(undefined);
    facts.set(form, list);
    const place = places.get(row.question)!;
    list[place] = questionFacts(questions[place]!, row, linesOf, indexOf);
  }
  return [...modes].map(([mode, facts]) => ({ system, chunking, mode, facts }));
}
