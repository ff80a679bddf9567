import type { Control } from "./bind-url.js";
import { element } from "./element.js";

/**
 * A place that fetches once a reader comes near it, so that what it fetches does not weigh on the first view. Its value is
 * null until then; it tells of the change as a control does.
 */
export function whenSeen<T>(fetchValue: () => Promise<T>): Control<T | null> {
  let value: T | null = null;
  const node = element`<p class="empty-state" role="status">Loading…</p>`;
  Object.defineProperty(node, "value", { get: () => value });
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      fetchValue().then(
        (fetched) => {
          value = fetched;
          node.hidden = true;
          node.dispatchEvent(new Event("input", { bubbles: true }));
        },
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          node.textContent = `This part could not be loaded: ${reason}. Reload the page to try again.`;
        },
      );
    },
    { rootMargin: "300px" },
  );
  observer.observe(node);
  return node as unknown as Control<T | null>;
}
