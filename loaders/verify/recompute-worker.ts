/**
 * A process that computes figures into the cache folder that its environment names, one after the other, and reports
 * each. A process of its own, because what is imported, kept and remembered must not reach it.
 */
import { UserError } from "../errors.ts";
import { FIGURES } from "../figures/index.ts";
import { refreshFigure } from "../figures/refresh.ts";
import type { WorkerMessage } from "./recompute.ts";

const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => process.send!(message, () => resolve()));

const wanted = process.argv.slice(2);
try {
  for (const figure of FIGURES) {
    if (!wanted.includes(figure.id)) continue;
    const start = performance.now();
    await refreshFigure(figure);
    await send({ figure: figure.id, milliseconds: performance.now() - start });
  }
} catch (error) {
  const { message, remedy } = error as Error & { remedy?: string };
  const stack = error instanceof UserError ? "" : ((error as Error).stack ?? "");
  await send({ failed: message, remedy: remedy ?? "", stack });
  process.exitCode = 1;
}
process.disconnect?.();
