import { InputError, UserError, type Violation } from "./errors.ts";

/** An error as data: one that leaves a thread by itself loses its class, its remedy and its exit code. */
export type PackedError =
  | { kind: "input"; violations: Violation[] }
  | { kind: "user"; message: string; remedy: string; exitCode: 1 | 2 }
  | { kind: "bug"; message: string; stack: string };

export function packError(error: unknown): PackedError {
  if (error instanceof InputError) return { kind: "input", violations: error.violations };
  if (error instanceof UserError) {
    const { message, remedy, exitCode } = error;
    return { kind: "user", message, remedy, exitCode };
  }
  if (error instanceof Error) return { kind: "bug", message: error.message, stack: error.stack ?? "" };
  return { kind: "bug", message: String(error), stack: "" };
}

/** The error that was packed, to be thrown. A bug keeps the stack of where it happened. */
export function unpackError(packed: PackedError): Error {
  if (packed.kind === "input") return new InputError(packed.violations);
  if (packed.kind === "user") return new UserError(packed.message, packed.remedy, packed.exitCode);
  const error = new Error(packed.message);
  if (packed.stack) error.stack = packed.stack;
  return error;
}
