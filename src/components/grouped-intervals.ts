import * as Plot from "@observablehq/plot";
import type { IntervalRow } from "./interval-plot.js";
import { axisPercent, CHART, NARROW, textWidth, TIP } from "./plot-style.js";
import { bottomGrid, estimateDots, rightTexts, rowLabels, whiskers } from "./row-marks.js";

/** Rows under one heading. */
export interface IntervalGroup {
  title: string;
  rows: readonly IntervalRow[];
  /** A value that the group's rows are compared with. */
  reference?: { value: number; label: string };
}

interface Placed extends IntervalRow {
  at: number;
}

/** Dots with intervals under headings, on one axis; a dashed line in each group where it has a value to compare with. */
export function groupedIntervals(
  groups: readonly IntervalGroup[],
  options: {
    width: number;
    xLabel: string;
    domain: [number, number];
    tickFormat?: (value: number) => string;
  },
): Element {
  const { width, xLabel, domain, tickFormat = axisPercent } = options;
  const narrow = width < NARROW;
  const all = groups.flatMap(({ rows }) => rows);
  const left = narrow ? 12 : Math.max(0, ...all.map(({ label }) => textWidth(label))) + 18;
  const right = narrow ? 10 : Math.max(8, ...all.map((row) => textWidth(row.right ?? "") + 26));
  const rowHeight = narrow ? 40 : 26;
  const heading = narrow ? 34 : 40;
  // On a narrow screen both texts share a line above the mark; where they would meet, the label stays.
  const rightText = (row: IntervalRow): string =>
    narrow && textWidth(row.label) + textWidth(row.right ?? "") > width - 40 ? "" : (row.right ?? "");
  let next = 0;
  const placed = groups.map((group) => {
    const top = next + heading;
    next = top + group.rows.length * rowHeight;
    const rows = group.rows.map((row, i): Placed => ({ ...row, at: top + (i + 0.5) * rowHeight }));
    return { ...group, headingAt: top - (narrow ? 8 : 12), top, bottom: next, rows };
  });
  const points = placed.flatMap(({ rows }) => rows);
  const rules = placed.flatMap(({ reference, top, bottom }) =>
    reference ? [{ ...reference, top: top + 1, bottom: bottom - 1 }] : [],
  );
  const height = next + 52;
  const dy = narrow ? 8 : 0;
  return Plot.plot({
    ...CHART,
    width,
    height,
    marginLeft: left,
    marginRight: right,
    marginTop: 4,
    marginBottom: 44,
    x: { domain, clamp: true, label: null },
    y: { domain: [0, next], range: [4, next + 4], axis: null },
    marks: [
      bottomGrid(xLabel, tickFormat, narrow),
      Plot.text(placed, {
        frameAnchor: "left",
        y: "headingAt",
        text: "title",
        textAnchor: "start",
        dx: narrow ? 0 : 6 - left,
        fontWeight: 600,
        fill: "currentColor",
      }),
      Plot.ruleX(rules, {
        x: "value",
        y1: "top",
        y2: "bottom",
        stroke: "var(--theme-foreground-muted)",
        strokeDasharray: "3 3",
      }),
      Plot.text(narrow ? [] : rules, {
        x: "value",
        y: "top",
        dy: -13,
        text: "label",
        textAnchor: "middle",
        fill: "var(--theme-foreground-muted)",
      }),
      whiskers(points, { y: "at", dy }),
      estimateDots(points, { y: "at", dy }),
      rowLabels(points, { y: "at", narrow, lift: 8 }),
      rightTexts(points, rightText, { y: "at", narrow, lift: 8 }),
      Plot.tip(points, Plot.pointer({ ...TIP, x: "value", y: "at", title: "title", dy })),
    ],
  });
}
