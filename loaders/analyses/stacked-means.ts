import { group } from "d3-array";
import { mean } from "../../src/shared/bootstrap.ts";
import { pairKey } from "../embedding/similarities.ts";
import type { StackedRow } from "../tasks/stacked-file.ts";
import { countsOf, STACK_SOURCES, type StackSource } from "../tasks/stacked-variants.ts";
import { ALL_FAMILIES } from "../../src/shared/vocabulary.ts";

/** A dense system with all that deception asks of it. */
export interface StackedSystem {
  id: string;
  /** Numeric types of one model share it. */
  family: string;
  /** Similarity of each query to its canonical. */
  canonical: ArrayLike<number>;
  /** Similarity of each variant to its query, by `pairKey`. */
  similarity: ReadonlyMap<string, number>;
}

/** A dataset's executed variants, and the systems that scored all that fail. */
export interface StackedInput {
  dataset: string;
  /** Task ids, in the order of the queries. */
  tasks: readonly string[];
  /** Those whose mutants each source combines. */
  drawn: Record<StackSource, ReadonlySet<string>>;
  rows: readonly StackedRow[];
  systems: readonly StackedSystem[];
}

/** What counts as a bug that a system should push away. */
export const VARIANT_SCOPES = {
  failing: (row: StackedRow): boolean => row.outcome !== "passes",
  valid: (row: StackedRow): boolean => row.outcome === "wrong_output",
} as const;
export type VariantScope = keyof typeof VARIANT_SCOPES;

/** One value a query, averaged over its variants; NaN where it has none. */
export interface QueryMeans {
  /** Share of variants at least as similar to the query as the canonical. */
  deceived: Float64Array;
  /** Share with the very similarity of the canonical, such as where every edit lies beyond a token limit. */
  tied: Float64Array;
  /** Similarity of the canonical minus that of the variant. */
  gap: Float64Array;
}

/** Variants of one number of mutations, with every system's means and their mean over families. */
export interface CountMeans {
  count: number;
  variants: readonly StackedRow[];
  /** Whether each query has a variant. */
  has: boolean[];
  /** By system id, `ALL_FAMILIES` last. */
  bySystem: Map<string, QueryMeans>;
}

/** All counts of one source and scope. */
export interface StackedSeries {
  source: StackSource;
  scope: VariantScope;
  counts: CountMeans[];
  /** Indices of the queries that have a variant at every count. */
  matched: number[];
}

function meansOf(
  { canonical, similarity }: StackedSystem,
  tasks: readonly string[],
  byTask: ReadonlyMap<string, readonly StackedRow[]>,
): QueryMeans {
  const empty = () => new Float64Array(tasks.length);
  const means = { deceived: empty(), tied: empty(), gap: empty() };
  tasks.forEach((task, query) => {
    const gaps = (byTask.get(task) ?? []).map(
      ({ variant }) => canonical[query]! - similarity.get(pairKey(task, variant))!,
    );
    means.deceived[query] = mean(gaps.map((gap) => (gap <= 0 ? 1 : 0)));
    means.tied[query] = mean(gaps.map((gap) => (gap === 0 ? 1 : 0)));
    means.gap[query] = mean(gaps);
  });
  return means;
}

const average = (lists: readonly Float64Array[]): Float64Array =>
  Float64Array.from(lists[0] ?? [], (_, query) => mean(lists.map((list) => list[query]!)));

/** Means of means: the numeric types of one model are one system. */
function overFamilies(systems: readonly StackedSystem[], means: readonly QueryMeans[]): QueryMeans {
  const families = [...group(systems.keys(), (i) => systems[i]!.family).values()];
  const of = (measure: keyof QueryMeans): Float64Array =>
    average(families.map((members) => average(members.map((i) => means[i]![measure]))));
  return { deceived: of("deceived"), tied: of("tied"), gap: of("gap") };
}

/** Every count of one source, for one reading of what counts as a bug. */
export function seriesOf(input: StackedInput, source: StackSource, scope: VariantScope): StackedSeries {
  const { tasks, rows, systems } = input;
  const counts = countsOf(source).map((count): CountMeans => {
    const variants = rows.filter(
      (row) => row.source === source && row.count === count && VARIANT_SCOPES[scope](row),
    );
    const byTask = group(variants, ({ task }) => task);
    const means = systems.map((system) => meansOf(system, tasks, byTask));
    const bySystem = new Map(systems.map(({ id }, i) => [id, means[i]!]));
    if (systems.length > 0) bySystem.set(ALL_FAMILIES, overFamilies(systems, means));
    return { count, variants, has: tasks.map((task) => byTask.has(task)), bySystem };
  });
  const matched = [...tasks.keys()].filter((query) => counts.every(({ has }) => has[query]));
  return { source, scope, counts, matched };
}

/** Both sources of one scope. */
export const allSeries = (input: StackedInput, scope: VariantScope): StackedSeries[] =>
  STACK_SOURCES.map((source) => seriesOf(input, source, scope));
