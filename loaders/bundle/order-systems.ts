import { InputError } from "../errors.ts";
import { bestVariant, rankLexical, rankVectors, type RankedSystem } from "./rank-system.ts";
import { bm25Variants } from "./bm25-variants.ts";
import type { RecomputedOrder } from "./compare-results.ts";
import { type Invocation, invocationsOf } from "./invocation-table.ts";
import { groupEmbeddings, readVectors } from "./matrices.ts";
import type { SystemNames } from "./names.ts";
import type { BundleData } from "./read-data.ts";
import { dataViolation, readJson } from "./read-lines.ts";
import type { PublishedResults } from "./read-results.ts";
import { realizeOrder, type RuleScore, scoreRules } from "./realized-order.ts";

/** One of the bundle's systems with its realized order. */
export interface OrderedSystem {
  published: PublishedResults;
  /** Its .npz files; none for BM25. */
  files: string[];
  invocation: Invocation;
  dimensions: number;
  dtype: string;
  /** Absent when its order could not be recomputed: then the published top results stand for it. */
  order: RecomputedOrder | undefined;
}

/** Share of published BM25 scores that a variant must reproduce to be taken for the one that made them. */
const REPRODUCED = 0.99;

const COSINE: Invocation = { similarity: "cosine", words: "", row: {} };

/**
 * Ranks every system under every tie rule, takes the rule that reproduces most published places, and lets the published
 * order decide where no computation can.
 */
export async function orderSystems(
  folder: string,
  files: readonly string[],
  data: BundleData,
  results: readonly PublishedResults[],
  names: SystemNames,
  say: (message: string) => void,
): Promise<{ systems: OrderedSystem[]; rules: RuleScore[]; notes: string[] }> {
  const notes: string[] = [];
  const invocations = invocationsOf(readJson(folder, "results/invocation_table.json"), names);
  const embeddings = embeddingsBySystem(files, names);
  const prepared: { system: Omit<OrderedSystem, "order">; ranked: RankedSystem | undefined }[] = [];
  for (const published of results) {
    say(`ranking ${published.id}`);
    const invocation = invocations.get(published.id) ?? COSINE;
    const own = embeddings.get(published.id) ?? [];
    if (own.length === 0) {
      const system = { published, files: own, invocation, dimensions: 0, dtype: "" };
      prepared.push({ system, ranked: await rankWithoutVectors(published, data, notes) });
      continue;
    }
    const vectors = readVectors(folder, own, data);
    notes.push(...vectors.notes.map((note) => `${published.id}: ${note}`));
    const ranked = await rankVectors(vectors, invocation.similarity, data, published);
    const { dtype, corpus } = vectors;
    prepared.push({
      system: { published, files: own, invocation, dimensions: corpus.columns, dtype },
      ranked,
    });
  }
  const rules = scoreRules(
    prepared.flatMap(({ system, ranked }) => (ranked ? [{ ranked, published: system.published }] : [])),
  );
  const systems = prepared.map(({ system, ranked }) => ({
    ...system,
    order: ranked && realize(ranked, system.published, rules[0]!.rule.id, notes),
  }));
  return { systems, rules, notes };
}

/** Embedding files by system. @throws InputError for a file whose name is no system's */
function embeddingsBySystem(files: readonly string[], names: SystemNames): Map<string, string[]> {
  const bySystem = new Map<string, string[]>();
  for (const [stem, paths] of groupEmbeddings(files)) {
    const system = names.find(stem);
    if (system === undefined) {
      const message = "holds vectors of a system that has no results.";
      throw new InputError([dataViolation(paths[0]!, 0, stem, "results/<model>.json", message)]);
    }
    bySystem.set(system, [...(bySystem.get(system) ?? []), ...paths]);
  }
  return bySystem;
}

async function rankWithoutVectors(
  published: PublishedResults,
  data: BundleData,
  notes: string[],
): Promise<RankedSystem | undefined> {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  if (!/bm25/i.test(published.id)) {
    notes.push(`${published.id} has no vectors: its published top results are taken as they are`);
    return undefined;
  }
  const { variant, share } = bestVariant(bm25Variants(data), data, published);
  if (share < REPRODUCED) {
    notes.push(
      `${published.id}: none of the tried tokenizers makes its scores (best: ${variant.name}, ${percent(share)} of them), so its published top results are taken as they are`,
    );
    return undefined;
  }
  notes.push(`${published.id}: ${percent(share)} of its scores come out with ${variant.name}`);
  return rankLexical(variant, data, published);
}

function realize(
  ranked: RankedSystem,
  published: PublishedResults,
  rule: string,
  notes: string[],
): RecomputedOrder {
  const plain = ranked.byRule.get(rule)!;
  const { ranking, inTies, inNearTies } = realizeOrder(plain, ranked, published);
  if (inTies > 0) {
    notes.push(
      `${published.id}: in ${inTies} queries equal similarities stand as published, against the rule`,
    );
  }
  if (inNearTies > 0) {
    notes.push(
      `${published.id}: in ${inNearTies} queries similarities that float32 cannot tell apart (within ${ranked.margin.toPrecision(2)}) stand as published`,
    );
  }
  return { plain, ranking, ranked };
}
