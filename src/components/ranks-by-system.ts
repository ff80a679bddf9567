import type { SystemAnswer } from "../shared/explorer-index.ts";
import type { SystemRow } from "../shared/rows.ts";
import { element } from "./element.js";
import { isRetriever } from "./systems.js";

export interface RanksOptions {
  systems: readonly SystemRow[];
  /** Each measured system's answer, by system. */
  answers: ReadonlyMap<string, SystemAnswer>;
  /** The system whose results are shown. */
  system?: string;
  /** Called when the reader picks a system. */
  onSystem: (system: string) => void;
}

/** Where each system puts the first result that works; a button switches to that system. */
export function ranksBySystem({ answers, systems, system, onSystem }: RanksOptions): HTMLElement {
  const entries = systems.filter(isRetriever).flatMap((row) => {
    const answer = answers.get(row.system);
    return answer ? [{ row, rank: answer.rank }] : [];
  });
  return element`<div class="ranks" role="group" aria-label="Rank of the first result that works, by system">
    <p>First result that works</p>
    <ul>${entries.map(({ row, rank }) => {
      const pressed = system === undefined ? null : String(row.system === system);
      const button = element`<button type="button" class="plain" aria-pressed=${pressed}>${row.label}<span class=${`rank-mark ${rank === 1 ? "passes" : "fails"}`}>${rank === 0 ? "–" : rank}</span></button>`;
      button.addEventListener("click", () => onSystem(row.system));
      return element`<li>${button}</li>`;
    })}</ul>
  </div>`;
}
