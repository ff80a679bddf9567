import type * as Plot from "@observablehq/plot";

/** Width of a text in the figures' type, near enough to reserve space for it. */
export const textWidth = (text: string, size = 12.5): number => Math.ceil(text.length * size * 0.54);

/** Below this width, labels stand above their row instead of beside it. */
export const NARROW = 560;

/** Percent without decimals, for axes. */
export const axisPercent = (value: number): string => `${Math.round(value * 100)}%`;

/** Signed percentage points of a difference of rates, without decimals, for axes. */
export const axisPoints = (value: number): string =>
  `${value < 0 ? "−" : value > 0 ? "+" : ""}${Math.round(Math.abs(value) * 100)}`;

/** A domain of whole steps of five points, and half a step more, that holds these intervals and zero. */
export function whole5(rows: readonly { low: number; high: number }[]): [number, number] {
  const step = 0.05;
  const low = Math.floor(Math.min(0, ...rows.map((row) => row.low)) / step);
  const high = Math.ceil(Math.max(0, ...rows.map((row) => row.high)) / step);
  return [(low - 0.5) * step, (high + 0.5) * step];
}

/** Options that every chart shares. */
export const CHART: Plot.PlotOptions = {
  style: { background: "none", fontFamily: "inherit", fontSize: "12.5px", overflow: "visible" },
};

/** An axis below the rows of a chart, its label at the left. */
export const bottomAxis = (
  label: string,
  tickFormat: (value: number) => string,
  ticks: number,
): Plot.AxisXOptions => ({
  ticks,
  tickSize: 0,
  tickFormat,
  label,
  labelArrow: "none",
  labelAnchor: "left",
  labelOffset: 36,
});

/** The look of every tooltip. */
export const TIP: Plot.TipOptions = {
  stroke: "var(--theme-foreground-fainter)",
  fill: "var(--theme-background)",
  lineHeight: 1.35,
  textPadding: 9,
  fontSize: 12.5,
};
