import { strToU8, zipSync } from "fflate";
import type { FigureProvenance } from "../../src/shared/rows.ts";
import { decodeRows } from "../store/parquet.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { figuresOf } from "./index.ts";
import { type FreshFigure, refreshFigure } from "./refresh.ts";

/** Raised when archives of the same rows hold something else than before, so that kept ones are built again. */
export const ARCHIVE_FORMAT = 2;

/** Distinct values of a column over a figure's rows, where it has that column. */
async function distinct(fresh: FreshFigure, column: string): Promise<string[]> {
  if (!fresh.figure.columns.some(({ name }) => name === column)) return [];
  const rows = await decodeRows<Record<string, string>>(fresh.bytes);
  return [...new Set(rows.map((row) => row[column]!))].sort();
}

/** What a page says about where a figure's numbers come from. */
export async function provenanceOf(fresh: FreshFigure): Promise<FigureProvenance> {
  const { figure, state } = fresh;
  return {
    figure: figure.id,
    title: figure.title,
    digest: state.digest,
    rows: state.rows,
    rows_digest: state.exact,
    columns: figure.columns.map((column) => ({ ...column })),
    datasets: await Promise.all(
      (await distinct(fresh, "dataset")).map(async (dataset) => ({
        dataset,
        digest: (await loadCorpus(dataset)).digest,
      })),
    ),
    systems: await distinct(fresh, "system"),
    computed: state.computed,
    command: `npm run figures -- --only ${figure.id}`,
    source: figure.source,
    inputs: Object.keys(state.inputs),
  };
}

/**
 * The archive of a page group: one Parquet file a figure and `provenance.json`. Files carry a fixed time, so that
 * equal rows make equal bytes.
 */
export async function buildArchive(group: string): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  const provenance: FigureProvenance[] = [];
  for (const figure of figuresOf(group)) {
    const fresh = await refreshFigure(figure);
    files[`${figure.id.split("/")[1]}.parquet`] = fresh.bytes;
    provenance.push(await provenanceOf(fresh));
  }
  files["provenance.json"] = strToU8(JSON.stringify(provenance));
  return zipSync(files, { level: 0, mtime: "2026-01-01" });
}
