import { UserError } from "../errors.ts";
import type { Corpus } from "../tasks/corpus.ts";
import { datasetById } from "../tasks/datasets.ts";
import { readTasks } from "../tasks/read-tasks.ts";
import { digestTasks, type VersionTasks } from "../tasks/version-changes.ts";
import { readVersions, readVersionTasks } from "../tasks/versions.ts";

/** The dataset that is released in versions. */
export const VERSIONED = "near-miss";

/** Released versions by name: `near-miss@1.0.0`. */
export const versionNames = (): string[] => readVersions().map(({ version }) => `${VERSIONED}@${version}`);

/** A released version as far as its texts are those of today. */
export interface VersionCorpus {
  corpus: Corpus;
  /** All tasks of the version. */
  tasks: string[];
  /** Tasks left out, because their question or function is another one today or gone, so that no vector is of them. */
  withoutVectors: string[];
}

/** The tasks of a version's name. @throws UserError (exit code 2) that lists the versions there are */
export function versionTasks(name: string): VersionTasks {
  const known = versionNames();
  if (known.includes(name)) return readVersionTasks(name.slice(VERSIONED.length + 1));
  throw new UserError(`No dataset version is called "${name}".`, `Choose one of ${known.join(", ")}.`, 2);
}

/**
 * The search pool of a version: today's canonicals and near-clones of its tasks, and nothing else, since vectors are
 * frozen of today's texts. A task whose tests alone changed keeps its place with today's outcomes.
 */
export function versionCorpus(today: Corpus, version: VersionTasks): VersionCorpus {
  const now = digestTasks(readTasks(datasetById(VERSIONED)));
  const isSame = (id: string): boolean => {
    const [was, is] = [version.get(id), now.get(id)];
    return was?.query === is?.query && was?.canonical === is?.canonical;
  };
  const ids = [...version.keys()];
  const kept = new Set(ids.filter(isSame));
  const own = <T extends { taskId: string }>(snippets: T[]): T[] =>
    snippets.filter(({ taskId }) => kept.has(taskId));
  return {
    corpus: {
      ...today,
      tasks: today.tasks.filter(({ id }) => kept.has(id)),
      snippets: own(today.snippets),
      pool: own(today.pool),
      rejected: own(today.rejected),
    },
    tasks: ids,
    withoutVectors: ids.filter((id) => !kept.has(id)),
  };
}
