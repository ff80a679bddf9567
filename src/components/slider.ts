import type { Control } from "./bind-url.js";
import { element } from "./element.js";

/** A slider over a few whole numbers with its value in large figures and every stop named. */
export function slider(
  label: string,
  stops: readonly number[],
  options: { value?: number; describe?: (value: number) => string } = {},
): Control<number> {
  const input = element<HTMLInputElement>`<input type="range" min="0" max=${stops.length - 1} step="1" aria-label=${label}>`;
  const output = element<HTMLOutputElement>`<output></output>`;
  const node = element`<div class="control slider"><span class="control-label" aria-hidden="true">${label}</span>
    <div class="slider-row">${output}<div style="flex:1">${input}<div class="ticks" aria-hidden="true">${stops.map((stop) => element`<span>${stop}</span>`)}</div></div></div>
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
