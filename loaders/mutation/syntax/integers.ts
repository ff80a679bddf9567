/** An integer literal of Python: its value and how it is written. */
interface Integer {
  value: bigint;
  prefix: string;
  radix: 2 | 8 | 10 | 16;
  /** Digits as written, underscores included. */
  digits: string;
}

const RADIX: Record<string, Integer["radix"]> = { "0x": 16, "0o": 8, "0b": 2 };

/** Reads an integer literal; `null` for floats and imaginary numbers. */
function readInteger(text: string): Integer | null {
  const prefix = text.slice(0, 2);
  const radix = RADIX[prefix.toLowerCase()];
  if (radix !== undefined) {
    return { value: BigInt(text.replaceAll("_", "")), prefix, radix, digits: text.slice(2) };
  }
  if (!/^\d[\d_]*$/.test(text)) return null;
  return { value: BigInt(text.replaceAll("_", "")), prefix: "", radix: 10, digits: text };
}

/** Value of an integer literal; `null` for floats and imaginary numbers. */
export function integerValue(text: string): bigint | null {
  return readInteger(text)?.value ?? null;
}

/**
 * The literal `delta` further on, written alike: same base, same width where zeros pad it, same case, same grouping by underscores.
 * Decimal values may turn negative (`-1`); `null` where a prefixed one would, or where `text` is no integer.
 */
export function shiftInteger(text: string, delta: number): string | null {
  const integer = readInteger(text);
  if (integer === null) return null;
  const value = integer.value + BigInt(delta);
  if (value < 0n) return integer.prefix === "" ? value.toString() : null;
  const bare = integer.digits.replaceAll("_", "");
  let digits = value.toString(integer.radix);
  // `0x0F` has a width to keep, `0x10` has none.
  if (bare.startsWith("0") && integer.prefix !== "") digits = digits.padStart(bare.length, "0");
  if (bare !== bare.toLowerCase()) digits = digits.toUpperCase();
  return integer.prefix + regroup(digits, integer.digits);
}

/** Puts underscores where the old digits had them, counted from the right. */
function regroup(digits: string, old: string): string {
  const size = old.includes("_") ? old.length - 1 - old.lastIndexOf("_") : 0;
  if (size === 0) return digits;
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= size)
    groups.unshift(digits.slice(Math.max(0, end - size), end));
  return groups.join("_");
}
