/**
 * A process that computes figures into the cache folder that its environment names, and reports each. A process of its
 * own, because what is imported, kept and remembered must not reach it.
 */
import { UserError } from "../errors.ts";
import { FIGURES } from "../figures/index.ts";
import { refreshFigures } from "../figures/refresh-all.ts";
import type { WorkerMessage } from "./recompute.ts";

const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => process.send!(message, () => resolve()));

const wanted = process.argv.slice(2);
const sent: Promise<void>[] = [];
try {
  const figures = FIGURES.filter(({ id }) => wanted.includes(id));
  await refreshFigures(figures, { onComputed: (figure) => sent.push(send(figure)) });
} catch (error) {
  const { message, remedy } = error as Error & { remedy?: string };
  const stack = error instanceof UserError ? "" : ((error as Error).stack ?? "");
  await send({ failed: message, remedy: remedy ?? "", stack });
  process.exitCode = 1;
}
await Promise.all(sent);
process.disconnect?.();
