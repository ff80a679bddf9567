import { FRESHNESS_DIGITS, type SiteFreshness } from "../../src/shared/freshness.ts";
import type { Figure } from "./figure.ts";
import { currentState, describeChange, type FigureState, keptState, stateBefore } from "./freshness.ts";

const short = (digest: string): string => digest.slice(0, FRESHNESS_DIGITS);

/** Changes that a mark names before it counts the rest. */
const NAMED = 3;

function shortReason(reason: string): string {
  const parts = reason.split("; ");
  const rest = parts.length - NAMED;
  return rest <= 0 ? parts.join("; ") : `${parts.slice(0, NAMED).join("; ")} and ${rest} more changes`;
}

/** What a page needs to tell whether its rows are those of the present inputs and code. */
export function siteFreshness(figures: readonly Figure[]): SiteFreshness {
  const now: Record<string, string> = {};
  const changes: SiteFreshness["changes"][number][] = [];
  for (const figure of figures) {
    const current = currentState(figure);
    now[figure.id] = short(current.digest);
    const known = [keptState(figure), stateBefore(figure)].filter((state): state is FigureState => !!state);
    for (const state of known) {
      if (state.digest === current.digest) continue;
      const reason = shortReason(describeChange(state, current, figure.source));
      changes.push({ figure: figure.id, digest: short(state.digest), reason });
    }
  }
  return { now, changes };
}
