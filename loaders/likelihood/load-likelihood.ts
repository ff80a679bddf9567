import { present, type Corpus } from "../tasks/corpus.ts";
import { GEMMA, recipeOf } from "./language-model.ts";
import { likelihoodPath, readLikelihood, type LikelihoodRow } from "./likelihood-file.ts";
import { promptBefore } from "./prompt.ts";
import { promptDigest } from "./score-log.ts";

/** A query whose own snippets are all scored: in the order of `own`, canonical first. */
export interface ScoredQuery {
  /** Index into the corpus's tasks. */
  query: number;
  /** Indices into the corpus's snippets. */
  snippets: readonly number[];
  rows: readonly LikelihoodRow[];
}

/**
 * The queries with near-clones whose own snippets were all scored by the committed language model for their present texts; none
 * where nothing is frozen. `npm run likelihood -- --check` says what is missing.
 * @param own indices of each task's snippets, canonical first
 */
export async function loadScoredQueries(
  corpus: Corpus,
  own: readonly (readonly number[])[],
): Promise<ScoredQuery[]> {
  const file = await readLikelihood(likelihoodPath(corpus.dataset.id, GEMMA.id));
  if (file?.recipe !== recipeOf(GEMMA)) return [];
  // Where the text is elsewhere, what is frozen cannot be compared with it and is taken as it is.
  const prompts = corpus.hasText
    ? new Map(corpus.tasks.map(({ id, query }) => [id, promptDigest(promptBefore(present(query)))]))
    : undefined;
  const known = new Map(
    file.rows
      .filter(({ query, prompt }) => prompts === undefined || prompts.get(query) === prompt)
      .map((row) => [`${row.query} ${row.item}`, row]),
  );
  return own.flatMap((snippets, query): ScoredQuery[] => {
    const rows = snippets.flatMap(
      (snippet) => known.get(`${corpus.tasks[query]!.id} ${corpus.snippets[snippet]!.id}`) ?? [],
    );
    return snippets.length > 1 && rows.length === snippets.length ? [{ query, snippets, rows }] : [];
  });
}
