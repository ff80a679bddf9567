import { svg } from "htl";
import type { SystemRow } from "../shared/rows.ts";
import { element } from "./element.js";
import { CLASS_LABELS, systemColor } from "./systems.js";

export type KeyShape = "dot" | "hollow" | "diamond" | "line" | "dashed" | "square" | "cross" | "interval";

export interface KeyEntry {
  shape: KeyShape;
  color: string;
  label: string;
}

const SHAPES: Record<KeyShape, (color: string) => Node | null> = {
  dot: (color) => svg`<circle cx="9" cy="7" r="4.5" fill=${color} />`,
  hollow: (color) => svg`<circle cx="9" cy="7" r="4" fill="none" stroke=${color} stroke-width="2" />`,
  diamond: (color) =>
    svg`<path d="M9 2.2 13.8 7 9 11.8 4.2 7Z" fill="none" stroke=${color} stroke-width="1.5"/>`,
  line: (color) => svg`<path d="M1 7H17" stroke=${color} stroke-width="2" />`,
  dashed: (color) => svg`<path d="M1 7H17" stroke=${color} stroke-width="2" stroke-dasharray="4 3"/>`,
  square: (color) => svg`<rect x="4" y="2" width="10" height="10" rx="2" fill=${color} />`,
  cross: (color) => svg`<path d="M5 3 13 11M13 3 5 11" stroke=${color} stroke-width="2.4"/>`,
  interval: (color) => svg`<path d="M1 7H17" stroke=${color} stroke-width="2" stroke-opacity="0.55"/>`,
};

/** What the marks of a figure mean, where direct labels cannot say it. */
export function key(entries: readonly KeyEntry[]): HTMLElement {
  return element`<ul class="key">${entries.map(
    ({ shape, color, label }) =>
      element`<li>${svg`<svg width="18" height="14" aria-hidden="true">${SHAPES[shape](color)}</svg>`}${label}</li>`,
  )}</ul>`;
}

/** One entry for each class that occurs among the systems, in the fixed order of classes. */
export function classEntries(systems: readonly SystemRow[]): KeyEntry[] {
  return Object.keys(CLASS_LABELS)
    .filter((name) => systems.some((system) => system.class === name))
    .map((name) => ({
      shape: name === "published" ? "hollow" : "dot",
      color: systemColor({ class: name }),
      label: CLASS_LABELS[name]!,
    }));
}
