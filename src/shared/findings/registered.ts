import type { RegisteredRow } from "../rows.ts";

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What the systems that nobody has run wait for. */
export function registeredFinding(rows: readonly RegisteredRow[]): string {
  if (rows.length === 0) return "Every registered system has been run.";
  const waiting = (holds: (row: RegisteredRow) => boolean): number => rows.filter(holds).length;
  const keys = waiting(({ need }) => need.startsWith("a key"));
  const servers = waiting(({ need }) => need.startsWith("a server"));
  const parts = [
    [keys, `${keys} for a key`],
    [servers, `${servers} for a server with a GPU`],
    [rows.length - keys - servers, `${rows.length - keys - servers} for their weights or files`],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([, words]) => words);
  const list = shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
  return `${counted(rows.length, "more system is", "more systems are")} registered with their invocation and not run: ${list}.`;
}
