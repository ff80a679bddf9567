import { DOMAINS } from "../../src/shared/vocabulary.ts";
import type { Corpus, CorpusTask } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";

/** A page loads one shard at a time: a part of a domain of our own tasks, or of another dataset. */
export interface Shard {
  /** Suffix of the explorer files that hold it; `src/components/explorer-files.ts` lists those of the repository's datasets. */
  name: string;
  dataset: string;
  /** Empty for every domain. */
  domain: string;
  part: number;
  parts: number;
}

/** So many that a shard of 1,000 tasks leaves a page's first view under 500 kB. */
const OWN_PARTS = 2;
const HUMANEVAL_PARTS = 3;
/** Tasks of an imported dataset in one shard. */
const IMPORTED_SIZE = 60;

const partsOf = (dataset: string, domain: string, parts: number): Shard[] =>
  Array.from({ length: parts }, (_, index) => ({
    name: `${domain || dataset}-${index + 1}`,
    dataset,
    domain,
    part: index + 1,
    parts,
  }));

export const SHARDS: readonly Shard[] = [
  ...DOMAINS.flatMap((domain) => partsOf("near-miss", domain, OWN_PARTS)),
  ...partsOf("humaneval", "", HUMANEVAL_PARTS),
  ...DATASETS.flatMap(({ id, imported }) =>
    imported ? partsOf(id, "", Math.ceil(imported.tasks / IMPORTED_SIZE)) : [],
  ),
];

/** A shard's tasks in the corpus's order: a contiguous part, as large as the other parts or one smaller. */
export function tasksOf(shard: Shard, { tasks }: Pick<Corpus, "tasks">): CorpusTask[] {
  const own = tasks.filter(({ domain }) => shard.domain === "" || domain === shard.domain);
  const cut = (part: number): number => Math.ceil((own.length * part) / shard.parts);
  return own.slice(cut(shard.part - 1), cut(shard.part));
}
