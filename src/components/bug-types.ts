import { spaced } from "../shared/format.js";
import { element } from "./element.js";

/** The CSS color of a bug type, the same on every page. */
export const bugColor = (bugType: string): string => `var(--bug-${bugType}, var(--other))`;

/** A bug type's name with its color. */
export function bugChip(bugType: string): HTMLElement {
  return element`<span class="bug-chip"><i style=${`background:${bugColor(bugType)}`}></i>${spaced(bugType)}</span>`;
}
