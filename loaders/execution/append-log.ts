import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

/** One JSON object of a log. */
export type LogEntry = Record<string, unknown>;

/**
 * Version of what decides an outcome: the Python files, the limits, the outcome names. Raise it when a change
 * there can change a verdict; what another version wrote is not used.
 */
export const RUNNER_VERSION = 1;

/**
 * A file of one JSON object a line that only ever grows.
 *
 * Each line is one `write` in append mode, so several processes may write at once, and an interrupted one loses
 * at most its last line. Every entry carries the runner and Python version; entries of another Python are passed
 * over, and lines that cannot be used are reported once each kind and kept in the file.
 */
export class AppendLog {
  #torn = false;

  /**
   * @param accept takes an entry in, or returns what is wrong with it in a few words
   * @param warn receives one sentence for each kind of unusable line
   */
  constructor(
    readonly path: string,
    private readonly python: string,
    private readonly accept: (entry: LogEntry) => string | undefined,
    warn: (message: string) => void,
  ) {
    mkdirSync(dirname(path), { recursive: true });
    this.#read(warn);
  }

  append(entry: LogEntry): void {
    const line = JSON.stringify({ runner: RUNNER_VERSION, python: this.python, ...entry });
    // A line that was left torn must not swallow this one.
    appendFileSync(this.path, `${this.#torn ? "\n" : ""}${line}\n`);
    this.#torn = false;
  }

  #read(warn: (message: string) => void): void {
    let text: string;
    try {
      text = readFileSync(this.path, "utf8");
    } catch {
      return; // nothing written yet
    }
    this.#torn = text.length > 0 && !text.endsWith("\n");
    const problems = new Map<string, { count: number; line: number }>();
    text.split("\n").forEach((line, index) => {
      const problem = line === "" ? undefined : this.#take(line);
      if (problem === undefined) return;
      const seen = problems.get(problem) ?? { count: 0, line: index + 1 };
      problems.set(problem, { ...seen, count: seen.count + 1 });
    });
    for (const [problem, { count, line }] of problems) {
      const where = count === 1 ? `line ${line}` : `${count} lines, the first is line ${line}`;
      warn(`${this.path}: ${problem} (${where}); what they answered is executed again.`);
    }
  }

  #take(line: string): string | undefined {
    let entry: LogEntry;
    try {
      entry = JSON.parse(line) as LogEntry;
    } catch {
      return "not a complete entry";
    }
    if (typeof entry !== "object" || entry === null) return "not a complete entry";
    if (entry.runner !== RUNNER_VERSION) {
      return `written by runner version ${String(entry.runner)}, this is ${RUNNER_VERSION}`;
    }
    return entry.python === this.python ? this.accept(entry) : undefined;
  }
}
