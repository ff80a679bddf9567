import { count, rate } from "../shared/format.js";
import type { Column } from "./table-model.js";

/** A whole number with its thousands separated. */
export const whole = <R>(name: keyof R & string, label: string): Column<R> => ({
  key: name,
  label,
  value: (row) => row[name] as number,
  cell: (row) => count(row[name] as number),
  numeric: true,
});

/** A text, printed as `cell` has it. */
export const words = <R>(
  name: keyof R & string,
  label: string,
  cell: (text: string) => string = String,
): Column<R> => ({
  key: name,
  label,
  value: (row) => row[name] as string,
  cell: (row) => cell(row[name] as string),
});

/** A count that is 0 where the system has none. */
export const positive = <R>(name: keyof R & string, label: string): Column<R> => ({
  ...whole<R>(name, label),
  cell: (row) => ((row[name] as number) === 0 ? "–" : count(row[name] as number)),
});

/** An estimate between 0 and 1 (or -1 and 1) as every table prints it: the value, its 95 % interval, and n. */
export const intervalColumns = <R extends { low: number; high: number; n: number }>(
  name: keyof R & string,
  label: string,
): Column<R>[] => [estimate<R>(name, label), ...bounds<R>("low", "high"), whole<R>("n", "n")];

/** The 95 % interval of the estimate in the column before. */
export const bounds = <R>(low: keyof R & string, high: keyof R & string): Column<R>[] => [
  estimate<R>(low, "2.5%"),
  estimate<R>(high, "97.5%"),
];

/** A number with three decimals, or a dash where there is none. */
export const estimate = <R>(name: keyof R & string, label: string): Column<R> => ({
  key: name,
  label,
  value: (row) => row[name] as number,
  cell: (row) => (Number.isFinite(row[name]) ? rate(row[name] as number) : "–"),
  numeric: true,
});
