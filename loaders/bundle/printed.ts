/**
 * How exactly a family of published numbers is printed. A single number does not say it (0.33 may be 0.330 cut by JSON), so it is the
 * most decimals that any of them has.
 */
export interface Printed {
  /** Half a unit of the last decimal, or what two float64 computations may differ by for numbers printed in full. */
  tolerance(value: number): number;
  /** In words, for the report. */
  name: string;
}

/** From this many decimals on, a float64 was printed in full. */
const FULL = 10;

/** @param floor smallest tolerance of numbers printed in full: 0 for p-values, which are compared by their ratio */
export function printedLike(values: readonly number[], floor = 1e-12): Printed {
  const decimals = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0);
  if (decimals >= FULL) {
    return { name: "in full", tolerance: (value) => Math.max(floor, 1e-9 * Math.abs(value)) };
  }
  // A little more than half a unit: the nearest float64 of a rounded number may lie a last bit beyond it.
  const half = 0.5 * 10 ** -decimals * (1 + 1e-6);
  return { name: `to ${decimals} decimals`, tolerance: () => half };
}

function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).toLowerCase().split("e");
  const fraction = digits.split(".")[1]?.length ?? 0;
  return Math.max(0, fraction - Number(exponent));
}
