import { readFileSync } from "node:fs";

/** A candidate's file cannot be used; the message names file, place and remedy. */
export class CandidateFileError extends Error {
  override name = "CandidateFileError";
}

/**
 * Python source of a candidate from a file.
 *
 * @throws CandidateFileError when the file is not UTF-8: guessing an encoding would execute another program than
 *   the one that was written.
 */
export function readCandidate(path: string): string {
  const bytes = readFileSync(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const offset = firstInvalidByte(bytes);
    const line = bytes.subarray(0, offset).filter((byte) => byte === 0x0a).length + 1;
    const byte = bytes[offset]?.toString(16).padStart(2, "0");
    throw new CandidateFileError(
      `${path}, line ${line}: byte 0x${byte} is not UTF-8. Save the file as UTF-8; it was not executed.`,
    );
  }
}

/** Offset of the first byte that does not belong to a UTF-8 sequence. */
function firstInvalidByte(bytes: Uint8Array): number {
  // A decoder that replaces instead of failing shows the place; what precedes it is valid.
  const before = new TextDecoder().decode(bytes).split("\ufffd", 1)[0]!;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return new TextEncoder().encode(before).length + (hasMark ? 3 : 0);
}
