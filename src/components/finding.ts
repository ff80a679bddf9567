import { element } from "./element.js";

/** The page in one sentence, its percentages set in bold. The text is computed from rows; nothing is typed by hand. */
export function finding(text: string): HTMLElement {
  const parts = text.split(/(?<![\d.–])(\d+(?:\.\d+)?%)/);
  return element`<p class="finding">${parts.map((part, index) => (index % 2 === 1 ? element`<b>${part}</b>` : part))}</p>`;
}
