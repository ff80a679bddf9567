import { element } from "./element.js";
import { count } from "../shared/format.js";
import { searchRows, sortRows, type Column, type Sort } from "./table-model.js";

export interface TableOptions<R> {
  columns: readonly Column<R>[];
  /** Says what the table holds to those who cannot see it. */
  caption: string;
  sort?: Sort;
  pageSize?: number;
  /** The row to mark, such as the one that a figure beside it shows. */
  current?: (row: R) => boolean;
}

/**
 * A table that sorts, searches and pages. Only one page is ever in the document, so that thousands of rows stay smooth.
 */
export function dataTable<R>(rows: readonly R[], options: TableOptions<R>): HTMLElement {
  const { columns, pageSize = 20 } = options;
  let sort = options.sort;
  let page = 0;
  let shown: R[] = [];

  const search = element<HTMLInputElement>`<input type="search" placeholder="Search rows" aria-label="Search rows">`;
  const status = element`<span role="status"></span>`;
  const back = element<HTMLButtonElement>`<button type="button" class="plain" aria-label="Previous rows">←</button>`;
  const forth = element<HTMLButtonElement>`<button type="button" class="plain" aria-label="Next rows">→</button>`;
  const headings = columns.map((column) => heading(column, () => sortBy(column)));
  const body = document.createElement("tbody");
  const paged = rows.length > pageSize;
  const node = element`<div class="table">
    ${paged ? element`<div class="table-tools">${search}${status}<span class="pages">${back}${forth}</span></div>` : null}
    <div class="table-scroll" tabindex="0" role="group" aria-label=${options.caption}>
      <table class="data"><caption class="visually-hidden">${options.caption}</caption><thead><tr>${headings}</tr></thead>${body}</table>
    </div></div>`;

  function refresh(): void {
    shown = sortRows(searchRows(rows, columns, search.value), columns, sort);
    page = 0;
    draw();
  }

  function draw(): void {
    const from = page * pageSize;
    const to = Math.min(from + pageSize, shown.length);
    body.replaceChildren(...shown.slice(from, to).map((row) => tableRow(row, columns, options.current)));
    status.textContent =
      shown.length === 0 ? "No row matches" : `${count(from + 1)}–${count(to)} of ${count(shown.length)}`;
    back.disabled = page === 0;
    forth.disabled = to >= shown.length;
    headings.forEach((cell, index) => {
      const active = sort?.key === columns[index]?.key;
      cell.setAttribute("aria-sort", !active ? "none" : sort?.descending ? "descending" : "ascending");
    });
  }

  function sortBy(column: Column<R>): void {
    const again = sort?.key === column.key;
    sort = { key: column.key, descending: again ? !sort?.descending : column.numeric === true };
    refresh();
  }

  search.addEventListener("input", (event) => {
    event.stopPropagation();
    refresh();
  });
  back.addEventListener("click", () => (page--, draw()));
  forth.addEventListener("click", () => (page++, draw()));
  refresh();
  return node;
}

function heading<R>(column: Column<R>, onClick: () => void): HTMLElement {
  const button = element`<button type="button">${column.label}</button>`;
  button.addEventListener("click", onClick);
  const cell = document.createElement("th");
  cell.scope = "col";
  if (column.numeric) cell.className = "number";
  cell.append(button);
  return cell;
}

function tableRow<R>(row: R, columns: readonly Column<R>[], current?: (row: R) => boolean): HTMLElement {
  const tr = document.createElement("tr");
  for (const column of columns) {
    const td = document.createElement("td");
    if (column.numeric) td.className = "number";
    if (column.wrap) td.className = "wrap";
    td.append(column.cell ? column.cell(row) : String(column.value(row)));
    tr.append(td);
  }
  if (current?.(row)) tr.firstElementChild?.setAttribute("aria-current", "true");
  return tr;
}
