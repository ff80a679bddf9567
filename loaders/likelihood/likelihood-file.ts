import { existsSync } from "node:fs";
import { UserError } from "../errors.ts";
import { FROZEN, fromRoot, repositoryPath } from "../paths.ts";
import { namesOf } from "../store/frozen-path.ts";
import { plainColumns, readWithFacts, writeWithFacts } from "../store/parquet-facts.ts";

/** What a language model says of one snippet under one query. */
export interface LikelihoodRow {
  /** Task id. */
  query: string;
  /** Snippet id: the first 12 hex digits of the SHA-256 of its code. */
  item: string;
  /** Tokens of the code. */
  tokens: number;
  /** Log-probability of the code after the query, in nats. */
  conditional: number;
  /** Log-probability of the code alone, in nats. */
  unconditional: number;
  /** `promptDigest` of what stood before the code: another one than the query's present prompt is out of date. */
  prompt: string;
}

export interface LikelihoodFile {
  /** Label of the language model. */
  label: string;
  /** `recipeOf` the language model. */
  recipe: string;
  /** Tasks of the dataset when the file was frozen: those without all their own snippets here were not reached. */
  tasks: number;
  rows: LikelihoodRow[];
}

const TYPES = {
  query: "STRING",
  item: "STRING",
  tokens: "INT32",
  conditional: "DOUBLE",
  unconditional: "DOUBLE",
  prompt: "STRING",
} as const satisfies Record<keyof LikelihoodRow, string>;

export const RERANKERS_FOLDER = `${FROZEN}/rerankers`;

/** Absolute path of a language model's frozen scores over a dataset. */
export const likelihoodPath = (dataset: string, model: string): string =>
  fromRoot(RERANKERS_FOLDER, dataset, `${model}.parquet`);

/** Writes the file whole or not at all, rows ordered by query, then item, so that its bytes depend on its content only. */
export function writeLikelihood(path: string, { label, recipe, tasks, rows }: LikelihoodFile): void {
  const bad = rows.find((row) => !Number.isFinite(row.conditional) || !Number.isFinite(row.unconditional));
  if (bad) {
    throw new UserError(
      `${repositoryPath(path)}: the score of ${bad.item} under ${bad.query} is not finite.`,
      "Nothing was written. Run the command again.",
    );
  }
  const order = ({ query, item }: LikelihoodRow): string => `${query} ${item}`;
  const sorted = rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  writeWithFacts(path, plainColumns(sorted, TYPES), { label, recipe, tasks: String(tasks) });
}

/** Frozen scores, or undefined when none were made. @throws UserError when the file is broken */
export async function readLikelihood(path: string): Promise<LikelihoodFile | undefined> {
  if (!existsSync(path)) return undefined;
  const [dataset] = namesOf(path);
  const made = {
    kind: "frozen likelihoods",
    otherwise: `delete it and run \`npm run likelihood -- --dataset ${dataset}\``,
  };
  return readWithFacts<LikelihoodRow, LikelihoodFile>(path, made, ({ rows, fact }) => {
    const tasks = Number(fact("tasks"));
    if (!Number.isInteger(tasks)) throw new Error(`its metadata says "tasks" is ${fact("tasks")}`);
    return { label: fact("label"), recipe: fact("recipe"), tasks, rows };
  });
}
