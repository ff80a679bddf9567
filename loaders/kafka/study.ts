import type { CodeBase, RagQuestion } from "../code-rag/types.ts";
import { isDense, readModels, recipeDigest, type Bm25System, type System } from "../embedding/models.ts";
import { UserError } from "../errors.ts";
import { FROZEN, fromRoot } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import { labelledFiles } from "./gold-rules.ts";
import { formTexts, type Question } from "./gold-schema.ts";
import { KAFKA, type Manifest, type SourceFile } from "./manifest.ts";

/** Absolute path of one system's frozen rankings over one chunking. */
export const rankingsPath = (system: string, chunking: string): string =>
  fromRoot(FROZEN, "kafka", "rankings", chunking, `${system}.parquet`);

/** Absolute path of the line spans of a chunking's chunks. */
export const chunksPath = (chunking: string): string =>
  fromRoot(FROZEN, "kafka", "chunks", `${chunking}.parquet`);

/** The command that freezes rankings. */
export const RANK_COMMAND = "npm run kafka:rank";

export const codeBaseOf = (files: readonly SourceFile[]): CodeBase => ({ id: KAFKA.corpus, files });

export const ragQuestion = (question: Question): RagQuestion => ({
  id: question.id,
  forms: formTexts(question),
  labelled: labelledFiles(question).map(({ path, role }) => ({ path, role })),
});

/** The lexical system of the study. */
export function lexicalSystem(systems: readonly System[] = readModels()): Bm25System {
  const found = systems.find((system): system is Bm25System => system.provider === "bm25");
  if (found) return found;
  throw new UserError("data/models.yaml has no BM25 system.", "Add one: the study ranks with it.");
}

/** Version of the ranking's own rules: raise it when other rankings come from the same vectors. */
const RULES = 1;

/** What decides rankings: a frozen file that was made of something else is out of date. */
export function madeOf(
  system: System,
  chunking: string,
  questions: readonly RagQuestion[],
  { files }: Manifest,
  lexical: Bm25System = lexicalSystem(),
): { recipe: string; corpus: string; questions: string } {
  const bm25 = digestOf({ k1: lexical.k1, b: lexical.b });
  const own = isDense(system) ? recipeDigest(system) : bm25;
  return {
    recipe: digestOf({ own, bm25, chunking, rules: RULES }),
    corpus: digestOf(files.map(({ path, sha256 }) => [path, sha256])),
    questions: digestOf(questions),
  };
}
