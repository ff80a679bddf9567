import { UserError, type Violation } from "../errors.ts";
import type { Figure } from "../figures/figure.ts";
import { figureFiles, type FigureState, freshness, keptState, stateBefore } from "../figures/freshness.ts";
import { type FigureDigests, lineOf, type Snapshot, takeSnapshot } from "../figures/snapshot.ts";
import { readSnapshot } from "../figures/snapshot-file.ts";
import { checkManifest } from "../inputs/manifest.ts";
import { progressBar } from "../progress.ts";
import { readRows, type Row } from "../store/parquet.ts";
import { recompute } from "./recompute.ts";
import { type RowDifferences, rowDifferences } from "./row-differences.ts";
import { textState } from "./text-state.ts";
import { type FigureVerdict, judge, orphans } from "./verdicts.ts";

export interface VerifyOptions {
  /** Compares the rows that the last build kept, and computes nothing. */
  kept?: boolean;
  /** A difference below 1e-9 counts as one. */
  strict?: boolean;
}

export interface JudgedFigure extends FigureVerdict {
  /** Where the committed rows are at hand. */
  differences?: RowDifferences;
}

export interface VerifyReport {
  /** What differs between the committed inputs and their manifest. */
  violations: Violation[];
  inputs: number;
  figures: JudgedFigure[];
  /** Figures whose digests are committed though they are no more. */
  orphans: string[];
  seconds: number;
  /** Whether anything differs that should not. */
  failed: boolean;
}

/** Rows of now by figure: their digests with what decided them, and the rows themselves. */
interface RowsOfNow {
  lines: ReadonlyMap<string, FigureDigests>;
  rowsOf(figure: Figure): Promise<Row[]>;
  dispose(): void;
}

const linesBy = (figures: readonly Figure[], stateOf: (figure: Figure) => FigureState) =>
  new Map(figures.map((figure) => [figure.id, lineOf(figure, stateOf(figure))]));

/** @throws UserError when some rows are not those of the present inputs */
function keptRows(figures: readonly Figure[]): RowsOfNow {
  const stale = figures.filter((figure) => freshness(figure).state !== "fresh");
  if (stale.length > 0) {
    throw new UserError(
      `${stale.length} of ${figures.length} figures are not kept as they would be now: ${stale
        .slice(0, 3)
        .map(({ id }) => id)
        .join(", ")}${stale.length > 3 ? ", ..." : ""}.`,
      "Run `npm start -- --no-serve` first, or leave out --kept.",
    );
  }
  return {
    lines: linesBy(figures, (figure) => keptState(figure)!),
    rowsOf: (figure) => readRows<Row>(figureFiles(figure).rows),
    dispose: () => undefined,
  };
}

async function computedRows(figures: readonly Figure[]): Promise<RowsOfNow> {
  const bar = progressBar("figures computed again");
  try {
    const computed = await recompute(figures, { onProgress: bar.update });
    return {
      lines: linesBy(figures, computed.stateOf),
      rowsOf: computed.rowsOf,
      dispose: computed.dispose,
    };
  } finally {
    bar.stop();
  }
}

/** The committed rows of a figure where this machine still keeps them: now, or from the build before. */
async function committedRows(figure: Figure, { exact }: FigureDigests): Promise<Row[] | null> {
  const { rows, rowsBefore } = figureFiles(figure);
  if (keptState(figure)?.exact === exact) return readRows<Row>(rows);
  if (stateBefore(figure)?.exact === exact) return readRows<Row>(rowsBefore);
  return null;
}

async function withDifferences(judged: FigureVerdict, now: RowsOfNow): Promise<JudgedFigure> {
  const { figure, committed, verdict } = judged;
  if (!committed || (verdict !== "differs" && verdict !== "close")) return judged;
  const before = await committedRows(figure, committed);
  if (!before) return judged;
  return { ...judged, differences: rowDifferences(before, await now.rowsOf(figure), figure.columns) };
}

const FAILING = new Set(["differs", "unlisted"]);

/**
 * Compares rows with the committed digests: computed anew from the committed inputs, or those of the last build.
 * @throws UserError without committed digests, or when a figure cannot be computed
 */
export async function verify(
  figures: readonly Figure[],
  { kept = false, strict = false }: VerifyOptions,
  before: Snapshot = readSnapshot(),
): Promise<VerifyReport> {
  const start = performance.now();
  const { files, violations } = checkManifest();
  const comparable = figures.filter(({ ofMachine }) => !ofMachine);
  const now = kept ? keptRows(comparable) : await computedRows(comparable);
  try {
    const tables = { before, now: takeSnapshot(comparable, [...now.lines.values()], []) };
    const text = textState();
    const judged: JudgedFigure[] = [];
    for (const figure of figures) {
      judged.push(await withDifferences(judge(figure, now.lines.get(figure.id), text, tables), now));
    }
    const failing = judged.filter(
      ({ verdict }) => FAILING.has(verdict) || (strict && verdict === "close"),
    ).length;
    const gone = orphans(before);
    return {
      violations,
      inputs: files.length,
      figures: judged,
      orphans: gone,
      seconds: (performance.now() - start) / 1000,
      failed: violations.length + failing + gone.length > 0,
    };
  } finally {
    now.dispose();
  }
}
