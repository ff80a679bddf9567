import type { Control } from "./bind-url.js";
import { element } from "./element.js";

/** So many labels fit under a slider. */
const MOST_LABELS = 9;

/** Evenly spaced stops with both ends among them, all where they are few. */
export function namedStops(stops: readonly number[]): number[] {
  const last = stops.length - 1;
  let step = Math.max(1, Math.ceil(last / (MOST_LABELS - 1)));
  while (step < last && last % step !== 0) step++;
  return stops.filter((_, index) => index % step === 0);
}

/** A slider over a few whole numbers with its value in large figures and its stops named. */
export function slider(
  label: string,
  stops: readonly number[],
  options: { value?: number; describe?: (value: number) => string } = {},
): Control<number> {
  const input = element<HTMLInputElement>`<input type="range" min="0" max=${stops.length - 1} step="1" aria-label=${label}>`;
  const output = element<HTMLOutputElement>`<output></output>`;
  const node = element`<div class="control slider"><span class="control-label" aria-hidden="true">${label}</span>
    <div class="slider-row">${output}<div style="flex:1">${input}<div class="ticks" aria-hidden="true">${namedStops(stops).map((stop) => element`<span>${stop}</span>`)}</div></div></div>
  </div>`;
  const current = (): number => stops[input.valueAsNumber] ?? stops[0]!;
  const show = (): void => {
    output.value = String(current());
    input.setAttribute("aria-valuetext", options.describe?.(current()) ?? String(current()));
  };
  input.addEventListener("input", show);
  Object.defineProperty(node, "value", {
    get: current,
    set: (value: number) => {
      input.valueAsNumber = Math.max(0, stops.indexOf(value));
      show();
    },
  });
  (node as unknown as Control<number>).value = options.value ?? stops[0]!;
  return node as unknown as Control<number>;
}
