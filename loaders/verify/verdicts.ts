import type { Figure } from "../figures/figure.ts";
import { FIGURES } from "../figures/index.ts";
import { type Causes, causesOf } from "../figures/explain.ts";
import type { FigureDigests, Snapshot } from "../figures/snapshot.ts";
import type { TextState } from "./text-state.ts";

/**
 * `same` to the bit; `close` to 1e-9; `differs`; `of_machine`: tells of the machine that builds, so that nothing is
 * compared; `unlisted`: no digest of it is committed; `other_text`: none is with imported text as it is here.
 */
export type Verdict = "same" | "close" | "differs" | "of_machine" | "unlisted" | "other_text";

export interface FigureVerdict {
  figure: Figure;
  verdict: Verdict;
  /** The committed digests, where there are any to compare with. */
  committed?: FigureDigests;
  causes: Causes;
  note: string;
}

const NO_CAUSES: Causes = { inputs: [], code: [], platform: [] };

/** The committed line of a figure that holds for the text as it is on this machine. */
export const committedLine = (
  snapshot: Snapshot,
  figure: string,
  text: TextState,
): FigureDigests | undefined =>
  snapshot.figures.find(
    (entry) => entry.figure === figure && (entry.text === undefined || entry.text === text),
  );

/** The verdict on a figure without committed digests to compare with. */
function withoutLine(figure: Figure, snapshot: Snapshot, text: TextState): FigureVerdict {
  const known = snapshot.figures.flatMap((entry) => (entry.figure === figure.id ? [entry.text] : []));
  if (known.length === 0)
    return { figure, verdict: "unlisted", causes: NO_CAUSES, note: "no digest of it is committed" };
  const note = `imported text is ${text} here, its digest is of rows with that text ${known.join(" and ")}`;
  return { figure, verdict: "other_text", causes: NO_CAUSES, note };
}

/** Compares a figure's rows of now with its committed digests, and says what lies between them. */
export function judge(
  figure: Figure,
  now: FigureDigests | undefined,
  text: TextState,
  tables: { before: Snapshot; now: Snapshot },
): FigureVerdict {
  if (figure.ofMachine || !now)
    return { figure, verdict: "of_machine", causes: NO_CAUSES, note: "tells of the machine that builds" };
  const line = committedLine(tables.before, figure.id, text);
  if (!line) return withoutLine(figure, tables.before, text);
  const verdict = line.exact === now.exact ? "same" : line.close === now.close ? "close" : "differs";
  const causes = causesOf(figure, { before: line, now }, tables);
  return { figure, verdict, committed: line, causes, note: "" };
}

/** Committed digests of figures that are no more. */
export const orphans = (snapshot: Snapshot): string[] => {
  const known = new Set<string>(FIGURES.map(({ id }) => id));
  return [...new Set(snapshot.figures.map(({ figure }) => figure))].filter((id) => !known.has(id));
};

const some = (items: readonly string[], limit = 8): string =>
  items.slice(0, limit).join("; ") + (items.length > limit ? `; ${items.length - limit} more` : "");

/** Why rows differ, a cause a line: inputs, code, and only where neither differs the platform. */
export function describeCauses({ inputs, code, platform }: Causes): string[] {
  const lines = [
    ...(inputs.length > 0 ? [`input: ${some(inputs)}`] : []),
    ...(code.length > 0 ? [`code: ${some(code)}`] : []),
  ];
  if (lines.length > 0) return lines;
  if (platform.length > 0) return [`platform: ${some(platform)}`];
  return [
    "neither input, code nor platform differs: the rows are not reproducible, or the digest was edited",
  ];
}
