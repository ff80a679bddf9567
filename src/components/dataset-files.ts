/**
 * Address of another dataset's file, from that of a dataset whose name Framework has seen as a literal. Imported datasets
 * are not known when a page is written: the build serves their files under their own names (`dynamicPaths`), without the
 * digest that Framework puts into the names of attached files.
 * @param href address of an attached Parquet file, as `FileAttachment("...").href` gives it
 * @param known the part of its name that stands for the dataset or the shard
 * @param wanted what stands there in the other file's name
 */
export function addressLike(href: string, known: string, wanted: string): string {
  const { origin, pathname, searchParams } = new URL(href);
  const [root, file] = pathname.split(/\/_file(?=\/)/) as [string, string];
  const slash = file.lastIndexOf("/");
  const name = file
    .slice(slash + 1)
    .replace(/(\.[0-9a-f]{8})?\.parquet$/, ".parquet")
    .replace(known, wanted);
  // The preview server serves attached files only, and marks them with a digest in the query.
  const folder = searchParams.has("sha") ? `${root}/_file` : root;
  return `${origin}${folder}${file.slice(0, slash + 1)}${name}`;
}

/**
 * A file of each dataset: the attached ones as given, every other dataset's like the one of our own tasks.
 * @param attached addresses by dataset id; `near-miss` must be among them
 */
export function filesByDataset(
  attached: Readonly<Record<string, string>>,
  datasets: readonly { dataset: string }[],
): Record<string, string> {
  const own = attached["near-miss"]!;
  return Object.fromEntries(
    datasets.map(({ dataset }) => [dataset, attached[dataset] ?? addressLike(own, "near-miss", dataset)]),
  );
}
