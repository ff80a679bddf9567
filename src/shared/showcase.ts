import type { ExplorerRankingRow, ExplorerSnippetRow, ExplorerTaskRow } from "./rows.ts";

const own = (row: ExplorerRankingRow): boolean => row.snippet_query === row.query;

/** Rankings of one system, by query, in rank order. */
export function rankingsByQuery(
  rows: readonly ExplorerRankingRow[],
  system: string,
): Map<string, ExplorerRankingRow[]> {
  const byQuery = new Map<string, ExplorerRankingRow[]>();
  for (const row of rows) {
    if (row.system !== system) continue;
    const ranking = byQuery.get(row.query);
    if (ranking) ranking.push(row);
    else byQuery.set(row.query, [row]);
  }
  for (const ranking of byQuery.values()) ranking.sort((a, b) => a.rank - b.rank);
  return byQuery;
}

/**
 * The task that the home page shows, by a rule and not by taste: among the tasks whose canonical and near-clones fill the
 * first places, the shortest (question and canonical together) of those that are missed at rank 1, or of all where none is
 * missed; ids decide ties.
 */
export function chooseShowcase(
  rows: readonly ExplorerRankingRow[],
  snippets: readonly ExplorerSnippetRow[],
  tasks: readonly ExplorerTaskRow[],
  system: string,
): string | undefined {
  const canonicals = snippets.filter(({ kind }) => kind === "canonical");
  const rankings = rankingsByQuery(rows, system);
  const questions = new Map(tasks.map(({ query, text }) => [query, text.length]));
  const candidates = canonicals.map(({ query, code }) => {
    const ranking = rankings.get(query) ?? [];
    const size = snippets.filter((snippet) => snippet.query === query).length;
    const together = ranking.slice(0, size).every(own) && ranking.length >= size;
    const missed = ranking[0] !== undefined && !ranking[0].passes;
    return {
      query,
      length: code.length + (questions.get(query) ?? 0),
      grade: (together ? 2 : 0) + (missed ? 1 : 0),
    };
  });
  candidates.sort((a, b) => b.grade - a.grade || a.length - b.length || (a.query < b.query ? -1 : 1));
  return candidates[0]?.query;
}

/**
 * The ranking when the query keeps only `kept` of its own near-clones: the first by digest, which knows nothing of
 * similarity. Ranks are counted anew.
 */
export function keepNearClones(ranking: readonly ExplorerRankingRow[], kept: number): ExplorerRankingRow[] {
  const nearClones = ranking
    .filter((row) => own(row) && row.kind === "distractor")
    .map(({ snippet }) => snippet)
    .sort();
  const removed = new Set(nearClones.slice(kept));
  return ranking
    .filter(({ snippet }) => !removed.has(snippet))
    .map((row, index) => ({ ...row, rank: index + 1 }));
}
