import { count } from "../format.js";
import type { DatasetRow } from "../rows.ts";

/** Where an imported dataset comes from and what its import left out; empty for the datasets of the repository. */
export function ownDatasetSentence({
  imported,
  origin,
  licence,
  import_command: command,
  left_out: leftOut,
}: DatasetRow): string {
  if (!imported) return "";
  const came = `It was imported here (${origin}; terms: ${licence}) by ${command}, and is in no other copy of this workbook.`;
  const reasons = leftOut === "" ? [] : leftOut.split("; ");
  const items = reasons.reduce((sum, reason) => sum + Number(/\((\d+)\)$/.exec(reason)?.[1] ?? 0), 0);
  if (items === 0) return `${came} The import left nothing out.`;
  return `${came} The import left out ${count(items)} ${items === 1 ? "item" : "items"}, by reason: ${reasons.join("; ")}.`;
}
