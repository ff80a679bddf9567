import { quantileSorted } from "d3-array";
import { EDIT_SIZE_BUCKETS, editSizeBucket } from "../../src/shared/edit-size.ts";
import type { DistractorKindRow, SizeBinRow, SizeMeasure, SizeRow } from "../../src/shared/dataset-rows.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import type { Corpus, Snippet } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { wordOverlap } from "../tasks/word-overlap.ts";
import { round6 } from "./round.ts";

const SOURCE = "loaders/analyses/method-composition.ts";

async function corpora(): Promise<Corpus[]> {
  const all = await Promise.all(DATASETS.map(({ id }) => loadCorpus(id)));
  return all.filter(({ tasks }) => tasks.length > 0);
}

/** Values by measure, one a task; a measure that needs the text is absent without it. */
function measure(corpus: Corpus): Map<SizeMeasure, number[]> {
  const count = (snippets: readonly Snippet[]): number[] => {
    const counts = new Map(corpus.tasks.map(({ id }) => [id, 0]));
    for (const { taskId } of snippets) counts.set(taskId, counts.get(taskId)! + 1);
    return [...counts.values()];
  };
  const distractors = corpus.snippets.filter(({ kind }) => kind === "distractor");
  const canonicals = corpus.snippets.filter(({ kind }) => kind === "canonical");
  const codes = new Map(canonicals.map(({ taskId, code }) => [taskId, code]));
  const measures = new Map<SizeMeasure, number[]>([
    ["tests", corpus.tasks.map(({ testCount }) => testCount)],
    ["distractors", count(distractors)],
    ["valid_pool", count([...distractors, ...corpus.pool])],
  ]);
  if (!corpus.hasText) return measures;
  const overlaps = corpus.tasks.map(({ id, query }) =>
    wordOverlap({ id, query: query!, canonical: codes.get(id)! }),
  );
  const nonBlank = (code: string): number => code.split("\n").filter((line) => line.trim() !== "").length;
  return measures
    .set(
      "query_words",
      corpus.tasks.map(({ query }) => query!.trim().split(/\s+/).length),
    )
    .set(
      "canonical_lines",
      canonicals.map(({ code }) => nonBlank(code!)),
    )
    .set(
      "overlap_of_query",
      overlaps.map(({ ofQuery }) => ofQuery),
    )
    .set(
      "overlap_of_names",
      overlaps.map(({ ofNames }) => ofNames),
    );
}

/** Median, quartiles and ends of a corpus's measures. */
export function sizeRows(corpus: Corpus): SizeRow[] {
  return [...measure(corpus)].map(([name, values]) => {
    const sorted = values.toSorted((a, b) => a - b);
    const at = (share: number): number => round6(quantileSorted(sorted, share)!);
    return {
      dataset: corpus.dataset.id,
      measure: name,
      n: values.length,
      least: at(0),
      q1: at(0.25),
      median: at(0.5),
      q3: at(0.75),
      most: at(1),
    };
  });
}

const MOST_BINS = 14;
const WIDTHS = [0.05, 0.1, 1, 2, 5, 10, 20, 50, 100];

/** Histogram of a corpus's measures: bins of one round width, from the first to the last that holds a task. */
export function sizeBins(corpus: Corpus): SizeBinRow[] {
  return [...measure(corpus)].flatMap(([name, values]) => {
    const share = name.startsWith("overlap");
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const width =
      WIDTHS.find((w) => (share ? true : w >= 1) && (high - low) / w < MOST_BINS) ?? WIDTHS.at(-1)!;
    // A share such as 0.15 must not fall into the bin below by a rounding error.
    const binOf = (value: number): number => Math.floor(value / width + 1e-9);
    const first = binOf(low);
    return Array.from({ length: binOf(high) - first + 1 }, (_, index) => {
      const bin = first + index;
      return {
        dataset: corpus.dataset.id,
        measure: name,
        low: round6(bin * width),
        high: round6((bin + 1) * width),
        tasks: values.filter((value) => binOf(value) === bin).length,
      };
    });
  });
}

/** Selected distractors by domain, bug type and size of the edit; every combination, empty ones too. */
function kindRows(corpus: Corpus): DistractorKindRow[] {
  const domainOf = new Map(corpus.tasks.map(({ id, domain }) => [id, domain]));
  const key = (domain: string, bugType: string, edit: string) => `${domain} ${bugType} ${edit}`;
  const counts = new Map<string, number>();
  for (const { kind, taskId, bugType, editCharacters } of corpus.snippets) {
    if (kind !== "distractor") continue;
    const own = key(domainOf.get(taskId)!, bugType, editSizeBucket(editCharacters));
    counts.set(own, (counts.get(own) ?? 0) + 1);
  }
  return [...new Set(domainOf.values())].sort().flatMap((domain) =>
    BUG_TYPES.flatMap((bugType) =>
      EDIT_SIZE_BUCKETS.map((edit) => ({
        dataset: corpus.dataset.id,
        domain,
        bug_type: bugType,
        edit,
        distractors: counts.get(key(domain, bugType, edit)) ?? 0,
      })),
    ),
  );
}

const sizes: Figure<SizeRow> = {
  id: "method/sizes",
  title: "How large tasks are: median and quartiles",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<SizeRow>({
    dataset: ["utf8", "", "dataset id"],
    measure: ["utf8", "", "words of the query, non-blank lines of the canonical, tests, ... or shared words"],
    n: ["int32", "count", "tasks"],
    least: ["float64", "", "least value; words, lines, counts, or a share 0..1"],
    q1: ["float64", "", "25 % quantile"],
    median: ["float64", "", "median"],
    q3: ["float64", "", "75 % quantile"],
    most: ["float64", "", "largest value"],
  }),
  compute: async () => (await corpora()).flatMap(sizeRows),
};

const histogram: Figure<SizeBinRow> = {
  id: "method/size-histogram",
  title: "How large tasks are: histograms",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<SizeBinRow>({
    dataset: ["utf8", "", "dataset id"],
    measure: ["utf8", "", "what is measured"],
    low: ["float64", "", "beginning of the bin, included"],
    high: ["float64", "", "end of the bin, not included"],
    tasks: ["int32", "count", "tasks in it"],
  }),
  compute: async () => (await corpora()).flatMap(sizeBins),
};

const kinds: Figure<DistractorKindRow> = {
  id: "method/distractor-kinds",
  title: "Selected near-clones by domain, bug type and size of the edit",
  source: SOURCE,
  inputs: CORPUS_INPUTS,
  columns: columnsOf<DistractorKindRow>({
    dataset: ["utf8", "", "dataset id"],
    domain: ["utf8", "", "task domain"],
    bug_type: ["utf8", "", "bug type"],
    edit: ["utf8", "characters", "size of the edit, as a bucket"],
    distractors: ["int32", "count", "selected distractors"],
  }),
  compute: async () => (await corpora()).flatMap(kindRows),
};

export const methodComposition: Figure[] = [sizes, histogram, kinds];
