import { isDense, recipeDigest, type DenseSystem } from "../embedding/models.ts";
import { runSystems } from "../embedding/registered.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { ablationPath, poolDigest, readAblation, type AblationRow } from "./ablation-file.ts";
import type { Ablation } from "./variants.ts";

/** A query under one variant: its canonical's row, then its near-clones'. */
export type QueryRows = readonly [AblationRow, ...AblationRow[]];

/** One system's frozen variants: for each, the rows of every query in the order of the corpus's tasks. */
export interface SystemVariants {
  system: DenseSystem;
  /** By variant id, the registered run first. */
  variants: ReadonlyMap<string, readonly QueryRows[]>;
}

/**
 * What was frozen of an ablation for a dataset as it is now. A system without a file, or with one of another pool or
 * recipe, is left out: `npm run ablate -- --check` says which.
 */
export async function loadAblation(ablation: Ablation, corpus: Corpus): Promise<SystemVariants[]> {
  const found: SystemVariants[] = [];
  const place = new Map(corpus.tasks.map(({ id }, index) => [id, index]));
  const kinds = new Map(corpus.snippets.map(({ id, kind, taskId }) => [`${taskId} ${id}`, kind]));
  for (const system of runSystems().filter(isDense)) {
    const file = await readAblation(ablationPath(corpus.dataset.id, ablation, system.id));
    if (file?.recipe !== recipeDigest(system) || file.pool !== poolDigest(corpus)) continue;
    const variants = new Map<string, AblationRow[][]>();
    for (const row of file.rows) {
      const queries = variants.get(row.variant) ?? corpus.tasks.map((): AblationRow[] => []);
      variants.set(row.variant, queries);
      const rows = queries[place.get(row.query)!]!;
      if (kinds.get(`${row.query} ${row.snippet}`) === "canonical") rows.unshift(row);
      else rows.push(row);
    }
    found.push({ system, variants: variants as unknown as SystemVariants["variants"] });
  }
  return found;
}
