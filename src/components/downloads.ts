import { format } from "d3-format";
import { element } from "./element.js";
import { shortDigest } from "./provenance.js";

/** `downloads/index.json`, as `loaders/export/downloads.ts` writes it. */
export interface DownloadIndex {
  version: string;
  downloads: { file: string; format: string; bytes: number; sha256: string }[];
}

const megabytes = format(".1f");

/** Files to take along, each with what it is, its size and its digest. */
export function downloadList(
  index: DownloadIndex,
  about: Readonly<Record<string, { href: string; text: string }>>,
): HTMLElement {
  return element`<ul>${index.downloads.map(({ file, format: name, bytes, sha256 }) => {
    const entry = about[name];
    return element`<li><a href=${entry?.href ?? ""} download=${file}>${file}</a> (${megabytes(bytes / 1e6)} MB, SHA-256 <code title=${sha256}>${shortDigest(sha256)}</code>): ${entry?.text ?? ""}</li>`;
  })}</ul>`;
}
