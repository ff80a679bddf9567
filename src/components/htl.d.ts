/** The part of Hypertext Literal that the components use; the package ships no types. */
declare module "htl" {
  export function html(strings: TemplateStringsArray, ...values: unknown[]): Node | null;
  export function svg(strings: TemplateStringsArray, ...values: unknown[]): Node | null;
}
