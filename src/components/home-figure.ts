import { count, percent } from "../shared/format.js";
import type { DensityPath } from "../shared/findings/density.ts";
import type { Control } from "./bind-url.js";
import { densityDots } from "./density-dots.js";
import { intervalColumns } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { classEntries, key } from "./key.js";

/** The figure that a reader can move: near-clones kept, and every system's success at rank 1 following. */
export function homeFigure(
  paths: readonly DensityPath[],
  { slider, file }: { slider: Control<number>; file: string },
  context: FigureContext,
): HTMLElement {
  const rows = paths.flatMap(({ label, values }) => values.map((value) => ({ label, ...value })));
  const n = rows[0]?.n ?? 0;
  const present = new Set(paths.map(({ system }) => system));
  return figureFrame(
    {
      id: "near-clones-kept",
      figure: "near-clones/density",
      title: "Share of questions whose first result works",
      subtitle: `Exact expectation over which of a question’s own near-clones stay in the pool; ${count(n)} questions, bands are 95% intervals. The ring marks where a system stood without any.`,
      description: paths
        .map(
          ({ label, values }) =>
            `${label}: ${values.map((row) => `${percent(row.value)} with ${row.d}`).join(", ")}`,
        )
        .join("; "),
      plot: (width) => densityDots(paths, { width, systems: context.systems, slider }),
      key: key(classEntries(context.systems.filter(({ system }) => present.has(system)))),
      rows,
      columns: [
        { key: "system", label: "System", value: (row) => row.system, cell: (row) => row.label },
        { key: "d", label: "Near-clones kept", value: (row) => row.d, numeric: true },
        ...intervalColumns<(typeof rows)[number]>("value", "exec@1"),
      ],
      file,
    },
    context,
  );
}
