/**
 * Lets arrow keys read a chart: each mark that carries an `aria-label` is a stop; the stop is spoken through a live region
 * and shown by the chart's own tooltip, which is moved there as if by a pointer.
 */
export function keyboardPoints(frame: HTMLElement, live: HTMLElement): void {
  let at = -1;

  const marks = (): Element[] => [...frame.querySelectorAll("svg .points > [aria-label]")];

  function show(mark: Element): void {
    const box = mark.getBoundingClientRect();
    const init = {
      clientX: box.x + box.width / 2,
      clientY: box.y + box.height / 2,
      pointerType: "mouse",
      bubbles: true,
    };
    const svg = mark.closest("svg");
    svg?.dispatchEvent(new PointerEvent("pointerenter", init));
    svg?.dispatchEvent(new PointerEvent("pointermove", init));
    live.textContent = mark.getAttribute("aria-label");
  }

  function hide(): void {
    at = -1;
    live.textContent = "";
    for (const svg of frame.querySelectorAll("svg")) svg.dispatchEvent(new PointerEvent("pointerleave"));
  }

  frame.addEventListener("keydown", (event) => {
    const stops = marks();
    if (event.key === "Escape") return hide();
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const edge = { Home: 0, End: stops.length - 1 }[event.key];
    if (stops.length === 0 || (step === undefined && edge === undefined)) return;
    event.preventDefault();
    at = edge ?? Math.min(stops.length - 1, Math.max(0, at + step!));
    show(stops[at]!);
  });
  frame.addEventListener("blur", hide);
}
