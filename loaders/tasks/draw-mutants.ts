import { ascending, group } from "d3-array";
import { sha256 } from "../store/digest.ts";
import type { Corpus, Snippet } from "./corpus.ts";

/** How many valid mutants of a task are drawn at most: what bounds the cost of embedding them. */
export const DRAWN = 16;

/** Any fixed text, so that the order of drawing is not the order that decides ties. */
const SALT = "valid mutants, drawn by digest";

/**
 * Up to 16 of each task's valid mutants, the selected distractors among the candidates, in the order of the corpus's
 * tasks. A digest decides, so that a draw is uniform, and stays when other tasks come: a random subset of it is a
 * uniformly drawn subset of all valid mutants.
 */
export function drawMutants({
  tasks,
  snippets,
  pool,
}: Pick<Corpus, "tasks" | "snippets" | "pool">): Snippet[][] {
  const valid = [...snippets.filter(({ kind }) => kind === "distractor"), ...pool];
  const byTask = group(valid, ({ taskId }) => taskId);
  return tasks.map(({ id }) =>
    (byTask.get(id) ?? [])
      .map((snippet) => ({ snippet, place: sha256(`${SALT} ${snippet.id}`) }))
      .sort((a, b) => ascending(a.place, b.place))
      .slice(0, DRAWN)
      .map(({ snippet }) => snippet),
  );
}

/** Drawn mutants that the search pool does not hold: those whose similarities are frozen beside its vectors. */
export const drawnOutside = (corpus: Pick<Corpus, "tasks" | "snippets" | "pool">): Snippet[] =>
  drawMutants(corpus)
    .flat()
    .filter(({ kind }) => kind === "pool");
