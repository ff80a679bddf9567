import { parquetReadObjects } from "hyparquet";

/**
 * All rows of a Parquet file, given its address: `FileAttachment("../data/x.parquet").href`. Columns are int32, float32, float64,
 * bool and utf8 by contract, so that no value is a BigInt. (A bare `FileAttachment` of a Parquet file, or its `parquet()`,
 * would make Framework fetch a reader from a content delivery network.)
 */
export async function readRows<T extends object>(href: string): Promise<T[]> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} could not be read (status ${response.status})`);
  return (await parquetReadObjects({ file: await response.arrayBuffer() })) as T[];
}
