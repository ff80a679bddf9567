import type {
  BuildChanges,
  ChangesFile,
  Comparison,
  FigureChange,
  HeadlineChange,
} from "../../src/shared/change-rows.ts";
import type { TextState } from "../verify/text-state.ts";
import { committedLine, describeCauses } from "../verify/verdicts.ts";
import type { BuildRecord } from "./build-record.ts";
import { causesOf, tableChanges } from "./explain.ts";
import type { Figure } from "./figure.ts";
import type { FigureDigests, Headline, Snapshot } from "./snapshot.ts";

function figureChange(
  figure: Figure,
  was: FigureDigests | undefined,
  is: FigureDigests | undefined,
  snapshots: { before: Snapshot; now: Snapshot },
): FigureChange[] {
  if (was === undefined && is === undefined) return [];
  const base = {
    figure: figure.id,
    title: figure.title,
    rows_before: was?.rows ?? 0,
    rows_now: is?.rows ?? 0,
  };
  if (!was) return [{ ...base, kind: "added", causes: [] }];
  if (!is) return [{ ...base, kind: "removed", causes: [] }];
  if (was.exact === is.exact) return [];
  const causes = describeCauses(causesOf(figure, { before: was, now: is }, snapshots));
  return [{ ...base, kind: was.close === is.close ? "close" : "changed", causes }];
}

const headlineKey = ({ dataset, system, metric }: Headline): string => `${dataset} ${system} ${metric}`;

function headlineChanges(before: readonly Headline[], now: readonly Headline[]): HeadlineChange[] {
  const [old, young] = [before, now].map((rows) => new Map(rows.map((row) => [headlineKey(row), row])));
  const keys = [...new Set([...young!.keys(), ...old!.keys()])];
  return keys.map((key): HeadlineChange => {
    const [was, is] = [old!.get(key), young!.get(key)];
    const { dataset, system, metric } = (is ?? was)!;
    return {
      dataset,
      system,
      metric,
      before: was?.value ?? null,
      low_before: was?.low ?? null,
      high_before: was?.high ?? null,
      now: is?.value ?? null,
      low_now: is?.low ?? null,
      high_now: is?.high ?? null,
      n_before: was?.n ?? 0,
      n_now: is?.n ?? 0,
    };
  });
}

/** What differs between two snapshots. @param text picks the line of a baseline that has two a figure */
export function changesBetween(
  before: Snapshot,
  now: Snapshot,
  figures: readonly Figure[],
  text: TextState,
): BuildChanges {
  const pairs = figures
    .filter(({ ofMachine }) => !ofMachine)
    .map((figure) => ({
      figure,
      was: committedLine(before, figure.id, text),
      is: committedLine(now, figure.id, text),
    }));
  const changed = pairs.flatMap(({ figure, was, is }) => figureChange(figure, was, is, { before, now }));
  const known = new Set(figures.map(({ id }): string => id));
  const gone = [...new Set(before.figures.map(({ figure }) => figure))].filter((id) => !known.has(id));
  const same = pairs.filter(({ was, is }) => was && is && was.exact === is.exact);
  return {
    figures: [
      ...changed,
      ...gone.map((id): FigureChange => {
        const rows = before.figures.find(({ figure }) => figure === id)!.rows;
        return { figure: id, title: "", kind: "removed", rows_before: rows, rows_now: 0, causes: [] };
      }),
    ],
    same: same.length,
    same_from_other: same.filter(({ was, is }) => was!.inputs !== is!.inputs || was!.code !== is!.code)
      .length,
    headline: headlineChanges(before.headline, now.headline),
    inputs: tableChanges(before.inputs, now.inputs, () => true),
    modules: tableChanges(before.modules, now.modules, () => true),
  };
}

/** Everything that the page of changes shows: this build against the one before it, and against the committed digests. */
export function changesFile(
  builds: { before: BuildRecord | null; now: BuildRecord | null },
  committed: Snapshot | null,
  figures: readonly Figure[],
  text: TextState,
): ChangesFile {
  const { before, now } = builds;
  const compare = (snapshot: Snapshot | undefined | null): BuildChanges | null =>
    snapshot && now ? changesBetween(snapshot, now.snapshot, figures, text) : null;
  const unbuilt = now ? "" : "No build is recorded on this machine yet: `npm start` records one.";
  const comparisons: Comparison[] = [
    {
      baseline: "last_build",
      at: before?.built ?? "",
      changes: compare(before?.snapshot),
      why: unbuilt || (before ? "" : "This is the first build on the machine that made it."),
    },
    {
      baseline: "committed",
      at: "",
      changes: compare(committed),
      why: unbuilt || (committed ? "" : "No digests are committed."),
    },
  ];
  return { built: now?.built ?? "", comparisons };
}
