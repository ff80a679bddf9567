import { present, type Corpus } from "../tasks/corpus.ts";
import type { LanguageModel } from "./language-model.ts";
import { recipeOf } from "./language-model.ts";
import { likelihoodPath, readLikelihood, writeLikelihood, type LikelihoodRow } from "./likelihood-file.ts";
import type { Wanted } from "./plan.ts";
import { promptBefore } from "./prompt.ts";
import { promptDigest, type ScoreLog } from "./score-log.ts";

/** The frozen rows of one recipe, as scores by the digests that the log uses too; empty for another recipe's file. */
async function frozenRows(path: string, recipe: string): Promise<LikelihoodRow[]> {
  const file = await readLikelihood(path);
  return file?.recipe === recipe ? file.rows : [];
}

/**
 * Takes frozen scores into the log, so that a fresh clone goes on where the committed file ends.
 * @returns how many rows were taken
 */
export async function seedLog(corpus: Corpus, model: LanguageModel, log: ScoreLog): Promise<number> {
  const rows = await frozenRows(likelihoodPath(corpus.dataset.id, model.id), recipeOf(model));
  const prompts = new Map(corpus.tasks.map(({ id, query }) => [id, promptBefore(present(query))]));
  const codes = new Map(corpus.snippets.map(({ id, code }) => [id, present(code)]));
  let taken = 0;
  for (const { query, item, tokens, conditional, unconditional, prompt } of rows) {
    const [before, code] = [prompts.get(query), codes.get(item)];
    if (code === undefined) continue;
    if (log.get("", code) === undefined) log.add("", code, { tokens, nats: unconditional });
    if (before === undefined || promptDigest(before) !== prompt || log.get(before, code)) continue;
    log.add(before, code, { tokens, nats: conditional });
    taken += 1;
  }
  return taken;
}

export interface FrozenState {
  path: string;
  /** (query, snippet) pairs that are wanted, and those that have both scores. */
  wanted: number;
  scored: number;
}

/**
 * Freezes every wanted pair that has both scores, and keeps what the frozen file holds besides for the present texts: a run
 * over fewer pairs takes none away.
 */
export async function freezeScores(
  corpus: Corpus,
  model: LanguageModel,
  wanted: readonly Wanted[],
  log: ScoreLog,
): Promise<FrozenState> {
  const path = likelihoodPath(corpus.dataset.id, model.id);
  const recipe = recipeOf(model);
  const rows = rowsOf(corpus, wanted, log);
  const fresh = new Set(rows.map(({ query, item }) => `${query} ${item}`));
  const prompts = new Map(
    corpus.tasks.map(({ id, query }) => [id, promptDigest(promptBefore(present(query)))]),
  );
  const items = new Set(corpus.snippets.map(({ id }) => id));
  const kept = (await frozenRows(path, recipe)).filter(
    ({ query, item, prompt }) =>
      prompts.get(query) === prompt && items.has(item) && !fresh.has(`${query} ${item}`),
  );
  const { label } = model;
  writeLikelihood(path, { label, recipe, tasks: corpus.tasks.length, rows: [...rows, ...kept] });
  return { path, wanted: count(wanted), scored: rows.length };
}

/** How much of what is wanted the frozen file holds for the present texts and recipe. */
export async function frozenState(
  corpus: Corpus,
  model: LanguageModel,
  wanted: readonly Wanted[],
): Promise<FrozenState> {
  const path = likelihoodPath(corpus.dataset.id, model.id);
  const rows = await frozenRows(path, recipeOf(model));
  const there = new Set(rows.map(({ query, item, prompt }) => `${query} ${item} ${prompt}`));
  const scored = wanted.flatMap(({ query, snippets }) => {
    const { id, query: text } = corpus.tasks[query]!;
    const prompt = promptDigest(promptBefore(present(text)));
    return snippets.filter((snippet) => there.has(`${id} ${corpus.snippets[snippet]!.id} ${prompt}`));
  });
  return { path, wanted: count(wanted), scored: scored.length };
}

const count = (wanted: readonly Wanted[]): number =>
  wanted.reduce((sum, { snippets }) => sum + snippets.length, 0);

function rowsOf(corpus: Corpus, wanted: readonly Wanted[], log: ScoreLog): LikelihoodRow[] {
  return wanted.flatMap(({ query, snippets }) => {
    const { id, query: text } = corpus.tasks[query]!;
    const before = promptBefore(present(text));
    const prompt = promptDigest(before);
    return snippets.flatMap((index): LikelihoodRow[] => {
      const snippet = corpus.snippets[index]!;
      const code = present(snippet.code);
      const [conditional, unconditional] = [log.get(before, code), log.get("", code)];
      if (!conditional || !unconditional) return [];
      const { tokens } = conditional;
      return [
        {
          query: id,
          item: snippet.id,
          tokens,
          conditional: conditional.nats,
          unconditional: unconditional.nats,
          prompt,
        },
      ];
    });
  });
}
