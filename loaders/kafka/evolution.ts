import { mean, quantileSorted, unitMatrix } from "../../src/shared/bootstrap.ts";
import { meansOverQuestions, QUESTION_REPLICATES } from "../../src/shared/question-bootstrap.ts";
import { resampleIndices, shuffledIndices } from "../../src/shared/resample.ts";

/** Orders of the questions, and draws of each size: the first `size` questions of an order are a draw. */
export const ORDERS = 2000;

/** Numbers of questions that are tried, the pilot's and the study's among them; the number of all is added. */
const SIZES = [3, 10, 20, 30, 60, 90, 120];

/** Sizes below the number of questions, and that number. */
export const sizesOf = (questions: number): number[] => [
  ...SIZES.filter((size) => size < questions),
  questions,
];

/** Who leads after so many questions, over orders of the questions. */
export interface LeadAt {
  size: number;
  /** By option: share of orders in which it is chosen, at random between those that lead. */
  leads: number[];
  /** By option: share of orders in which it leads alone. */
  alone: number[];
  /** Share of orders in which from here on nothing leads but what leads in the end. */
  settled: number;
}

/** What solves most questions of all. */
export function bestOf(options: readonly ArrayLike<number>[]): boolean[] {
  const solved = options.map((values) => Array.from(values).reduce((sum, value) => sum + value, 0));
  return solved.map((count) => count === Math.max(...solved));
}

/**
 * Asks the questions one by one, in each order, and looks who leads at each size.
 * @param options one value of 0 or 1 a question each
 * @param orders row after row of as many indices as there are questions, with or without repeats
 */
export function leadsAt(
  options: readonly ArrayLike<number>[],
  orders: Uint32Array,
  sizes: readonly number[],
): LeadAt[] {
  const questions = options[0]!.length;
  const rows = orders.length / questions;
  const best = bestOf(options);
  const { values, columns } = unitMatrix(options);
  const found = sizes.map((size) => ({
    size,
    leads: options.map(() => 0),
    alone: options.map(() => 0),
    settled: 0,
  }));
  const bySize = Array.from({ length: questions + 1 }, (_, asked) => found[sizes.indexOf(asked)]);
  const solved = new Int32Array(columns);
  // Millions of steps: plain loops over flat arrays.
  for (let start = 0; start < orders.length; start += questions) {
    solved.fill(0);
    let lastWrong = 0;
    for (let asked = 1; asked <= questions; asked++) {
      const at = orders[start + asked - 1]! * columns;
      let most = 0;
      for (let option = 0; option < columns; option++) {
        solved[option]! += values[at + option]!;
        if (solved[option]! > most) most = solved[option]!;
      }
      for (let option = 0; option < columns; option++)
        if (solved[option] === most && !best[option]) lastWrong = asked;
      const here = bySize[asked];
      if (here) countLeaders(here, solved, most);
    }
    for (const here of found) if (here.size > lastWrong) here.settled++;
  }
  const share = (count: number): number => count / rows;
  return found.map(({ size, leads, alone, settled }) => ({
    size,
    leads: leads.map(share),
    alone: alone.map(share),
    settled: share(settled),
  }));
}

function countLeaders(here: Pick<LeadAt, "leads" | "alone">, solved: Int32Array, most: number): void {
  const leaders = [...solved.keys()].filter((option) => solved[option] === most);
  for (const option of leaders) here.leads[option]! += 1 / leaders.length;
  if (leaders.length === 1) here.alone[leaders[0]!]! += 1;
}

/** How wide an interval from so many questions is. */
export interface WidthAt {
  half_width: number;
  half_width_low: number;
  half_width_high: number;
  no_width: number;
}

/** Half-widths of the bootstrap interval of a mean of zeros and ones: they depend on size and number of ones alone. */
const halfWidths = new Map<string, number>();

function halfWidth(ones: number, size: number): number {
  const key = `${ones} ${size}`;
  const known = halfWidths.get(key);
  if (known !== undefined) return known;
  const values = Float64Array.from({ length: size }, (_, place) => (place < ones ? 1 : 0));
  const { low, high } = meansOverQuestions([values])[0]!;
  halfWidths.set(key, (high - low) / 2);
  return (high - low) / 2;
}

/** The half-width of the interval of one option, over the first questions of every order. */
export function widthsAt(
  values: ArrayLike<number>,
  orders: Uint32Array,
  sizes: readonly number[],
): WidthAt[] {
  const questions = values.length;
  return sizes.map((size) => {
    const widths = new Float64Array(orders.length / questions);
    for (let order = 0; order < widths.length; order++) {
      let ones = 0;
      for (let asked = 0; asked < size; asked++) ones += values[orders[order * questions + asked]!]!;
      widths[order] = halfWidth(ones, size);
    }
    widths.sort();
    return {
      half_width: mean(widths),
      half_width_low: quantileSorted(widths, 0.025),
      half_width_high: quantileSorted(widths, 0.975),
      no_width: widths.filter((width) => width === 0).length / widths.length,
    };
  });
}

/** The orders of every contest over so many questions: without repeats, and with. */
export const ordersOf = (questions: number): { once: Uint32Array; again: Uint32Array } => ({
  once: shuffledIndices(questions, ORDERS),
  again: resampleIndices(questions, QUESTION_REPLICATES),
});
