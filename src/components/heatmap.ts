import * as Plot from "@observablehq/plot";
import { CHART, NARROW, textWidth, TIP } from "./plot-style.js";

export interface HeatCell {
  x: string;
  y: string;
  value: number;
  text: string;
  /** A second line, such as the interval; printed where columns have room for it. */
  detail?: string;
  title: string;
}

export interface HeatmapOptions {
  width: number;
  xs: readonly { key: string; label: string }[];
  ys: readonly { key: string; label: string }[];
  /** CSS color of the largest value. */
  color: string;
  /** Values at which the color is absent and full. */
  domain: [number, number];
}

const DETAIL_SIZE = 10.5;

/** Cells whose depth of color is the value, which is also printed; readable in both themes. */
export function heatmap(cells: readonly HeatCell[], options: HeatmapOptions): Element {
  const { width, xs, ys, color, domain } = options;
  const narrow = width < NARROW;
  const left = Math.min(
    narrow ? 118 : Math.max(190, 0.25 * width),
    Math.max(...ys.map(({ label }) => textWidth(label))) + 12,
  );
  const column = (width - left - 4) / xs.length;
  const longest = Math.max(...xs.map(({ label }) => textWidth(label)));
  const slanted = longest > column - 8;
  // Where there is no room to the right, labels stand upright.
  const rotation = narrow ? -90 : -38;
  const labelHeight = slanted ? (narrow ? longest + 8 : Math.min(120, longest * 0.75)) : 24;
  const detailed =
    cells.some(({ detail }) => detail !== undefined) &&
    cells.every(({ detail = "" }) => textWidth(detail, DETAIL_SIZE) < column - 6);
  const rowHeight = detailed ? 42 : 30;
  const depth = (value: number): number =>
    Math.min(1, Math.max(0, (value - domain[0]) / (domain[1] - domain[0])));
  const xLabel = new Map(xs.map(({ key, label }) => [key, label]));
  const yLabel = new Map(ys.map(({ key, label }) => [key, label]));
  return Plot.plot({
    ...CHART,
    width,
    height: ys.length * rowHeight + labelHeight + 12,
    marginLeft: left,
    marginRight: slanted && !narrow ? Math.min(76, longest * 0.5) : 4,
    marginTop: labelHeight,
    marginBottom: 4,
    x: { domain: xs.map(({ key }) => key), padding: 0.04 },
    y: { domain: ys.map(({ key }) => key), padding: 0.08 },
    marks: [
      Plot.axisX({
        anchor: "top",
        tickSize: 0,
        label: null,
        tickFormat: (key: string) => xLabel.get(key) ?? key,
        ...(slanted
          ? { tickRotate: rotation, textAnchor: "start" as const, dx: narrow ? 0 : -4, dy: -4 }
          : {}),
      }),
      Plot.axisY({
        tickSize: 0,
        label: null,
        tickFormat: (key: string) => yLabel.get(key) ?? key,
        ...(narrow ? { lineWidth: 9 } : {}),
      }),
      Plot.cell(cells, {
        x: "x",
        y: "y",
        fill: color,
        fillOpacity: (cell: HeatCell) => 0.04 + 0.5 * depth(cell.value),
        ariaLabel: "title",
        className: "points",
        rx: 2,
      }),
      column > 34
        ? [true, false].map((two) =>
            Plot.text(
              cells.filter(({ detail = "" }) => (detailed && detail !== "") === two),
              { x: "x", y: "y", text: "text", fill: "currentColor", dy: two ? -7 : 0 },
            ),
          )
        : null,
      detailed
        ? Plot.text(cells, {
            x: "x",
            y: "y",
            text: "detail",
            fill: "currentColor",
            fillOpacity: 0.8,
            fontSize: DETAIL_SIZE,
            dy: 9,
          })
        : null,
      Plot.tip(cells, Plot.pointer({ ...TIP, x: "x", y: "y", title: "title" })),
    ],
  });
}
