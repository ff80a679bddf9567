import { html } from "htl";

/**
 * `htl`'s template as one HTML element of the stated type: text in a template is escaped, nodes and arrays are inserted.
 * A template with several roots is a mistake of ours and throws.
 */
export function element<T extends HTMLElement = HTMLElement>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): T {
  const node = html(strings, ...values);
  if (!(node instanceof HTMLElement)) throw new Error("a template must have exactly one root element");
  return node as T;
}
