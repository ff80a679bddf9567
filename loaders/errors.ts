/**
 * An error that a user can act on: what is wrong, where, and what to do. Command lines print it without a stack
 * trace and leave with its exit code.
 */
export class UserError extends Error {
  readonly exitCode: 1 | 2;
  readonly remedy: string;

  constructor(message: string, remedy: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = "UserError";
    this.remedy = remedy;
    this.exitCode = exitCode;
  }
}

/** One thing wrong in an input file. */
export interface Violation {
  file: string;
  /** 1-based; 0 when the whole file is meant. */
  line: number;
  /** The item (a task id, a question id) and the field or gate. */
  item: string;
  rule: string;
  message: string;
  remedy: string;
}

/** `file:line item [rule] message. Remedy: ...` on one line. */
export function formatViolation(violation: Violation): string {
  const place = violation.line > 0 ? `${violation.file}:${violation.line}` : violation.file;
  return `${place} ${violation.item} [${violation.rule}] ${violation.message} Remedy: ${violation.remedy}`;
}

/** An input file that breaks its format, with every violation found in it. */
export class InputError extends UserError {
  readonly violations: Violation[];

  constructor(violations: Violation[]) {
    const shown = violations.slice(0, 20).map(formatViolation);
    const more = violations.length > 20 ? [`... and ${violations.length - 20} more`] : [];
    super([...shown, ...more].join("\n"), "Mend the lines above and run the same command again.");
    this.name = "InputError";
    this.violations = violations;
  }
}
