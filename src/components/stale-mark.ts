import { FileAttachment } from "observablehq:stdlib";
import { type SiteFreshness, staleReason } from "../shared/freshness.js";
import type { FigureProvenance } from "../shared/rows.ts";
import { element } from "./element.js";

const FILE = FileAttachment("../data/freshness.json").href;

async function read(): Promise<SiteFreshness | null> {
  try {
    const response = await fetch(FILE, { cache: "no-cache" });
    return response.ok ? ((await response.json()) as SiteFreshness) : null;
  } catch {
    // A site that cannot tell whether it is fresh shows no mark; its figures stand.
    return null;
  }
}

let known: Promise<SiteFreshness | null> | undefined;

/** What each mark tells of; a figure that a control replaced is forgotten with its mark. */
const told = new WeakMap<Element, FigureProvenance>();

const isLocal = (): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** Where the data folder lies beside the site, it may have changed while the reader was elsewhere. */
function askAgainOnReturn(): void {
  if (!isLocal()) return;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    known = read();
    document.querySelectorAll<HTMLElement>(".figure-stale").forEach((mark) => {
      const provenance = told.get(mark);
      if (provenance) void fill(mark, provenance);
    });
  });
}

async function fill(mark: HTMLElement, provenance: FigureProvenance): Promise<void> {
  if (!known) {
    known = read();
    askAgainOnReturn();
  }
  const freshness = await known;
  const reason = freshness && staleReason(freshness, provenance.figure, provenance.digest);
  mark.hidden = !reason;
  mark.replaceChildren(
    ...(reason
      ? [
          element`<p><strong>Stale.</strong> ${reason} since these rows were computed. <code>npm start</code> computes them again.</p>`,
        ]
      : []),
  );
}

/** A visible word above a figure whose rows are older than the inputs beside the site; hidden while they are not. */
export function staleMark(provenance: FigureProvenance): HTMLElement {
  const mark = element`<div class="figure-stale" role="note" hidden></div>`;
  told.set(mark, provenance);
  void fill(mark, provenance);
  return mark;
}
