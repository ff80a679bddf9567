import { NAME_FIELDS, type SystemNames } from "./names.ts";

/** Metric families by the bundle's names. */
export const BUNDLE_METRICS = ["exec", "precision", "ndcg", "exec_ndcg_gap"] as const;
export type BundleMetric = (typeof BUNDLE_METRICS)[number];

/** What a published number is of. */
export type CellField =
  "value" | "a_only" | "b_only" | "both" | "neither" | "a_rate" | "b_rate" | "delta" | "p" | "low" | "high";

/** One published number, with all that its place in the file says of it. */
export interface Cell {
  /** Where it stands: keys and indices joined by slashes. */
  path: string;
  /** One system, or the two of a comparison. */
  systems: readonly string[];
  metric: BundleMetric;
  k: number;
  field: CellField;
  value: number;
}

export interface FoundCells {
  cells: Cell[];
  /** Paths of numbers of which no rule says what they are. */
  unknown: string[];
}

const FIELDS: Record<string, CellField> = {};
const FIELD_NAMES: Record<CellField, readonly string[]> = {
  value: ["value", "mean", "point", "point_estimate", "estimate", "score", "observed"],
  a_only: ["a_only", "only_a"],
  b_only: ["b_only", "only_b"],
  both: ["both"],
  neither: ["neither"],
  a_rate: ["a_rate", "a_mean", "mean_a", "rate_a"],
  b_rate: ["b_rate", "b_mean", "mean_b", "rate_b"],
  delta: ["delta", "difference", "diff", "mean_difference", "mean_diff", "observed_difference"],
  p: ["mcnemar_exact_p", "mcnemar_p", "p_value", "p"],
  low: ["low", "lower", "lo", "ci_low", "ci_lower", "ci95_low", "ci95_lower"],
  high: ["high", "upper", "hi", "ci_high", "ci_upper", "ci95_high", "ci95_upper"],
};
for (const [field, names] of Object.entries(FIELD_NAMES)) {
  for (const name of names) FIELDS[name] = field as CellField;
}

/** Keys whose two numbers are an interval: `bootstrap_ci_95`, `ci95`, `interval`. */
const INTERVAL = /(^|_)(ci|interval|ci_?95)($|_|\d)/;

/** Counts that describe the file and are no result. */
const DESCRIPTIVE =
  /^(n|n_queries|num_queries|n_bootstrap|n_boot|replicates|n_resamples|seed|alpha|confidence|rank|k|dimensions?|dim)$/;

interface Place {
  path: readonly string[];
  systems: readonly string[];
  metric?: BundleMetric;
  k?: number;
}

/** `exec@1`, `execution_precision@3`, or the family alone. */
function metricOf(name: string): Pick<Place, "metric" | "k"> | undefined {
  const [, family, k] =
    /^(exec|execution_precision|precision|ndcg|exec_ndcg_gap)(?:@(\d+))?$/.exec(name.toLowerCase()) ?? [];
  if (family === undefined) return undefined;
  const metric = (family === "execution_precision" ? "precision" : family) as BundleMetric;
  return k === undefined ? { metric } : { metric, k: Number(k) };
}

const cutoffOf = (name: string): number | undefined => {
  const [, k] = /^(?:k=?|@)?(\d+)$/.exec(name) ?? [];
  return k === undefined ? undefined : Number(k);
};

/**
 * Every published number of a summary file. The dataset card does not give the files' exact nesting, so each number's
 * meaning is gathered on the way to it: keys and name fields that are a system, a pair `A vs B`, a metric or a cut-off.
 */
export function findCells(root: unknown, names: SystemNames): FoundCells {
  const found: FoundCells = { cells: [], unknown: [] };
  walk(root, { path: [], systems: [] }, names, found);
  return found;
}

function walk(value: unknown, place: Place, names: SystemNames, found: FoundCells): void {
  if (Array.isArray(value)) {
    if (isInterval(value, place)) {
      const path = place.path.slice(0, -1);
      add(value[0] as number, { ...place, path: [...path, "low"] }, "low", found);
      add(value[1] as number, { ...place, path: [...path, "high"] }, "high", found);
      return;
    }
    value.forEach((item, index) =>
      walk(item, { ...place, path: [...place.path, String(index)] }, names, found),
    );
  } else if (typeof value === "object" && value !== null) {
    const object = value as Record<string, unknown>;
    const here = { ...place, ...contextOf(object, place, names) };
    for (const [key, item] of Object.entries(object)) walk(item, step(here, key, names), names, found);
  } else if (typeof value === "number") {
    const last = place.path.at(-1) ?? "";
    const isValue = metricOf(last) ?? cutoffOf(last) ?? names.find(last) ?? names.findPair(last);
    const field = FIELDS[last.toLowerCase()] ?? (isValue === undefined ? undefined : "value");
    add(value, place, field, found);
  }
}

const isInterval = (value: unknown[], { path }: Place): boolean =>
  value.length === 2 &&
  value.every((item) => typeof item === "number") &&
  INTERVAL.test(path.at(-1)?.toLowerCase() ?? "");

/** What a key adds to what is known. */
function step(place: Place, key: string, names: SystemNames): Place {
  const path = [...place.path, key];
  const pair = names.findPair(key);
  if (pair) return { ...place, path, systems: pair };
  const system = names.find(key);
  if (system !== undefined && place.systems.length === 0) return { ...place, path, systems: [system] };
  const k = place.metric !== undefined && place.k === undefined ? cutoffOf(key) : undefined;
  return { ...place, path, ...metricOf(key), ...(k === undefined ? {} : { k }) };
}

/** What an object says of itself: `{ model: "X" }`, `{ a: "X", b: "Y" }`, `{ metric: "exec", k: 1 }`. */
function contextOf(object: Record<string, unknown>, place: Place, names: SystemNames): Partial<Place> {
  const context: Partial<Place> = {};
  const nameIn = (...fields: string[]) =>
    fields.map((field) => object[field]).find((value): value is string => typeof value === "string");
  const [a, b] = [nameIn("a", "model_a", "system_a"), nameIn("b", "model_b", "system_b")];
  const [first, second] = [a && names.find(a), b && names.find(b)];
  const pair = first && second ? [first, second] : names.findPair(nameIn("pair", "comparison") ?? "");
  const system = NAME_FIELDS.map((field) => names.find(nameIn(field) ?? "")).find(Boolean);
  if (pair) context.systems = pair;
  else if (system && place.systems.length === 0) context.systems = [system];
  const metric = metricOf(nameIn("metric") ?? "");
  if (metric) Object.assign(context, metric);
  if (typeof object.k === "number") context.k = object.k;
  return context;
}

function add(value: number, place: Place, field: CellField | undefined, found: FoundCells): void {
  const { path, systems, metric, k } = place;
  const key = path.join("/");
  if (field === undefined || metric === undefined || k === undefined || systems.length === 0) {
    if (!DESCRIPTIVE.test(path.at(-1) ?? "")) found.unknown.push(key);
    return;
  }
  found.cells.push({ path: key, systems, metric, k, field, value });
}
