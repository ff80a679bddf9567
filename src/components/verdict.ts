import { svg } from "htl";
import { element } from "./element.js";

/** Passing or failing by word, shape and color: a checked disc, a crossed octagon. */
export function verdict(passes: boolean): HTMLElement {
  const icon = passes
    ? svg`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7.5" fill="currentColor" /><path d="M4.4 8.4 7 11 11.6 5.6" fill="none" stroke="var(--theme-background)" stroke-width="2" /></svg>`
    : svg`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M5 .5h6L15.5 5v6L11 15.5H5L.5 11V5Z" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M5 5 11 11M11 5 5 11" stroke="currentColor" stroke-width="2" /></svg>`;
  return element`<span class=${`verdict ${passes ? "passes" : "fails"}`}>${icon}${passes ? "Passes" : "Fails"}</span>`;
}
