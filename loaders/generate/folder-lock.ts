import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../errors.ts";

/**
 * Has a work folder for this process alone, since two runs in one folder would pay for the same answers. The lock of a
 * process that no longer runs is taken over.
 * @returns gives the folder back
 * @throws UserError while another process has it
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "running.pid");
  const release = (): void => rmSync(file, { force: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return release;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const pid = Number(readFileSync(file, "utf8"));
  if (runs(pid))
    throw new UserError(
      `${folder} is in use by process ${pid}.`,
      "Wait for it, or give another folder: --out DIR.",
    );
  writeFileSync(file, String(process.pid));
  return release;
}

function runs(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
