import type { DistractorKindRow } from "../shared/dataset-rows.ts";
import { BUCKETS as EDIT_BUCKETS } from "../shared/findings/edit-size.js";
import { count, percent, spaced } from "../shared/format.js";
import { BUG_TYPES } from "../shared/vocabulary.js";
import { whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { heatmap } from "./heatmap.js";
import { key } from "./key.js";
import { stackedBars, type Part } from "./stacked-bars.js";

interface MixRow {
  domain: string;
  bug_type: string;
  distractors: number;
}

const sum = (rows: readonly DistractorKindRow[]): number =>
  rows.reduce((total, row) => total + row.distractors, 0);

/** Selected near-clones by domain and kind of bug. */
export function bugMixFigure(
  rows: readonly DistractorKindRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const domains = [...new Set(rows.map(({ domain }) => domain))].sort();
  const mix: MixRow[] = domains.flatMap((domain) =>
    BUG_TYPES.map((bug_type) => ({
      domain,
      bug_type,
      distractors: sum(rows.filter((row) => row.domain === domain && row.bug_type === bug_type)),
    })),
  );
  const most = Math.max(1, ...mix.map(({ distractors }) => distractors));
  const option = (name: string) => ({ key: name, label: spaced(name) });
  return figureFrame(
    {
      id: "bug-mix",
      figure: "method/distractor-kinds",
      title: "Which bugs stand in the search pool",
      subtitle: `${count(sum(rows))} selected near-clones by domain and kind of bug.`,
      description: mix
        .map((row) => `${spaced(row.domain)}, ${spaced(row.bug_type)}: ${row.distractors}`)
        .join("; "),
      plot: (width) =>
        heatmap(
          mix.map((row) => ({
            x: row.bug_type,
            y: row.domain,
            value: row.distractors,
            text: count(row.distractors),
            title: `${spaced(row.domain)}\n${spaced(row.bug_type)}: ${count(row.distractors)} near-clones`,
          })),
          {
            width,
            xs: BUG_TYPES.map(option),
            ys: domains.map(option),
            color: "var(--fail)",
            domain: [0, most],
          },
        ),
      rows: mix,
      columns: [
        words("domain", "Domain", spaced),
        words("bug_type", "Kind", spaced),
        whole("distractors", "Near-clones"),
      ],
      file,
    },
    context,
  );
}

const BUCKETS: Part[] = EDIT_BUCKETS.map((bucket, index) => ({
  key: bucket,
  label: bucket === "1" ? "1 character" : bucket,
  color: `color-mix(in oklab, var(--fail) ${100 - index * 16}%, var(--theme-background))`,
  ink: index > 2 ? "currentColor" : "var(--theme-background)",
}));

/** How large the edits of selected near-clones are, by kind of bug. */
export function editBucketFigure(
  rows: readonly DistractorKindRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const table = ["all", ...BUG_TYPES].flatMap((bug_type) => {
    const own = rows.filter((row) => bug_type === "all" || row.bug_type === bug_type);
    return EDIT_BUCKETS.map((edit) => ({
      bug_type,
      edit,
      distractors: sum(own.filter((row) => row.edit === edit)),
    }));
  });
  const label = (bugType: string): string => (bugType === "all" ? "all kinds" : spaced(bugType));
  const bars = ["all", ...BUG_TYPES].map((bug_type) => {
    const own = table.filter((row) => row.bug_type === bug_type);
    const total = own.reduce((all, row) => all + row.distractors, 0);
    return {
      label: label(bug_type),
      counts: Object.fromEntries(own.map((row) => [row.edit, row.distractors])),
      title: (part: Part, share: number) =>
        `${label(bug_type)}, ${count(total)} near-clones\n${part.label} changed: ${percent(share)}`,
    };
  });
  return figureFrame(
    {
      id: "edit-buckets",
      figure: "method/distractor-kinds",
      title: "How much of the function an edit changes",
      subtitle: "Selected near-clones by the characters that the edit changes. Shares of a kind of bug.",
      description: table
        .map((row) => `${label(row.bug_type)}, ${row.edit} characters: ${row.distractors}`)
        .join("; "),
      key: key(BUCKETS.map(({ color, label: text }) => ({ shape: "square", color, label: text }))),
      plot: (width) => stackedBars(bars, BUCKETS, { width, xLabel: "share of near-clones" }),
      rows: table,
      columns: [
        words("bug_type", "Kind", label),
        words("edit", "Characters"),
        whole("distractors", "Near-clones"),
      ],
      file,
    },
    context,
  );
}
