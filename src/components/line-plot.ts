import * as Plot from "@observablehq/plot";
import { scaleLinear } from "d3-scale";
import { spreadLabels } from "./direct-labels.js";
import { axisPercent, CHART, NARROW, textWidth, TIP } from "./plot-style.js";

/** One line with an interval at each of its points. */
export interface Line {
  label: string;
  color: string;
  /** Such as the int8 twin of an fp32 model. */
  dashed?: boolean;
  /** Steps back behind the others. */
  muted?: boolean;
  /** Stands out, with its intervals as one band. */
  band?: boolean;
  points: readonly { x: number; value: number; low: number; high: number; title: string }[];
}

export interface LinePlotOptions {
  width: number;
  height?: number;
  xLabel: string;
  yLabel: string;
  /** Stops of the horizontal axis, evenly spaced: cut-offs or near-clones, not a continuum. */
  stops: readonly number[];
  domain?: [number, number];
  /** A vertical rule at the stop that a control has chosen. */
  cursor?: number;
  /** A dashed comparison without interval, such as chance. */
  reference?: { label: string; points: readonly { x: number; value: number }[] };
}

const LABEL_SIZE = 12.5;

/** Beyond so many stops, bars at every one of them would hide the lines: they stand at the chosen stop only. */
const FEW_STOPS = 8;

/** Every how many stops an axis names, when a label takes `room` pixels. */
export const labelStep = (stops: number, length: number, room: number): number =>
  Math.max(1, Math.ceil(room / (length / Math.max(1, stops - 1))));

/** Lines over a few stops, with intervals and labels at the right end instead of a legend. */
export function linePlot(lines: readonly Line[], options: LinePlotOptions): Element {
  const { width, stops, domain = [0, 1], reference, cursor } = options;
  const height = options.height ?? (width < NARROW ? 340 : 400);
  const margin = { top: 26, bottom: 44, left: 44, right: 0 };
  const ends = [
    ...lines.map((line) => ({
      label: line.label,
      color: line.color,
      muted: line.muted ?? false,
      strong: line.band ?? false,
      end: line.points.at(-1)?.value ?? 0,
    })),
    ...(reference
      ? [
          {
            label: reference.label,
            color: "var(--theme-foreground-muted)",
            muted: false,
            strong: false,
            end: reference.points.at(-1)?.value ?? 0,
          },
        ]
      : []),
  ];
  const longest = Math.max(...ends.map(({ label }) => textWidth(label)));
  margin.right = Math.min(width * 0.46, longest + 20);
  // On a small screen, labels shrink before they are cut off.
  const labelSize = Math.max(10, Math.min(LABEL_SIZE, (LABEL_SIZE * (margin.right - 20)) / longest));
  const toPixel = scaleLinear(domain, [height - margin.bottom, margin.top]);
  const places = spreadLabels(
    ends.map(({ end }) => toPixel(end)),
    15,
    margin.top,
    height - margin.bottom,
  );
  const position = new Map(stops.map((stop, index) => [stop, index]));
  const flat = lines.flatMap((line) =>
    line.points.map((point) => ({ ...point, line, at: position.get(point.x) ?? 0 })),
  );
  const opacity = (line: Line): number => (line.muted ? 0.28 : 1);
  const last = stops.length - 1;
  const few = stops.length <= FEW_STOPS;
  const bars = flat.filter((point) => !point.line.band && (few || point.x === cursor));
  const step = labelStep(stops.length, width - margin.left - margin.right, 22);
  const chart = Plot.plot({
    ...CHART,
    width,
    height,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    marginLeft: margin.left,
    marginRight: margin.right,
    x: { domain: [0, last], label: null },
    y: { domain, label: null },
    marks: [
      Plot.gridY({ stroke: "var(--theme-foreground-faintest)", strokeOpacity: 1, ticks: 5 }),
      Plot.axisY({
        ticks: 5,
        tickSize: 0,
        tickFormat: axisPercent,
        label: options.yLabel,
        labelArrow: "none",
        labelAnchor: "top",
      }),
      Plot.axisX(
        stops.map((_, index) => index).filter((index) => index % step === 0),
        {
          tickSize: 0,
          tickFormat: (index: number) => String(stops[index]),
          label: options.xLabel,
          labelArrow: "none",
          labelAnchor: "left",
          labelOffset: 38,
        },
      ),
      cursor === undefined
        ? null
        : Plot.ruleX([position.get(cursor) ?? 0], {
            stroke: "var(--theme-foreground-faintest)",
            strokeWidth: 14,
          }),
      reference
        ? Plot.line(reference.points, {
            x: (point: { x: number }) => position.get(point.x) ?? 0,
            y: "value",
            stroke: "var(--theme-foreground-muted)",
            strokeDasharray: "2 4",
          })
        : null,
      lines
        .filter(({ band }) => band)
        .map((line) =>
          Plot.areaY(
            flat.filter((point) => point.line === line),
            { x: "at", y1: "low", y2: "high", fill: line.color, fillOpacity: 0.16 },
          ),
        ),
      Plot.link(bars, {
        x1: "at",
        x2: "at",
        y1: "low",
        y2: "high",
        stroke: (d: (typeof flat)[number]) => d.line.color,
        strokeWidth: 1.5,
        strokeOpacity: (d: (typeof flat)[number]) => 0.4 * opacity(d.line),
      }),
      lines.map((line, at) =>
        Plot.line(
          flat.filter((point) => point.line === line),
          {
            x: "at",
            y: "value",
            stroke: line.color,
            strokeWidth: line.band ? 3 : 2,
            strokeOpacity: opacity(line),
            className: `line-${at}`,
            ...(line.dashed ? { strokeDasharray: "5 3" } : {}),
          },
        ),
      ),
      Plot.dot(flat, {
        x: "at",
        y: "value",
        r: few ? 3.5 : 2.5,
        fill: (d: (typeof flat)[number]) => d.line.color,
        fillOpacity: (d: (typeof flat)[number]) => opacity(d.line),
        ariaLabel: "title",
        className: "points",
      }),
      ends.map((end, index) => [
        Plot.text([end], {
          x: last,
          y: toPixel.invert(places[index]!),
          text: "label",
          textAnchor: "start",
          dx: 12,
          fill: end.color,
          fillOpacity: end.muted ? 0.55 : 1,
          fontSize: labelSize,
          ...(end.strong ? { fontWeight: 650 } : {}),
          className: `line-${index}`,
        }),
      ]),
      Plot.tip(flat, Plot.pointer({ ...TIP, x: "at", y: "value", title: "title" })),
    ],
  });
  emphasizePointed(chart, lines);
  return chart;
}

/** While a point is shown, by pointer or by key, every other line steps back. */
function emphasizePointed(chart: Element & { value?: { line?: Line } | null }, lines: readonly Line[]): void {
  chart.addEventListener("input", () => {
    const pointed = chart.value?.line;
    lines.forEach((line, at) => {
      for (const part of chart.querySelectorAll<SVGElement>(`.line-${at}`))
        part.style.opacity = pointed === undefined || pointed === line ? "" : "0.2";
    });
  });
}
