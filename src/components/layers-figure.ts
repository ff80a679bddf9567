import type { LayerRow } from "../shared/rows.ts";
import { words } from "./columns.js";
import { element } from "./element.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { ICONS } from "./mark-icons.js";

/** Rings around a candidate, outermost first: what a candidate would have to get through. */
const RINGS: readonly { title: string; layers: readonly string[] }[] = [
  {
    title: "The machine is out of sight",
    layers: ["network-namespace", "pid-namespace", "subreaper", "not-dumpable"],
  },
  { title: "No right to do harm", layers: ["unprivileged-uid", "no-new-privileges", "seccomp"] },
  {
    title: "A measured share",
    layers: ["memory-limit", "cpu-limit", "stack-limit", "file-size-limit", "open-files-limit", "core-limit"],
  },
  {
    title: "A process of its own",
    layers: ["new-session", "null-stdio", "closed-descriptors", "empty-environment"],
  },
];

interface Ring {
  title: string;
  layers: LayerRow[];
}

/** The rings that have layers. A layer that no ring knows stands outermost, so that none goes unseen. */
function ringsOf(rows: readonly LayerRow[]): Ring[] {
  const known = new Set(RINGS.flatMap(({ layers }) => layers));
  const placed = RINGS.map(({ title, layers }) => ({
    title,
    layers: rows.filter(({ layer }) => layers.includes(layer)),
  }));
  const others = { title: "Further layers", layers: rows.filter(({ layer }) => !known.has(layer)) };
  return [others, ...placed].filter(({ layers }) => layers.length > 0);
}

const plain = (name: string): string => name.replaceAll("-", " ");

const layerItem = ({ layer, active, detail }: LayerRow): HTMLElement =>
  element`<li class=${active ? "active" : "missing"}>
    ${ICONS[active ? "holds" : "does_not_hold"]()}
    <p><b>${plain(layer)}</b><span class=${active ? "visually-hidden" : "state"}>${active ? ", active: " : "missing"}</span> <span>${detail}</span></p>
  </li>`;

/** One ring around what it encloses; its line is broken where a layer is missing. */
const ring = ({ title, layers }: Ring, inside: HTMLElement): HTMLElement =>
  element`<div class=${`layer-ring ${layers.every(({ active }) => active) ? "closed" : "open"}`}>
    <p class="ring-title">${title}</p>
    <ul>${layers.map(layerItem)}</ul>
    ${inside}
  </div>`;

function drawing(rows: readonly LayerRow[]): HTMLElement {
  const core = element`<p class="layer-core"><b>Candidate and one suite</b> It reports the outcome of each test.</p>`;
  const rings = ringsOf(rows).reduceRight((inside, entry) => ring(entry, inside), core);
  return element`<div class="layers">
    ${rings}
    <p class="layer-channel"><span aria-hidden="true">⇄</span> plain values only</p>
    <p class="layer-judge"><b>Sealed judge</b> For passes that count: the tests run again here, in a process without code of a candidate. They call it through a channel.</p>
  </div>`;
}

/** What keeps candidates apart on the machine that built the site, drawn as rings around a candidate. */
export function layersFigure(rows: readonly LayerRow[], file: string, context: FigureContext): HTMLElement {
  return figureFrame(
    {
      id: "layers",
      figure: "method/layers",
      title: "What stands around a candidate",
      subtitle:
        "On the machine that built this site. A ring with a broken line lacks a layer, which is named with the reason.",
      description: rows
        .map((row) => `${plain(row.layer)} ${row.active ? "active" : "missing"}: ${row.detail}`)
        .join("; "),
      body: drawing(rows),
      rows,
      columns: [
        {
          key: "active",
          label: "State",
          value: (row) => (row.active ? "active" : "missing"),
        },
        words("layer", "Layer", plain),
        { ...words<LayerRow>("detail", "What it does, or why it is missing"), wrap: true },
      ],
      file,
    },
    context,
  );
}
