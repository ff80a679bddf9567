import { UserError } from "../errors.ts";
import { recipeDigest, MODELS_FILE, type System } from "../embedding/models.ts";
import { readVectors, vectorMatrix, vectorsPath } from "../embedding/vectors.ts";
import { rankBm25 } from "./bm25.ts";
import { rankRandom } from "./random.ts";
import { rankDense } from "./rank-dense.ts";
import { readRanking, rankingPath } from "./ranking-file.ts";
import { DEPTH, type Ranking } from "./ranking.ts";

/** A search pool as plain arrays. */
export interface SearchPool {
  dataset: string;
  queries: readonly { taskId: string; text: string | null }[];
  snippets: readonly { id: string; taskId: string; code: string | null }[];
}

/** Indices of each query's own snippets, in the pool's order. */
export function ownSnippets({ queries, snippets }: SearchPool): number[][] {
  const position = new Map(queries.map(({ taskId }, q) => [taskId, q]));
  const own: number[][] = queries.map(() => []);
  snippets.forEach(({ taskId }, s) => own[position.get(taskId)!]?.push(s));
  return own;
}

/**
 * Ranking of a system over a search pool, from what is frozen or committed: dense systems from their vectors file, BM25
 * from the text or, when the dataset's text is not here, from its frozen ranking, chance from its seed.
 * @throws UserError that names what is missing and the command that makes it
 */
export async function rankSystem(system: System, pool: SearchPool, depth = DEPTH): Promise<Ranking> {
  const { dataset, queries, snippets } = pool;
  const own = ownSnippets(pool);
  const corpus = { digests: snippets.map(({ id }) => id), own };
  const taskIds = queries.map(({ taskId }) => taskId);
  if (system.provider === "random")
    return rankRandom({ ...corpus, queryKeys: taskIds, seed: system.seed }, depth);
  if (system.provider === "bm25") {
    const questions = allText(queries.map(({ text }) => text));
    const codes = allText(snippets.map(({ code }) => code));
    if (questions && codes) {
      return rankBm25({ ...corpus, queries: questions, snippets: codes, k1: system.k1, b: system.b }, depth);
    }
    const ids = { dataset, system: system.id, queries: taskIds, snippets: corpus.digests, own };
    return readRanking(rankingPath(dataset, system.id), ids);
  }
  const file = await readVectors(vectorsPath(dataset, system.id));
  if (file.recipe !== recipeDigest(system)) {
    throw new UserError(
      `The vectors of ${system.id} for ${dataset} were made by another recipe than ${MODELS_FILE} gives now.`,
      `Run \`npm run embed -- --model ${system.id} --dataset ${dataset}\`, or undo the change of its entry.`,
    );
  }
  return rankDense(
    {
      ...corpus,
      queries: vectorMatrix(file, "query", taskIds),
      passages: vectorMatrix(file, "passage", corpus.digests),
      similarity: system.similarity,
    },
    depth,
  );
}

function allText(texts: (string | null)[]): string[] | undefined {
  return texts.every((text) => text !== null) ? texts : undefined;
}
