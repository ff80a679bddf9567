import { generationCost, listPrice, type GenerationPlan } from "../shared/economics.js";
import { quantity } from "../shared/findings/economics.js";
import { count, usd } from "../shared/format.js";
import type { EconomicsPublishedRow } from "../shared/rows.ts";
import { words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { intervalPlot, type IntervalRow } from "./interval-plot.js";
import { key } from "./key.js";

interface Scenario {
  what: string;
  usd: number;
}

/** The reader's plan beside the published price. */
export function planFigure(
  plan: GenerationPlan,
  published: readonly EconomicsPublishedRow[],
  file: string,
  context: FigureContext,
): HTMLElement {
  const cost = generationCost(plan);
  const scenarios: Scenario[] = [
    { what: "published", usd: quantity(published, "list_usd") },
    {
      what: "yours, if every call passed",
      usd: listPrice(plan.tasks * plan.promptTokens, plan.tasks * plan.completionTokens, plan),
    },
    { what: "yours, failed calls paid", usd: cost.listUsd },
    { what: "yours, with batches", usd: cost.billedUsd },
  ];
  const marks = scenarios.map(({ what, usd: value }, at): IntervalRow => ({
    label: what,
    value,
    low: value,
    high: value,
    color: at === 0 ? "var(--class-published)" : "var(--class-local_dense)",
    hollow: at === 0,
    right: usd(value),
    title: `${what}\n${usd(value)}`,
  }));
  return figureFrame(
    {
      id: "plan",
      figure: "near-clones/economics-published",
      title: "Your plan beside the published price",
      subtitle: `${count(plan.tasks)} tasks. Failed calls are repeated until they pass: 1 ÷ the share that passes, on average.`,
      description: marks.map((mark) => mark.title.replaceAll("\n", ": ")).join("; "),
      key: key([
        { shape: "hollow", color: "var(--class-published)", label: "published" },
        { shape: "dot", color: "var(--class-local_dense)", label: "your plan" },
      ]),
      plot: (width) =>
        intervalPlot(marks, {
          width,
          xLabel: "US dollars",
          domain: [0, 1.08 * Math.max(1e-6, ...scenarios.map((row) => row.usd))],
          tickFormat: (value) => usd(value).replace(/\.0+$/, ""),
        }),
      rows: scenarios,
      columns: [
        words<Scenario>("what", "What"),
        {
          key: "usd",
          label: "US dollars",
          value: (row) => row.usd,
          cell: (row) => usd(row.usd),
          numeric: true,
        },
      ],
      file,
    },
    context,
  );
}
