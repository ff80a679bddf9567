/** What the components use of Framework's runtime; it ships no types for its own modules. */
declare module "observablehq:stdlib" {
  export function FileAttachment(name: string): { href: string };
}
