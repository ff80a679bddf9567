import { InvalidArgumentError } from "commander";

/** Parser of a number within bounds, both included. @throws InvalidArgumentError (exit code 2) for anything else */
export const numberFrom =
  (from: number, to: number, { whole = false }: { whole?: boolean } = {}) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() !== "" && value >= from && value <= to && (!whole || Number.isInteger(value)))
      return value;
    throw new InvalidArgumentError(`wants a ${whole ? "whole " : ""}number from ${from} to ${to}`);
  };

/** Parser of a whole number within bounds. */
export const wholeFrom = (from: number, to: number) => numberFrom(from, to, { whole: true });
