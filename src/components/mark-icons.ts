import { svg } from "htl";
import type { Verdict } from "../shared/findings/claims.js";

/** A disc with a tick, an octagon with a cross, a broken ring: told apart by shape before color. Words stand beside them. */
export const ICONS: Record<Verdict, () => Node | null> = {
  holds: () =>
    svg`<svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7.5" fill="currentColor" /><path d="M4.4 8.4 7 11 11.6 5.6" fill="none" stroke="var(--theme-background)" stroke-width="2" /></svg>`,
  does_not_hold: () =>
    svg`<svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true"><path d="M5 .5h6L15.5 5v6L11 15.5H5L.5 11V5Z" fill="none" stroke="currentColor" stroke-width="1.6" /><path d="M5 5 11 11M11 5 5 11" stroke="currentColor" stroke-width="2" /></svg>`,
  cannot_tell: () =>
    svg`<svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="3 2.4" /><path d="M4.5 8h7" stroke="currentColor" stroke-width="2" /></svg>`,
};
