import type { PlacedTask } from "../tasks/read-tasks.ts";
import type { Dropped } from "./rows.ts";

/** Where a task stands and what it is called. */
export const placeOf = ({ file, line, id }: PlacedTask): string => `${file}:${line} ${id}`;

/** Tasks sorted out on their way in, and why. */
export class Sieve {
  readonly dropped: Dropped[] = [];

  /** Keeps the tasks for which the rule gives no reason; a reason may carry a detail for the user. */
  keep(
    tasks: readonly PlacedTask[],
    rule: (task: PlacedTask) => string | readonly [reason: string, detail: string],
  ): PlacedTask[] {
    return tasks.filter((task) => {
      const found = rule(task);
      const [reason, detail] = typeof found === "string" ? [found, found] : found;
      if (reason !== "")
        this.dropped.push({ reason: `task: ${reason}`, detail: `${placeOf(task)} ${detail}` });
      return reason === "";
    });
  }
}
