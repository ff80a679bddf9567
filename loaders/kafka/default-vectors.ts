import type { EmbeddingCache } from "../code-rag/embedding-cache.ts";
import type { RagQuestion } from "../code-rag/types.ts";
import { encodedText } from "../embedding/encoder.ts";
import { encodeHalves } from "../embedding/half-float.ts";
import { recipeDigest, type DenseSystem } from "../embedding/models.ts";
import {
  readVectors,
  textDigest,
  writeVectors,
  type VectorFile,
  type VectorRow,
} from "../embedding/vectors.ts";
import { UserError } from "../errors.ts";
import { FROZEN, fromRoot } from "../paths.ts";
import type { Chunk } from "./chunk.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import { KAFKA } from "./manifest.ts";
import { RANK_COMMAND } from "./study.ts";

/** The one combination whose vectors are committed: the cheapest system with the default chunking. */
export const DEFAULT_SYSTEM = "all-minilm-l6-v2";

export const DEFAULT_VECTORS_FILE = `${FROZEN}/kafka/vectors/${DEFAULT_SYSTEM}-${DEFAULT_CHUNKING}.parquet`;

/** Names of vectors: a chunk's by file and place, a question's by form. */
export const chunkItem = (file: number, index: number): string => `${file}#${index}`;
export const formItem = (question: string, form: string): string => `${question}/${form}`;

/** Vectors of every chunk and form as half floats. @param fileOf file of each chunk. Everything must be embedded. */
export function defaultVectors(
  system: DenseSystem,
  chunks: readonly Chunk[],
  fileOf: ArrayLike<number>,
  questions: readonly RagQuestion[],
  cache: EmbeddingCache,
): VectorFile {
  const row = (role: VectorRow["role"], item: string, text: string): VectorRow => {
    const { vector, tokens, truncated, visibleCharacters } = cache.get(role, text)!;
    const encoded = encodedText(system, role, text);
    return {
      item,
      role,
      textDigest: textDigest(encoded),
      tokens,
      truncated,
      visibleCharacters: Math.max(0, visibleCharacters - (encoded.length - text.length)),
      ownSimilarity: null,
      halves: encodeHalves(vector),
    };
  };
  const rows = [
    ...chunks.map(({ index, text }, chunk) => row("passage", chunkItem(fileOf[chunk]!, index), text)),
    ...questions.flatMap(({ id, forms }) =>
      forms.map(({ form, text }) => row("query", formItem(id, form), text)),
    ),
  ];
  return {
    dataset: KAFKA.corpus,
    system: system.id,
    recipe: recipeDigest(system),
    dimensions: system.dimensions,
    rows,
  };
}

export const writeDefaultVectors = (file: VectorFile): void =>
  writeVectors(fromRoot(DEFAULT_VECTORS_FILE), file);

/** @throws UserError when they are missing or broken */
export async function readDefaultVectors(): Promise<VectorFile> {
  try {
    return await readVectors(fromRoot(DEFAULT_VECTORS_FILE));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(
      `${DEFAULT_VECTORS_FILE} is missing or broken.`,
      `Restore it with \`git checkout -- ${DEFAULT_VECTORS_FILE}\`, or run \`npm run kafka:embed -- --model ${DEFAULT_SYSTEM} --chunking ${DEFAULT_CHUNKING}\` and \`${RANK_COMMAND}\`.`,
    );
  }
}
