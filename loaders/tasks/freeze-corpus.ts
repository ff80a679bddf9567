import type { ExecutionPool } from "../execution/pool.ts";
import type { Corpus } from "./corpus.ts";
import { corpusFile, writeCorpusFile } from "./corpus-file.ts";
import { writeCrossPasses } from "./cross-passes.ts";
import { corpusRows } from "./load-corpus.ts";
import { findSameNamePasses } from "./same-name-passes.ts";

/** Freezes what became of every snippet, and which snippets pass the suite of a task of the same name. */
export async function freezeCorpus(
  corpus: Corpus,
  pool: ExecutionPool,
): Promise<{ path: string; snippets: number }> {
  const rows = corpusRows(corpus);
  const { id } = corpus.dataset;
  const { passes } = await findSameNamePasses(corpus, pool);
  writeCorpusFile(id, rows);
  writeCrossPasses(id, passes);
  return { path: corpusFile(id), snippets: rows.length };
}
