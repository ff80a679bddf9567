import { scaleLinear } from "d3-scale";
import { svg } from "htl";
import { percent, rate } from "../shared/format.js";
import type { DensityPath } from "../shared/findings/density.ts";
import type { SystemRow } from "../shared/rows.ts";
import type { Control } from "./bind-url.js";
import { textWidth } from "./plot-style.js";
import { systemColor, systemIndex } from "./systems.js";

const ROW = 34;
// Half a page wide, labels still fit beside their row here.
const NARROW = 430;
const TOP = 30;

interface Moving {
  path: DensityPath;
  dot: SVGElement;
  interval: SVGElement;
  trail: SVGElement;
  value: SVGElement;
}

/** Draws on, without a redraw, whenever the slider moves: the dots travel, and leave a trail from where d = 0 had them. */
export function densityDots(
  paths: readonly DensityPath[],
  options: { width: number; systems: readonly SystemRow[]; slider: Control<number> },
): Element {
  const { width, slider } = options;
  const index = systemIndex(options.systems);
  const narrow = width < NARROW;
  const left = narrow ? 4 : Math.max(...paths.map(({ label }) => textWidth(label))) + 14;
  const x = scaleLinear([0, 1], [left + 6, width - (narrow ? 14 : 64)]);
  const step = narrow ? 46 : ROW;
  const height = TOP + paths.length * step + 34;
  const ticks = narrow ? [0, 0.5, 1] : [0, 0.2, 0.4, 0.6, 0.8, 1];
  const chance =
    svg`<g class="moving"><line y1=${TOP - 6} y2=${height - 28} stroke="var(--theme-foreground-muted)" stroke-dasharray="3 3" /><text y=${TOP - 12} text-anchor="middle" fill="var(--theme-foreground-muted)">a coin among own candidates</text></g>` as SVGElement;
  const rows = paths.map((path, at) => {
    const y = TOP + at * step + (narrow ? 30 : step / 2);
    return movingRow(path, {
      y,
      x,
      left,
      narrow,
      width,
      color: systemColor(index.get(path.system) ?? { class: "baseline" }),
    });
  });
  const show = (): void => {
    const d = slider.value;
    const first = paths[0]?.values.find((row) => row.d === d);
    if (first) moveChance(chance, first.chance, x);
    for (const row of rows) move(row.moving, d, x);
  };
  slider.addEventListener("input", show);
  show();
  return svg`<svg class="density-dots" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
    ${ticks.map((tick) => svg`<g transform=${`translate(${x(tick)},0)`}><line y1=${TOP - 6} y2=${height - 28} stroke="var(--theme-foreground-faintest)" /><text y=${height - 10} text-anchor="middle" fill="var(--theme-foreground-muted)">${Math.round(tick * 100)}%</text></g>`)}
    ${chance}${rows.map((row) => row.node)}
  </svg>` as Element;
}

function moveChance(node: SVGElement, chance: number, x: (value: number) => number): void {
  node.style.transform = `translateX(${x(chance)}px)`;
  node
    .querySelector("text")
    ?.setAttribute("text-anchor", chance > 0.8 ? "end" : chance < 0.3 ? "start" : "middle");
}

function movingRow(
  path: DensityPath,
  place: {
    y: number;
    x: (value: number) => number;
    left: number;
    narrow: boolean;
    width: number;
    color: string;
  },
): { node: Node; moving: Moving } {
  const { y, x, left, narrow, width, color } = place;
  const start = x(path.values[0]!.value);
  const trail =
    svg`<line class="moving" x1="0" x2="1" stroke=${color} stroke-width="2" stroke-opacity="0.3" vector-effect="non-scaling-stroke" />` as SVGElement;
  const interval =
    svg`<line class="moving" x1="0" x2="1" stroke=${color} stroke-width="6" stroke-opacity="0.28" vector-effect="non-scaling-stroke" />` as SVGElement;
  const dot = svg`<circle class="moving" r="6" fill=${color} />` as SVGElement;
  const value =
    svg`<text x=${narrow ? width - 4 : x(1) + 14} y=${narrow ? -17 : 0} dy="0.35em" text-anchor=${narrow ? "end" : "start"} font-weight="600" fill="currentColor"></text>` as SVGElement;
  const label = svg`<text x=${narrow ? 4 : left - 8} y=${narrow ? -17 : 0} dy="0.35em" text-anchor=${narrow ? "start" : "end"} fill="currentColor">${path.label}</text>`;
  const ghost = svg`<circle cx=${start} r="5" fill="var(--theme-background)" stroke=${color} stroke-width="1.5" stroke-opacity="0.6" />`;
  const stops = svg`<g class="points">${path.values.map(
    (row) =>
      svg`<circle cx=${x(row.value)} r="9" fill="transparent" aria-label=${`${path.label}, ${row.d} near-clones: ${rate(row.value)} (${rate(row.low)}–${rate(row.high)})`}><title>${path.label}, ${row.d} near-clones: ${rate(row.value)} (${rate(row.low)}–${rate(row.high)})</title></circle>`,
  )}</g>`;
  const node = svg`<g transform=${`translate(0,${y})`}>${label}${trail}${ghost}${interval}${dot}${value}${stops}</g>`;
  return { node: node!, moving: { path, dot, interval, trail, value } };
}

function move({ path, dot, interval, trail, value }: Moving, d: number, x: (value: number) => number): void {
  const row = path.values.find((candidate) => candidate.d === d);
  const start = path.values[0]!;
  if (!row) return;
  dot.style.transform = `translateX(${x(row.value)}px)`;
  interval.style.transform = `translateX(${x(row.low)}px) scaleX(${Math.max(0.01, x(row.high) - x(row.low))})`;
  trail.style.transform = `translateX(${x(row.value)}px) scaleX(${Math.max(0.01, x(start.value) - x(row.value))})`;
  value.textContent = percent(row.value);
}
