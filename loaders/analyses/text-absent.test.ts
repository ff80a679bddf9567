import { beforeAll, describe, expect, it } from "vitest";
import { isDense } from "../embedding/models.ts";
import type { Corpus, Snippet } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { deceptionRows } from "./deception.ts";
import { embeddingRows, gateShareRows, stageRows } from "./economics.ts";
import type { Evaluation } from "./evaluation-types.ts";
import { evaluateCorpus } from "./evaluation.ts";
import { leaderboardRows } from "./leaderboard.ts";
import { likelihoodFirstRows } from "./likelihood-first.ts";
import { modelAuditRow } from "./model-audit.ts";
import { rerankRows } from "./rerankers.ts";

/** A corpus as it is read where its text was not imported. */
function withoutText(corpus: Corpus): Corpus {
  const bare = (snippets: readonly Snippet[]): Snippet[] =>
    snippets.map((snippet) => ({ ...snippet, code: null }));
  return {
    ...corpus,
    hasText: false,
    tasks: corpus.tasks.map((task) => ({ ...task, query: null, tests: null })),
    snippets: bare(corpus.snippets),
    pool: bare(corpus.pool),
    rejected: bare(corpus.rejected),
  };
}

/** What pages draw of ranks, ties, unseen edits and economics. */
async function figuresOf(evaluation: Evaluation) {
  const dense = evaluation.systems.flatMap(({ system }) => (isDense(system) ? [system] : []));
  return {
    leaderboard: leaderboardRows(evaluation),
    deception: deceptionRows(evaluation),
    likelihood: await likelihoodFirstRows(evaluation),
    audit: await Promise.all(dense.map((system) => modelAuditRow(evaluation, system))),
    gates: gateShareRows(evaluation.corpus),
    stages: await stageRows(evaluation.corpus),
    embedding: await embeddingRows(evaluation),
    rerankers: await rerankRows(evaluation),
  };
}

describe("a dataset whose text is elsewhere", { timeout: 240_000 }, () => {
  let corpora: Corpus[];
  beforeAll(async () => {
    const imported = DATASETS.filter(({ importCommand }) => importCommand !== "");
    corpora = await Promise.all(imported.map(({ id }) => loadCorpus(id)));
  }, 120_000);

  it("gives every row that it gives with its text", async () => {
    expect(corpora.length).toBeGreaterThan(0);
    for (const corpus of corpora) {
      const bare = await evaluateCorpus(withoutText(corpus));
      expect(bare.skipped).toEqual([]);
      expect(await figuresOf(bare)).toEqual(await figuresOf(await evaluateCorpus(corpus)));
    }
  });
});
