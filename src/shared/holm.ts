/** Holm's step-down adjusted p-values, in the order given (Holm, 1979). The family is all values passed. */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => pValues[a]! - pValues[b]!);
  const adjusted = new Array<number>(pValues.length);
  let running = 0;
  order.forEach((index, step) => {
    running = Math.max(running, Math.min(1, (pValues.length - step) * pValues[index]!));
    adjusted[index] = running;
  });
  return adjusted;
}
