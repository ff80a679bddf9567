import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { InputError } from "../errors.ts";
import { type NpyArray, parseNpy } from "../store/npy.ts";

/** A member of an .npz file that can be read, or why it cannot. */
export interface Member {
  file: string;
  name: string;
  array?: NpyArray;
  /** Why it is not read; empty when it is. */
  problem: string;
}

const REMEDY =
  "Download it again; if it is as published, its layout is a new one for loaders/bundle/matrices.ts.";

/** Every array of an .npz file. @throws InputError when it is no zip archive */
export function readMembers(folder: string, file: string): Member[] {
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(readFileSync(join(folder, file)), { filter: ({ name }) => name.endsWith(".npy") });
  } catch (error) {
    const message = `is no .npz archive (${(error as Error).message}).`;
    throw new InputError([{ file, line: 0, item: "-", rule: "zip", message, remedy: REMEDY }]);
  }
  return Object.entries(entries).map(([entry, bytes]) => {
    const name = entry.replace(/\.npy$/, "");
    try {
      return { file, name, array: parseNpy(bytes), problem: "" };
    } catch (error) {
      return { file, name, problem: (error as Error).message };
    }
  });
}

/** `corpus_ids (<U6, 4694)`: what a message lists. */
export const describeMember = ({ file, name, array, problem }: Member): string =>
  `${file}: ${name} ${array ? `(${array.dtype}, ${array.shape.join(" x ")})` : `(not read: ${problem})`}`;

/** @throws InputError that lists what the files hold, and what was looked for */
export function layoutError(file: string, members: readonly Member[], message: string): never {
  const held = members.map(describeMember).join("; ") || "nothing";
  throw new InputError([
    { file, line: 0, item: "-", rule: "arrays", message: `${message} It holds ${held}.`, remedy: REMEDY },
  ]);
}
