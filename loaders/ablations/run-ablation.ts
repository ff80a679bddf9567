import { ownSnippets, verdicts } from "../analyses/evaluation.ts";
import type { Evaluation } from "../analyses/evaluation-types.ts";
import { queryFacts } from "../analyses/query-facts.ts";
import { openCheckpoint, type Checkpoint } from "../embedding/checkpoint.ts";
import { corpusItems } from "../embedding/embed-corpus.ts";
import {
  checkFidelity,
  encodeMissing,
  planEmbedding,
  sampleOf,
  type EncodeTexts,
} from "../embedding/embed-vectors.ts";
import type { Role } from "../embedding/encoder.ts";
import { decodeHalves, encodeHalves } from "../embedding/half-float.ts";
import { recipeDigest, type DenseSystem } from "../embedding/models.ts";
import { readVectors, textDigest, vectorsPath, type VectorRow } from "../embedding/vectors.ts";
import { rankDense } from "../retrieval/rank-dense.ts";
import type { Matrix } from "../retrieval/similarity-graph.ts";
import { present, type Corpus } from "../tasks/corpus.ts";
import { ablationPath, poolDigest, writeAblation, type AblationRow } from "./ablation-file.ts";
import { variantsOf, type Ablation, type Variant } from "./variants.ts";

/** What the model makes of an encoded text, frozen or fresh. */
type Encoded = Pick<VectorRow, "halves" | "tokens" | "truncated">;

interface EncodedVariant {
  variant: Variant;
  queries: Prepared[];
  passages: Prepared[];
}

interface Prepared {
  role: Role;
  encoded: string;
  digest: string;
}

const prepare = (role: Role, encoded: string): Prepared => ({ role, encoded, digest: textDigest(encoded) });

const keyOf = ({ role, digest }: { role: Role; digest: string }): string => `${role} ${digest}`;

/** What came of a run, for one sentence to the user. */
export interface AblationOutcome {
  path: string;
  rows: number;
  /** Distinct texts that had no frozen vector. */
  embedded: number;
  variants: { id: string; changed: number; twins: number }[];
}

/**
 * Runs every variant of an ablation and freezes ranks and similarities, no vectors. Texts that the registered run encodes,
 * too, take its frozen vectors; fresh ones are rounded to half floats like them. The pool of a variant is the whole
 * search pool under its treatment; ties go by the digest of the original code. Resumable; fresh embeddings stay in the
 * cache, so that a pool that grew is embedded where it is new.
 * @throws UserError when the registered run's vectors are missing or come out otherwise on this machine
 */
export async function runAblation(
  ablation: Ablation,
  corpus: Corpus,
  system: DenseSystem,
  dense: readonly DenseSystem[],
  encode: EncodeTexts,
): Promise<AblationOutcome> {
  const dataset = corpus.dataset.id;
  const vectors = await readVectors(vectorsPath(dataset, system.id));
  const plan = planEmbedding(system, corpusItems(corpus), vectors);
  const own = ownSnippets(corpus);
  const variants = variantsOf(ablation, corpus, own, system, dense).map((variant): EncodedVariant => ({
    variant,
    queries: corpus.tasks.map(({ query }) => prepare("query", variant.queryPrefix + present(query))),
    passages: variant.codes.map((code) => prepare("passage", variant.passagePrefix + code)),
  }));
  const wanted = variants.flatMap(({ queries, passages }) => [...queries, ...passages]);
  const missing = wanted.filter((text) => !plan.frozen.has(keyOf(text)));
  const checkpoint = openCheckpoint(dataset, system, "ablations");
  if (missing.length > 0) {
    const frozen = plan.items.filter((item) => plan.frozen.has(keyOf(item)));
    await checkFidelity(system, dataset, { ...plan, sample: sampleOf(frozen) }, encode, checkpoint);
    await encodeMissing(missing, encode, checkpoint);
  }
  const evaluation: Evaluation = {
    corpus,
    systems: [],
    skipped: [],
    own,
    passes: await verdicts(corpus, own),
  };
  const look = (text: Prepared): Encoded => plan.frozen.get(keyOf(text)) ?? rounded(checkpoint, text.digest);
  const rows: AblationRow[] = [];
  for (const variant of variants) {
    rows.push(...(await rowsOf(evaluation, system, variant, variants[0]!, look)));
  }
  const path = ablationPath(dataset, ablation, system.id);
  writeAblation(path, { recipe: recipeDigest(system), pool: poolDigest(corpus), rows });
  return {
    path,
    rows: rows.length,
    embedded: new Set(missing.map(({ digest }) => digest)).size,
    variants: variants.map(({ variant: { id } }) => {
      const chosen = rows.filter((row) => row.variant === id);
      const number = (test: (row: AblationRow) => boolean): number => chosen.filter(test).length;
      return { id, changed: number(({ changed }) => changed), twins: number(({ twins }) => twins > 0) };
    }),
  };
}

function rounded(checkpoint: Checkpoint, digest: string): Encoded {
  const { vector, tokens, truncated } = checkpoint.get(digest)!;
  return { halves: encodeHalves(vector), tokens, truncated };
}

function matrix(texts: readonly Prepared[], columns: number, look: (text: Prepared) => Encoded): Matrix {
  const data = new Float32Array(texts.length * columns);
  texts.forEach((text, row) => decodeHalves(look(text).halves, data, row * columns));
  return { rows: texts.length, columns, data };
}

async function rowsOf(
  evaluation: Evaluation,
  system: DenseSystem,
  { variant, queries, passages }: EncodedVariant,
  asIs: EncodedVariant,
  look: (text: Prepared) => Encoded,
): Promise<AblationRow[]> {
  const { corpus, own } = evaluation;
  const ranking = await rankDense({
    digests: corpus.snippets.map(({ id }) => id),
    own,
    queries: matrix(queries, system.dimensions, look),
    passages: matrix(passages, system.dimensions, look),
    similarity: system.similarity,
  });
  const facts = queryFacts(evaluation, { system, ranking });
  const copies = new Map<string, number>();
  for (const { digest } of passages) copies.set(digest, (copies.get(digest) ?? 0) + 1);
  return facts.flatMap(({ query, passing, firstPassingRank, rank1 }) =>
    ranking.own[query]!.map(({ snippet, rank, similarity }): AblationRow => {
      const passage = passages[snippet]!;
      const { tokens, truncated } = look(passage);
      return {
        variant: variant.id,
        query: corpus.tasks[query]!.id,
        snippet: corpus.snippets[snippet]!.id,
        rank,
        similarity,
        changed: passage.digest !== asIs.passages[snippet]!.digest,
        twins: copies.get(passage.digest)! - 1,
        tokens,
        truncated,
        first_passing_rank: firstPassingRank,
        passing_top10: passing.slice(0, 10).reduce((bits, passes, i) => bits | (passes ? 1 << i : 0), 0),
        rank1: corpus.snippets[ranking.top[query * ranking.depth]!]!.id,
        rank1_kind: rank1,
      };
    }),
  );
}
