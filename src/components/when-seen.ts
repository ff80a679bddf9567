import { element } from "./element.js";

/** A place that is filled once a reader comes near it, so that what it needs does not weigh on the first view. */
export function whenSeen(fill: () => Promise<Node>): HTMLElement {
  const node = element`<div class="when-seen"><p class="empty-state" role="status">Loading…</p></div>`;
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      fill().then(
        (content) => node.replaceChildren(content),
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          node.replaceChildren(element`<p class="empty-state" role="alert">This part could not be loaded: ${reason}. Reload the page to try again.</p>`); // prettier-ignore
        },
      );
    },
    { rootMargin: "300px" },
  );
  observer.observe(node);
  return node;
}
