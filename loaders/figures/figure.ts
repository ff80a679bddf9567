import { IMPORTED } from "../paths.ts";
import { DESCRIPTION, frozenInputs } from "../store/frozen-path.ts";
import type { Column, ColumnType } from "../store/parquet.ts";

/** Where a figure's rows come from: enough to compute it, to tell when it is stale, and to say so on the page. */
export interface Figure<Row extends object = object> {
  /** `<group>/<name>`: the archive it is served from and its file name there. */
  id: `${string}/${string}`;
  title: string;
  /** Repository path of the module that computes it; its code and imports decide freshness. */
  source: string;
  /** Globs of the repository files it reads. */
  inputs: readonly string[];
  /** Whether it executes candidates, so that the runner's Python files decide freshness too. */
  executes?: boolean;
  /** Whether its rows tell of the machine that builds (times, isolation), so that another build has other rows. */
  ofMachine?: boolean;
  /** What each column of its rows holds, in their order in the file. */
  columns: readonly Column[];
  compute(): Promise<readonly Row[]>;
}

/** A column but for its name. */
export type Described = readonly [type: ColumnType, unit: string, description: string];

/** Column descriptions in a compact form: `name: [type, unit, description]`. */
export function columnsOf<Row extends object>(columns: Record<keyof Row & string, Described>): Column[] {
  return (Object.entries(columns) as [string, Described][]).map(([name, [type, unit, description]]) => ({
    name,
    type,
    unit,
    description,
  }));
}

/** What decides the tasks and snippets of every dataset, and their outcomes. */
export const CORPUS_INPUTS: readonly string[] = [
  "data/tasks/*.jsonl",
  `${IMPORTED}/*.jsonl`,
  `${IMPORTED}/*/${DESCRIPTION}`,
  `${IMPORTED}/*/{tasks,snippets}.jsonl`,
  ...frozenInputs("corpus/*.parquet"),
];

/** What decides which systems there are: the registry, and which of them have vectors. */
export const SYSTEM_INPUTS: readonly string[] = [
  "data/models.yaml",
  `${IMPORTED}/*/systems.yaml`,
  ...frozenInputs("vectors/**/*.parquet"),
];

/** What decides how every system ranks every dataset, and which ranks pass. */
export const EVALUATION_INPUTS: readonly string[] = [
  ...CORPUS_INPUTS,
  ...SYSTEM_INPUTS,
  ...frozenInputs("rankings/**/*.parquet", "cross-passes/*.parquet"),
];
