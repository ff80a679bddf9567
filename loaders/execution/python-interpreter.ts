import { spawnSync } from "node:child_process";

/** A Python that can run candidates. */
export interface PythonInterpreter {
  /** Path of the interpreter itself, never of a version manager's shim. */
  executable: string;
  /** For example `3.11.7`. */
  version: string;
}

/** No usable Python; the message is one sentence for the user. */
export class PythonNotFoundError extends Error {
  override name = "PythonNotFoundError";
}

const MINIMUM = [3, 9] as const;
const PROBE =
  "import sys; print(sys.executable); print('.'.join(map(str, sys.version_info[:3]))); print(sys.implementation.name)";

/**
 * Find a Python of at least 3.9: `command` or the variable NEAR_MISS_PYTHON when given (nothing else is then
 * tried), otherwise `python3`, then `python`.
 *
 * @throws PythonNotFoundError naming what was tried and what to do.
 */
export function findPython(
  command: string | undefined = process.env.NEAR_MISS_PYTHON || undefined,
): PythonInterpreter {
  const problems: string[] = [];
  for (const candidate of command === undefined ? ["python3", "python"] : [command]) {
    const found = probe(candidate);
    if (typeof found !== "string") return found;
    problems.push(found);
  }
  throw new PythonNotFoundError(
    `Near Miss needs Python ${MINIMUM.join(".")} or newer to run the candidates: ${problems.join("; ")}. ` +
      "Install one, or set NEAR_MISS_PYTHON to its path.",
  );
}

/** The interpreter behind a command, or what is wrong with it in a few words. */
function probe(command: string): PythonInterpreter | string {
  const run = spawnSync(command, ["-c", PROBE], {
    encoding: "utf8",
    timeout: 20_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (run.error !== undefined) {
    return "code" in run.error && run.error.code === "ENOENT"
      ? `\`${command}\` was not found`
      : `\`${command}\` could not be started (${run.error.message})`;
  }
  const [executable, version, implementation] = run.stdout.trim().split(/\r?\n/);
  if (run.status !== 0 || !executable || !version) {
    const reason = run.stderr.trim().split(/\r?\n/)[0] || `exit code ${run.status}`;
    return `\`${command}\` does not run Python (${reason})`;
  }
  if (implementation !== "cpython") return `\`${command}\` is ${implementation ?? "unknown"}, not CPython`;
  return isOldVersion(version) ? `\`${command}\` is Python ${version}` : { executable, version };
}

function isOldVersion(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1]);
}
