import { existsSync } from "node:fs";
import { UserError } from "../errors.ts";
import { repositoryPath } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import { frozenPath } from "../store/frozen-path.ts";
import { plainColumns, readWithFacts, writeWithFacts } from "../store/parquet-facts.ts";
import type { Corpus } from "../tasks/corpus.ts";
import type { Ablation } from "./variants.ts";

/** A query's own snippet under one variant, and what that variant's ranking of the query looks like. */
export interface AblationRow {
  variant: string;
  /** Task id. */
  query: string;
  /** Id of the canonical or of a selected distractor: the digest of its original code. */
  snippet: string;
  /** Rank in the complete ranking of the treated pool; ties by the digest of the original code. */
  rank: number;
  /** Float64, from vectors rounded to half floats. */
  similarity: number;
  /** Whether the treatment changed the text that is encoded. */
  changed: boolean;
  /** How many other snippets of the pool have the same encoded text. */
  twins: number;
  /** Tokens of the encoded text, and whether the model saw only its beginning. */
  tokens: number;
  truncated: boolean;
  /** Rank of the first passing snippet; 0 where nothing passes. The same on all rows of a query, as what follows. */
  first_passing_rank: number;
  /** Verdicts of ranks 1 to 10 as bits, rank 1 lowest. */
  passing_top10: number;
  rank1: string;
  rank1_kind: string;
}

/** A system's frozen runs of one ablation over one dataset. */
export interface AblationFile {
  /** Recipe digest of the system. */
  recipe: string;
  /** `poolDigest` of what was ranked. */
  pool: string;
  rows: AblationRow[];
}

const TYPES = {
  variant: "STRING",
  query: "STRING",
  snippet: "STRING",
  rank: "INT32",
  similarity: "DOUBLE",
  changed: "BOOLEAN",
  twins: "INT32",
  tokens: "INT32",
  truncated: "BOOLEAN",
  first_passing_rank: "INT32",
  passing_top10: "INT32",
  rank1: "STRING",
  rank1_kind: "STRING",
} as const satisfies Record<keyof AblationRow, string>;

/** Absolute path of the file. */
export const ablationPath = (dataset: string, ablation: Ablation, system: string): string =>
  frozenPath(dataset, "ablations", dataset, ablation, `${system}.parquet`);

/** A ranking holds for exactly these tasks and snippets, in any order. */
export const poolDigest = ({ snippets }: Corpus): string =>
  digestOf(snippets.map(({ taskId, id, kind }) => [taskId, id, kind].join(" ")).toSorted()).slice(0, 12);

/** Writes the file whole or not at all, rows in the order given. */
export function writeAblation(path: string, { recipe, pool, rows }: AblationFile): void {
  const bad = rows.find(({ similarity }) => !Number.isFinite(similarity));
  if (bad) {
    throw new UserError(
      `${repositoryPath(path)}: the similarity of ${bad.snippet} under ${bad.variant} is not finite.`,
      "Nothing was written. Run the command again.",
    );
  }
  writeWithFacts(path, plainColumns(rows, TYPES), { recipe, pool });
}

/** A frozen ablation, or undefined when none was made. @throws UserError when the file is broken */
export async function readAblation(path: string): Promise<AblationFile | undefined> {
  if (!existsSync(path)) return undefined;
  const [dataset, ablation, system] = repositoryPath(path)
    .replace(/\.parquet$/, "")
    .split("/")
    .slice(-3);
  const made = {
    kind: "an ablation",
    otherwise: `run \`npm run ablate -- --ablation ${ablation} --dataset ${dataset} --model ${system}\``,
  };
  return readWithFacts<AblationRow, AblationFile>(path, made, ({ rows, fact }) => ({
    recipe: fact("recipe"),
    pool: fact("pool"),
    rows,
  }));
}
