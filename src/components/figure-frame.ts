import type { DatasetRow, FigureProvenance, SystemRow } from "../shared/rows.ts";
import { element } from "./element.js";
import { keyboardPoints } from "./keyboard-points.js";
import { provenanceList, shortDigest } from "./provenance.js";
import { staleMark } from "./stale-mark.js";
import { toCsv, type Column, type Sort } from "./table-model.js";
import { dataTable } from "./table.js";

/** What a page knows about all its figures. */
export interface FigureContext {
  datasets: readonly DatasetRow[];
  systems: readonly SystemRow[];
  provenance: readonly FigureProvenance[];
}

export interface FigureOptions<R> {
  /** Anchor on the page, and the stem of the CSV's file name. */
  id: string;
  title: string;
  /** What is drawn, n and the interval. */
  subtitle: string;
  /** The figure in words, for those who cannot see it: what is compared, the ends, the trend. */
  description: string;
  /** Draws the figure at a width in CSS pixels; called again when the width changes. Without it, the table is the figure. */
  plot?: (width: number) => Element;
  /** What stands in place of a chart or a table, such as a list of claims. */
  body?: Element;
  /** The key, where direct labels cannot say it. */
  key?: Element;
  note?: string | Node;
  /** Rows that are drawn, as table and CSV show them. */
  rows: readonly R[];
  columns: readonly Column<R>[];
  sort?: Sort;
  /** Name in `provenance.json`, such as `near-clones/density`. */
  figure: string;
  /** The Parquet file with every row behind the figure. */
  file: string;
}

/** A figure with everything that a reader may ask of it: table, downloads, provenance, a link that restores the view. */
export function figureFrame<R>(options: FigureOptions<R>, context: FigureContext): HTMLElement {
  const panel = element`<div class="figure-panel" hidden></div>`;
  const provenance = context.provenance.find(({ figure }) => figure === options.figure);
  return element`<figure class="figure" id=${options.id} aria-labelledby=${`${options.id}-title`} aria-describedby=${`${options.id}-text`}>
    <header><h2 id=${`${options.id}-title`}>${options.title}</h2><p>${options.subtitle}</p></header>
    ${provenance ? staleMark(provenance) : null}
    ${options.key ?? null}
    ${content(options)}
    <p class="visually-hidden" id=${`${options.id}-text`}>${options.description}</p>
    ${options.note === undefined ? null : element`<p class="figure-note">${options.note}</p>`}
    ${actions(options, context, provenance, panel)}
    ${panel}
  </figure>`;
}

function content<R>(options: FigureOptions<R>): Element {
  if (options.rows.length === 0)
    return element`<p class="empty-state">Nothing has been measured at this setting.</p>`;
  if (options.plot) return chart(options, options.plot);
  return options.body ?? table(options);
}

function chart<R>(options: FigureOptions<R>, plot: (width: number) => Element): HTMLElement {
  const live = element`<div class="visually-hidden" aria-live="polite"></div>`;
  const node = element`<div class="figure-plot" tabindex="0" role="group" aria-roledescription="chart" aria-label=${`${options.title}. Arrow keys read the marks; the table holds the same numbers.`}></div>`;
  drawAtWidth(options.id, node, plot);
  keyboardPoints(node, live);
  return element`<div>${node}${live}</div>`;
}

const table = <R>({ rows, columns, title, sort }: FigureOptions<R>): HTMLElement =>
  dataTable(rows, { columns, caption: title, pageSize: 10, ...(sort ? { sort } : {}) });

// A control replaces a figure by a new one: it draws at the width of its predecessor at once, and keeps its panel open.
const lastWidth = new Map<string, number>();
const openPanel = new Map<string, string>();

function drawAtWidth(id: string, container: HTMLElement, plot: (width: number) => Element): void {
  const draw = (width: number): void => {
    lastWidth.set(id, width);
    const figure = plot(width);
    figure.setAttribute("aria-hidden", "true");
    container.replaceChildren(figure);
  };
  const known = lastWidth.get(id);
  if (known !== undefined) draw(known);
  const observer = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry?.contentRect.width ?? 0);
    // In the next frame: a chart that grows inside the callback would be measured again at once.
    if (width >= 40 && (width !== lastWidth.get(id) || !container.firstChild))
      requestAnimationFrame(() => draw(width));
  });
  observer.observe(container);
}

function actions<R>(
  options: FigureOptions<R>,
  context: FigureContext,
  provenance: FigureProvenance | undefined,
  panel: HTMLElement,
): HTMLElement {
  const stem = options.id;
  const tableButton =
    options.plot || options.body ? panelButton(options.id, "Table", panel, () => table(options)) : null;
  const csv = element`<button type="button" class="plain" title="The rows of the table">CSV</button>`;
  csv.addEventListener("click", () => save(`${stem}.csv`, toCsv(options.rows, options.columns)));
  const origin =
    provenance &&
    panelButton(options.id, `Provenance ${shortDigest(provenance.digest).slice(0, 8)}`, panel, () =>
      provenanceList(provenance, context.datasets, context.systems),
    );
  return element`<div class="figure-actions">
    ${tableButton}${csv}
    <a class="plain" href=${options.file} download=${`${options.figure.replaceAll("/", "-")}.parquet`} title="Every row behind the figure">Parquet</a>
    ${copyLink(options.id)}${origin ?? null}
  </div>`;
}

/** A button that fills the panel and opens it, or closes it when its own content is shown. */
function panelButton(id: string, label: string, panel: HTMLElement, content: () => Node): HTMLElement {
  const button = element`<button type="button" class="plain" aria-expanded="false">${label}</button>`;
  const open = (): void => {
    for (const other of button.parentElement?.querySelectorAll("[aria-expanded]") ?? [])
      other.setAttribute("aria-expanded", "false");
    panel.replaceChildren(content());
    panel.hidden = false;
    button.setAttribute("aria-expanded", "true");
    openPanel.set(id, label);
  };
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-expanded") === "false") return open();
    panel.hidden = true;
    button.setAttribute("aria-expanded", "false");
    openPanel.delete(id);
  });
  if (openPanel.get(id) === label) open();
  return button;
}

function copyLink(id: string): HTMLElement {
  const button = element`<button type="button" class="plain" title="A link to this figure with your settings">Copy link</button>`;
  button.addEventListener("click", () => {
    const link = `${location.href.replace(/#.*$/, "")}#${id}`;
    navigator.clipboard.writeText(link).then(
      () => (button.textContent = "Link copied"),
      () => prompt("The link to this figure:", link),
    );
    setTimeout(() => (button.textContent = "Copy link"), 2000);
  });
  return button;
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = element<HTMLAnchorElement>`<a href=${url} download=${name}></a>`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
