import type { Control } from "./bind-url.js";
import { element } from "./element.js";

export interface SelectGroup {
  /** Empty for options that stand outside any group. */
  label: string;
  options: readonly { value: string; label: string }[];
}

let boxes = 0;

/** A native select with optional groups. */
export function selectBox(label: string, groups: readonly SelectGroup[], value?: string): Control<string> {
  const id = `select-${++boxes}`;
  const option = (entry: { value: string; label: string }): Element =>
    element`<option value=${entry.value}>${entry.label}</option>`;
  const select = element<HTMLSelectElement>`<select id=${id}>${groups.flatMap((group) =>
    group.label === ""
      ? group.options.map(option)
      : element`<optgroup label=${group.label}>${group.options.map(option)}</optgroup>`,
  )}</select>`;
  const node = element`<div class="control"><label for=${id}>${label}</label>${select}</div>`;
  Object.defineProperty(node, "value", {
    get: () => select.value,
    set: (next: string) => (select.value = next),
  });
  if (value !== undefined) select.value = value;
  return node as unknown as Control<string>;
}
