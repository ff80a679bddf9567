import { element } from "./element.js";

const TAG = "https://github.com/apache/kafka/blob/4.0.0/";

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** A file of Kafka as a link to it at the tag of the corpus, at the lines where they are given (first and last, both included). */
export function kafkaFile(path: string, lines?: { from: number; to: number }): HTMLElement {
  const anchor = lines ? `#L${lines.from}-L${lines.to}` : "";
  const span = lines ? `, lines ${lines.from}–${lines.to}` : "";
  return element`<span class="kafka-file"><a href=${`${TAG}${path}${anchor}`}><code>${fileName(path)}</code>${span}</a> <small>${path.slice(0, path.lastIndexOf("/"))}</small></span>`;
}
