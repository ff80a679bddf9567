import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes a file whole or not at all: into a temporary folder beside it, then renamed into place. */
export function writeFileWhole(path: string, content: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const temporary = mkdtempSync(join(folder, ".writing-"));
  try {
    const file = join(temporary, "content");
    writeFileSync(file, content);
    renameSync(file, path);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
