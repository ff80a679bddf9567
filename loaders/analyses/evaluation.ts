import { existsSync } from "node:fs";
import { UserError } from "../errors.ts";
import { encodedText } from "../embedding/encoded-text.ts";
import { type DenseSystem, isDense, recipeDigest, type System } from "../embedding/models.ts";
import { runSystems } from "../embedding/registered.ts";
import {
  corpusMatrices,
  missingItems,
  readVectors,
  textDigest,
  type VectorFile,
  vectorsPath,
} from "../embedding/vectors.ts";
import { rankBm25 } from "../retrieval/bm25.ts";
import { rankRandom } from "../retrieval/random.ts";
import { rankDense } from "../retrieval/rank-dense.ts";
import type { Ranking, RankingCorpus } from "../retrieval/ranking.ts";
import { readRanking, rankingPath } from "../retrieval/ranking-file.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { readCrossPasses } from "../tasks/cross-passes.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";

/** Why a system cannot rank a dataset; caught and listed, never thrown to the user. */
class CannotRank extends Error {}

/** @throws CannotRank when a text has no vector, or one of another text or recipe */
function checkVectors(corpus: Corpus, system: DenseSystem, file: VectorFile): void {
  const command = `npm run embed -- --model ${system.id} --dataset ${corpus.dataset.id}`;
  if (file.recipe !== recipeDigest(system)) throw new CannotRank(`vectors of another recipe: ${command}`);
  const queries = missingItems(
    file,
    "query",
    corpus.tasks.map(({ id }) => id),
  ).length;
  const passages = missingItems(
    file,
    "passage",
    corpus.snippets.map(({ id }) => id),
  ).length;
  if (queries + passages > 0)
    throw new CannotRank(`${queries} queries and ${passages} snippets lack a vector: ${command}`);
  if (!corpus.hasText) return;
  const known = new Map(
    file.rows.filter(({ role }) => role === "query").map((row) => [row.item, row.textDigest]),
  );
  const changed = corpus.tasks.filter(
    ({ id, query }) => known.get(id) !== textDigest(encodedText(system, "query", query!)),
  );
  if (changed.length > 0)
    throw new CannotRank(`${changed.length} queries changed since they were embedded: ${command}`);
}

/** Snippets of the search pool that were truncated, with what was read of each. */
function cutSnippets({ snippets }: Corpus, file: VectorFile): Map<number, number> {
  const places = new Map(snippets.map(({ id }, index) => [id, index]));
  return new Map(
    file.rows.flatMap(({ role, item, truncated, visibleCharacters }) => {
      const place = role === "passage" && truncated ? places.get(item) : undefined;
      return place === undefined ? [] : [[place, visibleCharacters] as const];
    }),
  );
}

async function rank(
  corpus: Corpus,
  system: System,
  base: RankingCorpus,
): Promise<Omit<EvaluatedSystem, "system">> {
  if (corpus.dataset.imported?.order === "supplied") {
    const reason = `${corpus.dataset.label} came without a ranking of it`;
    return { ranking: await frozenRanking(corpus, system, base, reason) };
  }
  if (isDense(system)) {
    const path = vectorsPath(corpus.dataset.id, system.id);
    if (!existsSync(path)) {
      throw new CannotRank(
        `no vectors: npm run embed -- --model ${system.id} --dataset ${corpus.dataset.id}`,
      );
    }
    const file = await readVectors(path);
    checkVectors(corpus, system, file);
    const ranking = await rankDense({
      ...base,
      ...corpusMatrices(file, corpus),
      similarity: system.similarity,
    });
    return { ranking, cut: cutSnippets(corpus, file) };
  }
  return { ranking: await rankWithoutVectors(corpus, system, base) };
}

function rankWithoutVectors(
  corpus: Corpus,
  system: Exclude<System, DenseSystem>,
  base: RankingCorpus,
): Ranking | Promise<Ranking> {
  if (system.provider === "random") {
    return rankRandom({ ...base, queryKeys: corpus.tasks.map(({ id }) => id), seed: system.seed });
  }
  if (corpus.hasText) {
    const queries = corpus.tasks.map(({ query }) => query!);
    return rankBm25({
      ...base,
      queries,
      snippets: corpus.snippets.map(({ code }) => code!),
      k1: system.k1,
      b: system.b,
    });
  }
  return frozenRanking(corpus, system, base, `needs the text: ${corpus.dataset.importCommand}`);
}

/** A ranking as it was frozen. @throws CannotRank with the reason given where there is none */
function frozenRanking(
  corpus: Corpus,
  system: System,
  { own }: RankingCorpus,
  reason: string,
): Promise<Ranking> {
  const path = rankingPath(corpus.dataset.id, system.id);
  if (!existsSync(path)) throw new CannotRank(reason);
  return readRanking(
    path,
    corpus.tasks.map(({ id }) => id),
    corpus.snippets.map(({ id }) => id),
    own,
  );
}

/** Indices of each task's snippets in the search pool, canonical first. */
export function ownSnippets(corpus: Corpus): number[][] {
  const byTask = new Map<string, number[]>(corpus.tasks.map(({ id }) => [id, []]));
  corpus.snippets.forEach(({ taskId, kind }, index) => {
    const own = byTask.get(taskId)!;
    if (kind === "canonical") own.unshift(index);
    else own.push(index);
  });
  return corpus.tasks.map(({ id }) => byTask.get(id)!);
}

/** Ranks a corpus by every system that can; the figures call `loadEvaluation`, which does it once. */
export async function evaluateCorpus(
  corpus: Corpus,
  systems: readonly System[] = runSystems(),
): Promise<Evaluation> {
  const own = ownSnippets(corpus);
  const base: RankingCorpus = { digests: corpus.snippets.map(({ id }) => id), own };
  const evaluation: Evaluation = {
    corpus,
    systems: [],
    skipped: [],
    own,
    passes: await verdicts(corpus, own),
  };
  if (corpus.tasks.length === 0) return evaluation;
  for (const system of systems) {
    try {
      evaluation.systems.push({ system, ...(await rank(corpus, system, base)) });
    } catch (error) {
      if (!(error instanceof CannotRank)) throw error;
      evaluation.skipped.push({ system, reason: error.message });
    }
  }
  return evaluation;
}

/** Verdict of every (query, snippet): the snippet's own outcomes, or the executed cross pairs for other tasks' snippets. */
export async function verdicts(corpus: Corpus, own: number[][]): Promise<Evaluation["passes"]> {
  const cross = await readCrossPasses(corpus.dataset.id);
  const owner = new Int32Array(corpus.snippets.length);
  own.forEach((snippets, query) => snippets.forEach((snippet) => (owner[snippet] = query)));
  const passesOwn = corpus.snippets.map(({ outcomes }) => outcomes.every((outcome) => outcome === "pass"));
  return (query, snippet) =>
    owner[snippet] === query
      ? passesOwn[snippet]!
      : cross.has(`${corpus.tasks[query]!.id} ${corpus.snippets[snippet]!.id}`);
}

const known = new Map<string, Promise<Evaluation>>();

/** A dataset ranked by every system that can, computed once a process. */
export function loadEvaluation(dataset: string): Promise<Evaluation> {
  let evaluation = known.get(dataset);
  if (!evaluation) {
    evaluation = loadCorpus(dataset).then((corpus) => evaluateCorpus(corpus));
    known.set(dataset, evaluation);
  }
  return evaluation;
}

/** Every dataset that has tasks, in the registry's order. */
export async function loadEvaluations(): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  for (const { id } of DATASETS) {
    const evaluation = await loadEvaluation(id);
    if (evaluation.systems.length > 0) evaluations.push(evaluation);
  }
  if (evaluations.length === 0) {
    throw new UserError(
      "No dataset has a system that can rank it.",
      "Run `npm run status` to see what is missing.",
    );
  }
  return evaluations;
}

/** A figure's `compute` from the rows of one dataset: those of every dataset, one after the other. */
export const forEveryDataset =
  <Row>(rowsOf: (evaluation: Evaluation) => Row[] | Promise<Row[]>) =>
  async (): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const evaluation of await loadEvaluations()) rows.push(...(await rowsOf(evaluation)));
    return rows;
  };
