import { UserError } from "../errors.ts";

/** A page's name as files, code and readers spell it. */
export interface PageName {
  /** File names: `query-words`. */
  kebab: string;
  /** Identifiers: `queryWords`. */
  camel: string;
  /** In the sidebar: `Query words`. */
  title: string;
}

/**
 * Reads a kebab-case name.
 * @throws UserError (exit code 2) when it is spelled otherwise
 */
export function pageName(text: string, title?: string): PageName {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text)) {
    throw new UserError(
      `"${text}" is no name for a page.`,
      "Give lower-case words with hyphens between, such as query-words.",
      2,
    );
  }
  const spaced = text.replaceAll("-", " ");
  return {
    kebab: text,
    camel: camelOf(text),
    title: title ?? spaced.charAt(0).toUpperCase() + spaced.slice(1),
  };
}

export const camelOf = (kebab: string): string =>
  kebab.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
