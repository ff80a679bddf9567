import { count, percent } from "../shared/format.js";
import { systemName, variantLabel } from "../shared/findings/ablation-variants.js";
import { AS_IS, type VariantFlipRow } from "../shared/variant-rows.js";
import type { Where } from "./ablation-variant-figure.js";
import { whole, words } from "./columns.js";
import { figureFrame, type FigureContext } from "./figure-frame.js";
import { key } from "./key.js";
import { stackedBars, type Part } from "./stacked-bars.js";
import type { Column } from "./table-model.js";

const PARTS: (Part & { key: keyof VariantFlipRow })[] = [
  { key: "kept", label: "works in both", color: "var(--pass)" },
  {
    key: "gained",
    label: "works in the variant only",
    color: "color-mix(in srgb, var(--pass) 45%, var(--theme-background))",
    ink: "currentColor",
  },
  { key: "lost", label: "works as registered only", color: "var(--fail)" },
  {
    key: "moved",
    label: "fails in both, another snippet",
    color: "color-mix(in srgb, var(--fail) 40%, var(--theme-background))",
    ink: "currentColor",
  },
  {
    key: "stuck",
    label: "fails in both, the same snippet",
    color: "var(--theme-foreground-faintest)",
    ink: "currentColor",
  },
];

/** What becomes of rank 1, by system and text. */
export function variantFlipsFigure(
  rows: readonly VariantFlipRow[],
  options: Where & { systems: readonly string[]; variants: readonly string[] },
  context: FigureContext,
): HTMLElement {
  const { dataset, file, ablation, systems, variants } = options;
  const shown = systems.flatMap((system) =>
    variants
      .filter((variant) => variant !== AS_IS)
      .flatMap(
        (variant) =>
          rows.find((row) => row.dataset === dataset && row.system === system && row.variant === variant) ??
          [],
      ),
  );
  const label = (row: VariantFlipRow): string =>
    `${systemName(context.systems, row.system)}: ${variantLabel(row.variant)}`;
  const number = (row: VariantFlipRow, part: Part): number => row[part.key as "kept"];
  const counted = (name: keyof VariantFlipRow & string, title: string): Column<VariantFlipRow> =>
    whole<VariantFlipRow>(name, title);
  return figureFrame(
    {
      id: "flips",
      figure: `ablations/${ablation}-flips`,
      title: "What becomes of rank 1",
      subtitle: `Each of ${count(shown[0]?.n ?? 0)} queries under each ${ablation === "prefix" ? "prefix" : "text"}, beside the registered run. The table holds the pairs whose order flips and what the treatment does to the texts.`,
      description: shown
        .map(
          (row) =>
            `${label(row)}: ${PARTS.map((part) => `${count(number(row, part))} ${part.label}`).join(", ")}`,
        )
        .join("; "),
      key: key(PARTS.map((part) => ({ shape: "square", color: part.color, label: part.label }))),
      plot: (width) =>
        stackedBars(
          shown.map((row) => ({
            label: label(row),
            counts: Object.fromEntries(PARTS.map((part) => [part.key, number(row, part)])),
            title: (part, share) =>
              `${label(row)}\n${part.label}: ${count(number(row, part))} of ${count(row.n)} queries (${percent(share)})`,
          })),
          PARTS,
          { width, xLabel: "share of queries" },
        ),
      rows: shown,
      columns: [
        words<VariantFlipRow>("system", "System", (system) => systemName(context.systems, system)),
        words<VariantFlipRow>("variant", "Text", variantLabel),
        ...PARTS.map((part) => counted(part.key, part.label)),
        counted("pairs", "Pairs"),
        counted("flips_to_canonical", "Flips to the canonical"),
        counted("flips_to_distractor", "Flips to the near-clone"),
        counted("snippets", "Snippets"),
        counted("changed", "Text changed"),
        counted("twins", "Text shared"),
        counted("truncated", "Cut off"),
        {
          key: "tokens",
          label: "Tokens, mean",
          value: (row) => row.tokens,
          cell: (row) => row.tokens.toFixed(1),
          numeric: true,
        },
        counted("n", "n"),
      ],
      file,
    },
    context,
  );
}
