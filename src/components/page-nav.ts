import { neighbours, type OutlinePage, type OutlineSection } from "../shared/outline.js";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

// Links start at the site's root here; Framework makes them relative to the page.
function link(to: OutlinePage | undefined, rel: "prev" | "next", label: string): string {
  if (!to) return "";
  return `<a rel="${rel}" href="${to.path}"><small>${label}</small><strong>${escape(to.name)}</strong><span>${escape(to.question)}</span></a>`;
}

/** Previous and next in the argument as HTML, rendered at build time so that it needs no script. */
export function pageNav(sections: readonly OutlineSection[], path: string): string {
  const { previous, next } = neighbours(sections, path);
  if (!previous && !next) return "";
  return `<nav class="page-nav" aria-label="Previous and next page">${link(previous, "prev", "Previous")}${link(next, "next", "Next")}</nav>`;
}
