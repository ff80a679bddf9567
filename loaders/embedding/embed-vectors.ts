import { UserError } from "../errors.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { encodedText, type Embedding, type Role } from "./encoder.ts";
import { exactSimilarity } from "../retrieval/exact-similarity.ts";
import { decodeHalves, encodeHalves } from "./half-float.ts";
import { recipeDigest, type DenseSystem } from "./models.ts";
import { textDigest, type VectorFile, type VectorRow } from "./vectors.ts";

/** A text that a dataset wants a vector of. */
export interface EmbedItem {
  /** Task id of a query, snippet or chunk id of a passage. */
  item: string;
  role: Role;
  text: string;
  /** Item of the query that a passage belongs to; absent where passages have no query of their own. */
  query?: string;
}

/** An item with the exact text that goes into the model. */
export interface PreparedItem extends EmbedItem {
  encoded: string;
  digest: string;
}

/** What must be encoded, and what need not. */
export interface EmbedPlan {
  items: PreparedItem[];
  /** Frozen rows by role and text digest, of the present recipe. */
  frozen: Map<string, VectorRow>;
  /** Items without a frozen vector. */
  missing: PreparedItem[];
  /** Items encoded again only because a similarity of a missing one to or from them is due in float32. */
  companions: PreparedItem[];
  /** Frozen items encoded again to see that this machine makes the same vectors. */
  sample: PreparedItem[];
}

/** Encodes distinct texts; the seam to the pool of encoders. */
export type EncodeTexts = (
  texts: readonly string[],
  onDone: (index: number, embedding: Embedding) => void,
) => Promise<unknown>;

const SAMPLE_SIZE = 16;
/** Smallest cosine of a text embedded twice. */
export const FIDELITY = 0.999;

const keyOf = (role: Role, digest: string): string => `${role} ${digest}`;

/** Compares what a dataset wants with what is frozen. */
export function planEmbedding(
  system: DenseSystem,
  wanted: readonly EmbedItem[],
  file: VectorFile | undefined,
): EmbedPlan {
  const items = wanted.map((item): PreparedItem => {
    const encoded = encodedText(system, item.role, item.text);
    return { ...item, encoded, digest: textDigest(encoded) };
  });
  const rows = file?.recipe === recipeDigest(system) ? file.rows : [];
  const frozen = new Map(rows.map((row) => [keyOf(row.role, row.textDigest), row]));
  const isMissing = ({ role, digest }: PreparedItem): boolean => !frozen.has(keyOf(role, digest));
  const missing = items.filter(isMissing);
  const newQueries = new Set(missing.filter(({ role }) => role === "query").map(({ item }) => item));
  const queriesOfNew = new Set(missing.map(({ query }) => query));
  const companions = items.filter((item) => {
    if (isMissing(item)) return false;
    return item.role === "query"
      ? queriesOfNew.has(item.item)
      : item.query !== undefined && newQueries.has(item.query);
  });
  const sample = missing.length === 0 ? [] : sampleOf(items.filter((item) => !isMissing(item)));
  return { items, frozen, missing, companions, sample };
}

/** The frozen items that are encoded again before new ones join them: by digest, so always the same. */
export const sampleOf = (frozen: readonly PreparedItem[]): PreparedItem[] =>
  frozen.toSorted((a, b) => (a.digest < b.digest ? -1 : 1)).slice(0, SAMPLE_SIZE);

/**
 * Encodes what a plan asks for and joins it with what is frozen.
 * @throws UserError when re-embedded frozen rows differ (cosine below 0.999): new vectors must not join those
 */
export async function embedPlanned(
  system: DenseSystem,
  dataset: string,
  plan: EmbedPlan,
  encode: EncodeTexts,
  checkpoint: Checkpoint,
): Promise<VectorFile> {
  await checkFidelity(system, dataset, plan, encode, checkpoint);
  await encodeMissing([...plan.missing, ...plan.companions], encode, checkpoint);
  const queries = new Map(
    plan.items.filter(({ role }) => role === "query").map((item) => [item.item, item.digest]),
  );
  const rows = plan.items.map((item) => joinRow(system, item, plan.frozen, queries, checkpoint));
  return { dataset, system: system.id, recipe: recipeDigest(system), dimensions: system.dimensions, rows };
}

/** Encodes what the checkpoint does not hold yet, each distinct text once. */
export async function encodeMissing(
  items: readonly { encoded: string; digest: string }[],
  encode: EncodeTexts,
  checkpoint: Checkpoint,
): Promise<void> {
  const todo = [...new Map(items.map(({ digest, encoded }) => [digest, encoded]))].filter(
    ([digest]) => !checkpoint.get(digest),
  );
  const texts = todo.map(([, encoded]) => encoded);
  await encode(texts, (index, embedding) => checkpoint.add(todo[index]![0], embedding));
}

/**
 * Encodes a sample of frozen rows again.
 * @throws UserError when they come out otherwise: what this machine makes may not join or be compared with them
 */
export async function checkFidelity(
  system: DenseSystem,
  dataset: string,
  { sample, frozen }: Pick<EmbedPlan, "sample" | "frozen">,
  encode: EncodeTexts,
  checkpoint: Checkpoint,
): Promise<void> {
  await encodeMissing(sample, encode, checkpoint);
  for (const { role, item, digest } of sample) {
    const { halves } = frozen.get(keyOf(role, digest))!;
    const cosine = exactSimilarity(decodeHalves(halves), checkpoint.get(digest)!.vector, "cosine");
    if (cosine >= FIDELITY) continue;
    throw new UserError(
      `Embedding the frozen ${role} ${item} of ${dataset} again with ${system.id} gives another vector (cosine ${cosine.toFixed(5)}, at least ${FIDELITY} is needed).`,
      "New vectors may not join the frozen ones. Check weights and onnxruntime version, or delete the vectors file to embed everything anew.",
    );
  }
}

function joinRow(
  system: DenseSystem,
  item: PreparedItem,
  frozen: Map<string, VectorRow>,
  queries: Map<string, string>,
  checkpoint: Checkpoint,
): VectorRow {
  const { role, digest, encoded, text } = item;
  const fresh = checkpoint.get(digest);
  const old = frozen.get(keyOf(role, digest));
  const query = item.query === undefined ? undefined : checkpoint.get(queries.get(item.query) ?? "");
  const ownSimilarity =
    fresh && query ? exactSimilarity(query.vector, fresh.vector, system.similarity) : undefined;
  if (old) return { ...old, item: item.item, ownSimilarity: ownSimilarity ?? old.ownSimilarity };
  const { vector, tokens, truncated, visibleCharacters } = fresh!;
  const prefix = encoded.length - text.length;
  return {
    item: item.item,
    role,
    textDigest: digest,
    tokens,
    truncated,
    visibleCharacters: Math.max(0, visibleCharacters - prefix),
    ownSimilarity: ownSimilarity ?? null,
    halves: encodeHalves(vector),
  };
}
