/** Figures are rounded to six decimals before they are written, so that two processors agree on their digests. */
export const round6 = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;
