import { count, percent, range } from "../shared/format.js";
import { element } from "./element.js";

/** An estimate as rows hold it. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
  n: number;
}

/** A rate in running prose with its 95 % interval and n. */
export function stat({ value, low, high, n }: Estimate): HTMLElement {
  return element`<span class="stat">${percent(value)} <small>(${range(low, high)}, n = ${count(n)})</small></span>`;
}
