import { group } from "d3-array";
import { isMechanical } from "../../src/shared/vocabulary.ts";
import { drawOrder, type Stack, type StackMember, stackMutants } from "../mutation/stack.ts";
import { sha256 } from "../store/digest.ts";
import type { Corpus, Snippet } from "./corpus.ts";

/** What composing reads of a corpus. */
type ComposedCorpus = Pick<Corpus, "tasks" | "snippets" | "pool">;

/** Where the mutants of a stack come from: the task's selected distractors, or all of its valid mutants. */
export const STACK_SOURCES = ["selected", "pool"] as const;
export type StackSource = (typeof STACK_SOURCES)[number];

/**
 * How far each source goes. The selected four cannot give six edits, so that the pool has its own base set of single
 * mutants. What is drawn is bounded, in tasks too, since each variant is embedded by every system: a thousand tasks would
 * give some 35,000 variants. The pool takes as many tasks as HumanEval has, so that both answer with a like n.
 */
export const STACK_LIMITS: Record<
  StackSource,
  { tasks: number; base: number; most: number; variants: number }
> = {
  selected: { tasks: 200, base: 4, most: 4, variants: 8 },
  pool: { tasks: 164, base: 8, most: 6, variants: 4 },
};

/** One snippet with `count` mutations of a task's canonical; with count 1, a single mutant of the base set itself. */
export interface StackedVariant {
  taskId: string;
  source: StackSource;
  count: number;
  /** Snippet id of its code. */
  id: string;
  /** Ids of the single mutants it is made of, sorted. */
  members: string[];
  code: string;
}

/** The counts of a source: 1 for the single mutants, then every number of mutations that is composed. */
export const countsOf = (source: StackSource): number[] =>
  Array.from({ length: STACK_LIMITS[source].most }, (_, i) => i + 1);

/** The single mutants of one task that each source combines. */
export type BaseSets = Record<StackSource, Snippet[]>;

/** A mutant whose line diff is one block; only those are combined (paper, appendix G.2). */
const isOneBlock = ({ blockTo }: Snippet): boolean => blockTo > 0;

/** The tasks whose mutants a source combines: all of them, or as many as its limit, drawn by the digest of their ids. */
export function drawnTasks(tasks: readonly { id: string }[], source: StackSource): Set<string> {
  const order = tasks
    .map(({ id }) => ({ id, digest: sha256(id) }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
  return new Set(order.slice(0, STACK_LIMITS[source].tasks).map(({ id }) => id));
}

/**
 * Base sets of every task, by task id: the single-block mutants of each source in drawing order, as many as the source
 * allows; empty for a task that was not drawn. Needs no text, so that anyone can tell whether frozen variants belong to the
 * present corpus.
 */
export function baseSets(corpus: ComposedCorpus): Map<string, BaseSets> {
  const distractors = corpus.snippets.filter(
    ({ kind, bugType }) => kind === "distractor" && isMechanical(bugType),
  );
  const draw = (source: StackSource, mutants: readonly Snippet[]) => {
    const drawn = drawnTasks(corpus.tasks, source);
    const byTask = group(
      mutants.filter((mutant) => isOneBlock(mutant) && drawn.has(mutant.taskId)),
      ({ taskId }) => taskId,
    );
    return (task: string): Snippet[] =>
      drawOrder(byTask.get(task) ?? [], ({ blockFrom }) => blockFrom).slice(0, STACK_LIMITS[source].base);
  };
  const selected = draw("selected", distractors);
  const pool = draw("pool", distractors.concat(corpus.pool));
  return new Map(corpus.tasks.map(({ id }) => [id, { selected: selected(id), pool: pool(id) }]));
}

const composed = new WeakMap<ComposedCorpus, StackedVariant[]>();

/**
 * Every variant of every task, single mutants first. Remembered within the process, since each system asks for them.
 * @throws Error when the corpus has no text
 */
export function composeVariants(corpus: ComposedCorpus): readonly StackedVariant[] {
  const known = composed.get(corpus) ?? compose(corpus);
  composed.set(corpus, known);
  return known;
}

function compose(corpus: ComposedCorpus): StackedVariant[] {
  const bases = baseSets(corpus);
  const canonicals = new Map(
    corpus.snippets.filter(({ kind }) => kind === "canonical").map((snippet) => [snippet.taskId, snippet]),
  );
  return corpus.tasks.flatMap(({ id: taskId }) => {
    const canonical = textOf(canonicals.get(taskId)!);
    const sets = bases.get(taskId)!;
    return STACK_SOURCES.flatMap((source) => {
      const members = sets[source].map((snippet) => ({ id: snippet.id, code: textOf(snippet) }));
      return countsOf(source).flatMap((count) =>
        stacksOf(canonical, members, count, STACK_LIMITS[source].variants).map((stack): StackedVariant => ({
          taskId,
          source,
          count,
          ...stack,
        })),
      );
    });
  });
}

function stacksOf(canonical: string, members: readonly StackMember[], count: number, most: number): Stack[] {
  if (count === 1) return members.map(({ id, code }) => ({ id, code, members: [id] }));
  return stackMutants(canonical, members, count, most);
}

function textOf({ id, code }: Snippet): string {
  if (code === null) throw new Error(`the text of snippet ${id} is not on this machine`);
  return code;
}
