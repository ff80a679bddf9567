import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";

/** Rows of a figure as the built site serves them: `builtRows(dist, "near-clones/density")`. */
export async function builtRows<T extends object>(folder: string, figure: string): Promise<T[]> {
  const [group = "", name = ""] = figure.split("/");
  const within = join(folder, "_file", "data", group);
  const file = readdirSync(within).find(
    (entry) => entry.startsWith(`${name}.`) && entry.endsWith(".parquet"),
  );
  if (!file) throw new Error(`the built site holds no ${figure}`);
  const bytes = readFileSync(join(within, file));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return (await parquetReadObjects({ file: buffer })) as T[];
}
