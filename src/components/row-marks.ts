import * as Plot from "@observablehq/plot";
import { bottomAxis } from "./plot-style.js";

/** Marks that charts with one row an item share: the axis below, the texts beside a row, and an estimate's interval. */

/** How a chart places a row. */
interface Place {
  /** Where it stands on the vertical axis. */
  y: Plot.ChannelValueSpec;
  /** Pixels that its marks stand below that place, to leave room for texts above them. */
  dy: number;
}

interface TextPlace extends Pick<Place, "y"> {
  /** Whether texts stand above their row instead of beside it. */
  narrow: boolean;
  /** Pixels above the row's place, where they do. */
  lift?: number;
}

/** A vertical grid and its axis below the rows. */
export function bottomGrid(
  label: string,
  tickFormat: (value: number) => string,
  narrow: boolean,
): Plot.Markish[] {
  const ticks = narrow ? 4 : 6;
  return [
    Plot.gridX({ stroke: "var(--theme-foreground-faintest)", strokeOpacity: 1, ticks }),
    Plot.axisX(bottomAxis(label, tickFormat, ticks)),
  ];
}

/** Each row's label, at the left. */
export const rowLabels = (
  rows: readonly { label: string }[],
  { y, narrow, lift = 9 }: TextPlace,
): Plot.Markish =>
  Plot.text(rows, {
    frameAnchor: "left",
    y,
    text: "label",
    textAnchor: narrow ? "start" : "end",
    dx: narrow ? 0 : -10,
    dy: narrow ? -lift : 0,
    fill: "currentColor",
  });

/** Each row's muted text, at the right. */
export const rightTexts = <Row>(
  rows: readonly Row[],
  text: (row: Row) => string,
  { y, narrow, lift = 9 }: TextPlace,
): Plot.Markish =>
  Plot.text(rows, {
    frameAnchor: "right",
    y,
    text,
    textAnchor: narrow ? "end" : "start",
    dx: narrow ? 0 : 18,
    dy: narrow ? -lift : 0,
    fill: "var(--theme-foreground-muted)",
  });

/** A line from `low` to `high` in the row's color. */
export const whiskers = (
  rows: readonly { low: number; high: number; color: string }[],
  { y, dy }: Place,
): Plot.Markish =>
  Plot.link(rows, {
    x1: "low",
    x2: "high",
    y1: y,
    y2: y,
    stroke: "color",
    strokeWidth: 2,
    strokeOpacity: 0.55,
    dy,
  });

/** A dot at `value` that says the row's title; hollow for a value that others published. */
export const estimateDots = <Row extends { value: number; color: string; hollow?: boolean; title: string }>(
  rows: readonly Row[],
  { y, dy }: Place,
): Plot.Markish =>
  Plot.dot(rows, {
    x: "value",
    y,
    r: 5,
    stroke: "color",
    strokeWidth: 2,
    fill: (row: Row) => (row.hollow ? "var(--theme-background)" : row.color),
    ariaLabel: "title",
    className: "points",
    dy,
  });
