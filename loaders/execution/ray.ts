import { spawnSync } from "node:child_process";
import { PythonNotFoundError, type PythonInterpreter } from "./python-interpreter.ts";
import { PYTHON_FOLDER, type ServerLaunch } from "./python-server.ts";

/** Requests that the driver holds at once: it spreads them over the cluster, in batches. */
export const RAY_DEPTH = 512;

/**
 * How the process starts that passes frames on to a Ray cluster, where actors run the very same Python files.
 *
 * The interpreter must be one that has Ray, of the same version as the cluster's. It needs its site-packages and
 * the user's environment, for it runs no candidate itself.
 *
 * @param address as `ray.init` takes it: `host:port` of the head, `ray://host:10001`, or `auto`
 */
export function rayLaunch(
  python: PythonInterpreter,
  address: string,
  script: string,
  layersOff: readonly string[],
): ServerLaunch {
  return {
    python,
    flags: ["-B"],
    env: { ...process.env, RAY_USAGE_STATS_ENABLED: "0" },
    command: [PYTHON_FOLDER + "ray_driver.py", address, script, layersOff.join(",")],
  };
}

/** @throws PythonNotFoundError when an interpreter has no Ray: it is an optional install. */
export function requireRay(python: PythonInterpreter): void {
  const probe = spawnSync(python.executable, ["-c", "import ray"], { encoding: "utf8", timeout: 120_000 });
  if (probe.status === 0) return;
  throw new PythonNotFoundError(
    `${python.executable} has no Ray, which --executor ray needs: install it there with \`pip install ray\`, ` +
      "or name a Python that has it in NEAR_MISS_PYTHON.",
  );
}
