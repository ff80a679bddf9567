import { type FunctionLengthRow, lengthRowsAt } from "../shared/findings/function-length.js";
import { count, percent, range } from "../shared/format.js";
import { intervalColumns, whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { linePlot, type Line } from "./line-plot.js";
import { systemColor, systemIndex, systemLabel } from "./systems.js";

/** exec@k of every system over the thirds; one system stands out with its band. */
export function functionLengthFigure(
  rows: readonly FunctionLengthRow[],
  { dataset, k, band, file }: { dataset: string; k: number; band: string; file: string },
  context: FigureContext,
): HTMLElement {
  const shown = lengthRowsAt(rows, { dataset, k });
  const index = systemIndex(context.systems);
  const lines = context.systems
    .filter(({ system }) => shown.some((row) => row.system === system))
    .map((system): Line => ({
      label: system.label,
      color: systemColor(system),
      band: system.system === band,
      muted: system.system !== band,
      points: shown
        .filter((row) => row.system === system.system)
        .map((row) => ({
          x: row.third,
          value: row.value,
          low: row.low,
          high: row.high,
          title: `${system.label}\n${count(row.characters_from)} to ${count(row.characters_to)} characters: ${percent(row.value)} (${range(row.low, row.high)})\n${count(row.n)} queries`,
        })),
    }));
  const ends = shown.filter(({ system }) => system === shown[0]?.system);
  return figureFrame(
    {
      id: "function-length",
      figure: "ablations/function-length",
      title: `exec@${k} from short functions to long ones`,
      subtitle: `Thirds of the queries by the length of the canonical: ${ends.map((row) => `${count(row.characters_from)} to ${count(row.characters_to)} characters (n = ${count(row.n)})`).join(", ")}. 95% intervals over queries.`,
      description: lines
        .map(({ label, points }) => `${label}: ${points.map(({ value }) => percent(value)).join(", ")}`)
        .join("; "),
      plot: (width) =>
        linePlot(lines, {
          width,
          xLabel: "third of the queries, by length",
          yLabel: `exec@${k}`,
          stops: [1, 2, 3],
          domain: [0, Math.min(1, Math.max(0.2, ...shown.map(({ high }) => high)))],
        }),
      rows: shown,
      columns: [
        words<FunctionLengthRow>("system", "System", (system) => systemLabel(index, system)),
        whole<FunctionLengthRow>("third", "Third"),
        whole<FunctionLengthRow>("characters_from", "Characters from"),
        whole<FunctionLengthRow>("characters_to", "to"),
        ...intervalColumns<FunctionLengthRow>("value", `exec@${k}`),
      ],
      file,
    },
    context,
  );
}
