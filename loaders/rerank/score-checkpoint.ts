import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { ScoreRow } from "./score-file.ts";

/**
 * Finished queries on disk, a line each as soon as its scores are there and paid for, so that an interrupted run goes on
 * where it stopped. The file belongs to one recipe and one list of candidates: its name must say so.
 */
export class ScoreCheckpoint {
  readonly #path: string;
  readonly rows: ScoreRow[] = [];

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) return;
    const content = readFileSync(path, "utf8");
    for (const line of content.split("\n")) {
      try {
        this.rows.push(...(JSON.parse(line) as ScoreRow[]));
      } catch {
        continue; // cut off while it was written, or the empty end
      }
    }
    if (content !== "" && !content.endsWith("\n")) appendFileSync(path, "\n");
  }

  add(rows: readonly ScoreRow[]): void {
    appendFileSync(this.#path, `${JSON.stringify(rows)}\n`);
    this.rows.push(...rows);
  }

  /** To be called once everything is in its place. */
  remove(): void {
    rmSync(this.#path, { force: true });
  }
}
