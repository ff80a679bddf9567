import type { Control } from "./bind-url.js";
import { element } from "./element.js";

export interface NumberBoxOptions {
  min: number;
  max: number;
  /** What the arrow keys add; any number within the bounds may be typed. */
  step: number;
  value: number;
  /** Stands after the number, and is part of its accessible description. */
  unit?: string;
}

let boxes = 0;

/** A number to type: its value is the last one within the bounds, and a text outside them is marked and explained. */
export function numberBox(label: string, options: NumberBoxOptions): Control<number> {
  const { min, max, step, unit } = options;
  const id = `number-${++boxes}`;
  const input = element<HTMLInputElement>`<input id=${id} type="number" inputmode="decimal" min=${min} max=${max} step="any" aria-describedby=${`${id}-unit ${id}-error`}>`;
  const error = element`<span class="control-error" id=${`${id}-error`} role="status"></span>`;
  const node = element`<div class="control number-box"><label for=${id}>${label}</label>
    <span class="number-row">${input}<span id=${`${id}-unit`}>${unit ?? ""}</span></span>${error}</div>`;
  let last = options.value;
  const isValid = (value: number): boolean => value >= min && value <= max;
  const show = (): void => {
    const wrong = !isValid(input.valueAsNumber);
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    const message = wrong ? `${min.toLocaleString("en-US")} to ${max.toLocaleString("en-US")}` : "";
    if (error.textContent !== message) error.textContent = message;
  };
  input.addEventListener("input", () => {
    if (isValid(input.valueAsNumber)) last = input.valueAsNumber;
    show();
  });
  // A step of "any" lets the arrow keys add 1, whatever the scale: they add the step that was asked for instead.
  input.addEventListener("keydown", (event) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next = Math.round((last + direction * step) / step) * step;
    input.value = String(Number(Math.min(max, Math.max(min, next)).toPrecision(12)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  Object.defineProperty(node, "value", {
    get: () => last,
    set: (value: number) => {
      last = value;
      input.value = String(Number(value.toPrecision(6)));
      show();
    },
  });
  (node as unknown as Control<number>).value = options.value;
  return node as unknown as Control<number>;
}
