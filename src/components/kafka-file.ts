import { element } from "./element.js";

const TAG = "https://github.com/apache/kafka/blob/4.0.0/";

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * A file of a code base as a link to it, at the lines where they are given (first and last, both included).
 * @param link address that the path is appended to, as the study has it; empty for none
 */
export function kafkaFile(path: string, lines?: { from: number; to: number }, link = TAG): HTMLElement {
  const anchor = lines ? `#L${lines.from}-L${lines.to}` : "";
  const span = lines ? `, lines ${lines.from}–${lines.to}` : "";
  const name = element`<code>${fileName(path)}</code>`;
  const file = link === "" ? element`<span>${name}${span}</span>` : element`<a href=${`${link}${path}${anchor}`}>${name}${span}</a>`; // prettier-ignore
  return element`<span class="kafka-file">${file} <small>${path.slice(0, path.lastIndexOf("/"))}</small></span>`;
}
