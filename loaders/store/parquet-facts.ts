import { readFileSync } from "node:fs";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { type BasicType, type ColumnSource, parquetWriteBuffer } from "hyparquet-writer";
import { UserError } from "../errors.ts";
import { repositoryPath } from "../paths.ts";
import { exactBuffer } from "./parquet.ts";
import { writeFileWhole } from "./write-file.ts";

/** A Parquet file whose metadata says what its rows are of. */
export interface FactsFile<Row> {
  rows: Row[];
  /** Keys and values of the metadata. */
  facts: ReadonlyMap<string, string>;
  /** The value of a key that must be there. @throws Error that names the key */
  fact(key: string): string;
}

/** Columns without nulls, one a key of `types` and in their order. */
export const plainColumns = <Row extends object>(
  rows: readonly Row[],
  types: Readonly<Record<keyof Row & string, BasicType>>,
): ColumnSource[] =>
  (Object.entries(types) as [keyof Row & string, BasicType][]).map(([name, type]) => ({
    name,
    type,
    data: rows.map((row) => row[name]),
    nullable: false,
  }));

/** Writes a Parquet file whole or not at all: one row group, and facts in its metadata in the order of their keys. */
export function writeWithFacts(
  path: string,
  columnData: ColumnSource[],
  facts: Readonly<Record<string, string>>,
): void {
  const kvMetadata = Object.entries(facts).map(([key, value]) => ({ key, value }));
  const rowGroupSize = Math.max(columnData[0]!.data.length, 1);
  writeFileWhole(path, new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata, rowGroupSize })));
}

/** What to do about a frozen file that is not as it was frozen. @param otherwise a clause, as "run `...`" */
export const restoreRemedy = (path: string, otherwise: string): string =>
  `Restore it with \`git checkout -- ${repositoryPath(path)}\`, or ${otherwise}.`;

/**
 * Reads a file of `writeWithFacts`. Columns of bytes stay bytes.
 * @param kind what the file should be, as in "cannot be read as {kind}"
 * @param otherwise the second half of `restoreRemedy`
 * @param parse what the file says; an error of its own becomes the reason why the file cannot be read, a UserError stays
 * @throws UserError when the file is missing or broken, or lacks a fact
 */
export async function readWithFacts<Row, Parsed>(
  path: string,
  { kind, otherwise }: { kind: string; otherwise: string },
  parse: (file: FactsFile<Row>) => Parsed,
): Promise<Parsed> {
  try {
    return parse(await decodeWithFacts<Row>(exactBuffer(readFileSync(path))));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${repositoryPath(path)} cannot be read as ${kind} (${(error as Error).message}).`,
      restoreRemedy(path, otherwise),
    );
  }
}

async function decodeWithFacts<Row>(file: ArrayBuffer): Promise<FactsFile<Row>> {
  const metadata = parquetMetadata(file);
  const facts = new Map(metadata.key_value_metadata?.map(({ key, value }) => [key, value ?? ""]));
  const fact = (key: string): string => {
    const value = facts.get(key);
    if (value === undefined) throw new Error(`its metadata lacks "${key}"`);
    return value;
  };
  const rows = (await parquetReadObjects({ file, metadata, utf8: false })) as Row[];
  return { rows, facts, fact };
}
