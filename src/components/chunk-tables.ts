import { count, percent } from "../shared/format.js";
import type { ChunkingRow } from "../shared/kafka-chunking-rows.ts";
import { chunkingsOf } from "../shared/kafka-grid.js";
import { chunkingLabel } from "../shared/kafka-labels.js";
import type { KafkaCellRow } from "../shared/kafka-rows.ts";
import { estimate, positive, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { heatmap } from "./heatmap.js";

const wholePercent = (value: number): string => `${Math.round(value * 100)}%`;

/** How much of its chunks each system reads. */
export function truncationFigure(
  cells: readonly KafkaCellRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const limited = cells.filter(({ token_limit }) => token_limit > 0);
  const labels = [...new Set(limited.map(({ label }) => label))];
  const chunkings = chunkingsOf(cells).filter((id) => limited.some(({ chunking }) => chunking === id));
  const known = limited.filter(({ tokens_seen }) => Number.isFinite(tokens_seen));
  return figureFrame(
    {
      id: "truncation",
      figure: "kafka/cells",
      title: "How much of its chunks a system sees",
      subtitle:
        "Share of all tokens within the system’s limit; second line: share of chunks that are longer. A dash: not embedded yet, or a chunking that the study leaves out for this system. BM25 has no limit.",
      description: known
        .map(
          ({ label, chunking, tokens_seen, truncated }) =>
            `${label}, ${chunkingLabel(chunking)}: ${percent(tokens_seen)} of tokens seen, ${percent(truncated)} of chunks longer`,
        )
        .join("; "),
      plot: (width) =>
        heatmap(
          labels.flatMap((label) =>
            chunkings.map((chunking) => {
              const cell = known.find((one) => one.label === label && one.chunking === chunking);
              const head = `${label}, ${chunkingLabel(chunking)}`;
              return cell
                ? {
                    x: chunking,
                    y: label,
                    value: 1 - cell.tokens_seen,
                    text: wholePercent(cell.tokens_seen),
                    detail: `${wholePercent(cell.truncated)} longer`,
                    title: `${head}\n${percent(cell.tokens_seen)} of tokens within ${count(cell.token_limit)} a chunk\n${percent(cell.truncated)} of ${count(cell.chunks)} chunks longer`,
                  }
                : { x: chunking, y: label, value: 0, text: "–", detail: "", title: `${head}\nnot known` };
            }),
          ),
          {
            width,
            xs: chunkings.map((id) => ({ key: id, label: chunkingLabel(id) })),
            ys: labels.map((label) => ({ key: label, label })),
            color: "var(--fail)",
            domain: [0, 1],
          },
        ),
      rows: limited,
      columns: [
        words<KafkaCellRow>("label", "System"),
        words<KafkaCellRow>("chunking", "Chunking", chunkingLabel),
        whole<KafkaCellRow>("token_limit", "Limit, tokens"),
        estimate<KafkaCellRow>("truncated", "Chunks longer"),
        estimate<KafkaCellRow>("tokens_seen", "Tokens seen"),
        words<KafkaCellRow>("state", "State", (state) => state.replaceAll("_", " ")),
      ],
      file,
    },
    context,
  );
}

/** How many chunks each way of cutting gives, beside the published splitter's. */
export function countsFigure(
  rows: readonly ChunkingRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  return figureFrame(
    {
      id: "counts",
      figure: "kafka/chunkings",
      title: "Into how many chunks the files are cut",
      subtitle:
        "Ours are plain windows of characters, and pieces of code’s own in the last row; the published study’s splitter is another one, so that its counts differ at the same size.",
      description: rows
        .map(({ chunking, chunks }) => `${chunkingLabel(chunking)}: ${count(chunks)} chunks`)
        .join("; "),
      rows,
      columns: [
        words<ChunkingRow>("chunking", "Chunking", chunkingLabel),
        words<ChunkingRow>("splitter", "Splitter"),
        whole<ChunkingRow>("size", "Characters at most"),
        whole<ChunkingRow>("overlap", "Overlap"),
        positive<ChunkingRow>("chunks", "Chunks"),
        positive<ChunkingRow>("published_chunks", "Published"),
      ],
      file,
    },
    context,
  );
}
