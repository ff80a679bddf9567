import type { Control } from "./bind-url.js";
import { element } from "./element.js";

export interface Choice<T extends string | number> {
  value: T;
  label: string;
}

let groups = 0;

/** A short list of exclusive choices in one row: native radio buttons, so that arrow keys move between them. */
export function segmented<T extends string | number>(
  legend: string,
  choices: readonly Choice<T>[],
  options: { value?: T } = {},
): Control<T> {
  const name = `segmented-${++groups}`;
  const inputs = choices.map(
    (choice) => element<HTMLInputElement>`<input type="radio" name=${name} value=${String(choice.value)}>`,
  );
  const node = element`<fieldset class="control"><legend>${legend}</legend><div class="segments">
    ${choices.map((choice, index) => element`<label>${inputs[index]}<span>${choice.label}</span></label>`)}
  </div></fieldset>`;
  const select = (value: T): void => {
    inputs.forEach((input, index) => (input.checked = choices[index]?.value === value));
  };
  Object.defineProperty(node, "value", {
    get: () => choices[inputs.findIndex((input) => input.checked)]?.value,
    set: select,
  });
  select(options.value ?? choices[0]!.value);
  return node as unknown as Control<T>;
}
