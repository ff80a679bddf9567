/** A file of a top ten: its index, and the lines of its best chunk (0 where they are not known). */
export interface TopFile {
  file: number;
  from: number;
  to: number;
}

const BASE = 36;

/** `5k:1a-2c` a file: index, first and last line in base 36, spaces between. */
export const packTop = (files: readonly TopFile[]): string =>
  files
    .map(({ file, from, to }) => `${file.toString(BASE)}:${from.toString(BASE)}-${to.toString(BASE)}`)
    .join(" ");

export const unpackTop = (text: string): TopFile[] =>
  split(text).map((entry) => {
    const [file, from, to] = entry.split(/[:-]/).map((digits) => parseInt(digits, BASE));
    return { file: file!, from: from!, to: to! };
  });

/** Ranks with spaces between. */
export const packRanks = (ranks: readonly number[]): string => ranks.join(" ");

export const unpackRanks = (text: string): number[] => split(text).map(Number);

const split = (text: string): string[] => (text === "" ? [] : text.split(" "));
