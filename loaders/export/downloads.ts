import glob from "fast-glob";
import { strToU8, zipSync } from "fflate";
import { CORPUS_INPUTS } from "../figures/figure.ts";
import { fromRoot, ROOT } from "../paths.ts";
import { codeDigest } from "../store/code-digest.ts";
import { digestOf, fileDigest, sha256 } from "../store/digest.ts";
import { readVersions } from "../tasks/versions.ts";
import { type ExportFiles, exportDataset } from "./export-files.ts";

const DATASET = "near-miss";
const INPUTS = [
  ...CORPUS_INPUTS,
  "data/versions.json",
  "data/frozen/explanations/*.parquet",
  "data/frozen/cross-passes/*.parquet",
];

/** A file to take along, as the page lists it. */
export interface Download {
  file: string;
  format: string;
  bytes: number;
  sha256: string;
}

/** What decides the downloads' bytes. */
export function downloadsDigest(): string {
  const paths = glob.sync(INPUTS, { cwd: ROOT }).sort();
  return digestOf({
    code: codeDigest("loaders/export/downloads.ts"),
    inputs: paths.map((path) => [path, fileDigest(fromRoot(path))]),
  });
}

// Local time, since zip holds no time zone: the same bytes wherever it is made.
const FIXED = { level: 6, mtime: new Date(2026, 0, 1) } as const;

const toBytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === "string" ? strToU8(content) : content;

/** Files as one zip, whose times are fixed so that equal content makes equal bytes. */
export const zipFiles = (files: ExportFiles): Uint8Array =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([path, content]) => [path, toBytes(content)])),
    FIXED,
  );

/** The archive that the site serves: our own tasks in each format, and `index.json` with sizes and digests. */
export async function buildDownloads(): Promise<Uint8Array> {
  const [jsonl, beir, triplets] = await Promise.all([
    exportDataset(DATASET, "jsonl"),
    exportDataset(DATASET, "beir"),
    exportDataset(DATASET, "triplets"),
  ]);
  const files: [string, string, Uint8Array][] = [
    ["jsonl", `${DATASET}.jsonl`, toBytes(Object.values(jsonl)[0]!)],
    ["beir", `${DATASET}-beir.zip`, zipFiles(beir)],
    ["triplets", `${DATASET}-triplets.parquet`, toBytes(Object.values(triplets)[0]!)],
  ];
  const downloads = files.map(([format, file, bytes]): Download => {
    return { file, format, bytes: bytes.length, sha256: sha256(bytes) };
  });
  const index = { version: readVersions().at(-1)?.version ?? "", downloads };
  const entries = files.map(([, file, bytes]) => [file, bytes] as const);
  return zipSync(
    { ...Object.fromEntries(entries), "index.json": strToU8(JSON.stringify(index)) },
    { ...FIXED, level: 0 },
  );
}
