import type { LeaderboardRow } from "../../src/shared/rows.ts";
import { leaderboard } from "../analyses/leaderboard.ts";
import { UserError } from "../errors.ts";
import type { Figure } from "../figures/figure.ts";
import { FIGURES } from "../figures/index.ts";
import { type FigureDigests, headlineOf, lineOf, type Snapshot, takeSnapshot } from "../figures/snapshot.ts";
import { IMPORTED } from "../paths.ts";
import { progressBar } from "../progress.ts";
import { recompute, type Recomputed, type RecomputeOptions } from "./recompute.ts";
import type { TextState } from "./text-state.ts";

async function withBar(
  label: string,
  figures: readonly Figure[],
  options: RecomputeOptions = {},
): Promise<Recomputed> {
  const bar = progressBar(label);
  try {
    return await recompute(figures, { ...options, onProgress: bar.update });
  } finally {
    bar.stop();
  }
}

const readsImported = ({ inputs }: Figure): boolean => inputs.some((path) => path.startsWith(`${IMPORTED}/`));

/** One line for rows that are the same with and without imported text, else one of each. */
export function linesOfTexts(here: FigureDigests, absent: FigureDigests | undefined): FigureDigests[] {
  if (!absent || absent.exact === here.exact) return [here];
  return [
    { ...here, text: "present" },
    { ...absent, text: "absent" },
  ];
}

/**
 * Computes every figure anew, those that read imported text also without it, and returns the snapshot to commit.
 * @throws UserError where the text is not on this machine: digests without it alone would compare nothing elsewhere
 */
export async function computeSnapshot(text: TextState): Promise<Snapshot> {
  if (text !== "present") {
    throw new UserError(
      "Digests are written where the imported texts are, so that both kinds of machine can compare.",
      "Run `npm run import:humaneval` first.",
    );
  }
  const figures = FIGURES.filter(({ ofMachine }) => !ofMachine);
  const here = await withBar("figures", figures);
  const reading = figures.filter(readsImported);
  const bare = await withBar("figures without imported text", reading, { withoutText: true });
  const lines = figures.flatMap((figure) =>
    linesOfTexts(
      lineOf(figure, here.stateOf(figure)),
      reading.includes(figure) ? lineOf(figure, bare.stateOf(figure)) : undefined,
    ),
  );
  const rows = (await here.rowsOf(leaderboard)) as unknown as LeaderboardRow[];
  const snapshot = takeSnapshot(figures, lines, headlineOf(rows));
  here.dispose();
  bare.dispose();
  return snapshot;
}
