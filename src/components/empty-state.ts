import { element } from "./element.js";
import type { DatasetRow } from "../shared/rows.ts";

/** What stands where text would be when a dataset's text is not on this machine. */
export function textAbsent(dataset: DatasetRow): HTMLElement {
  return element`<div class="empty-state" role="note">
    <p>The text of ${dataset.label} is not part of this repository, so code and questions cannot be shown here. Every figure stands: it is drawn from frozen vectors and outcomes.</p>
    <p>To see the text too: <code>${dataset.import_command}</code>, then build again.</p>
  </div>`;
}

/** What stands where nothing matches a reader's search or filter. */
export function nothingFound(hint: string): HTMLElement {
  return element`<p class="empty-state" role="status">Nothing matches. ${hint}</p>`;
}
