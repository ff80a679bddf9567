import { sha256 } from "../store/digest.ts";
import type { Task } from "./types.ts";

/** The parts of a task whose change makes another task of it. */
const PARTS = ["query", "canonical", "tests"] as const;
type Part = (typeof PARTS)[number];

/** First 12 hex digits of the SHA-256 of a task's query, canonical and tests. */
export type TaskDigests = Record<Part, string>;

/** Tasks of a version by id. */
export type VersionTasks = Map<string, TaskDigests>;

/** What one version has that another has not. */
export interface VersionChanges {
  added: string[];
  removed: string[];
  changed: { task: string; parts: Part[] }[];
}

const short = (text: string): string => sha256(text).slice(0, 12);

/** Digests of tasks by id, ordered by id. */
export function digestTasks(tasks: readonly Task[]): VersionTasks {
  const ordered = tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(
    ordered.map(({ id, query, canonical, tests }) => [
      id,
      { query: short(query), canonical: short(canonical), tests: short(JSON.stringify(tests)) },
    ]),
  );
}

/** What changed between two versions, by their tasks' digests. */
export function compareVersions(before: VersionTasks, after: VersionTasks): VersionChanges {
  const changed = [...after].flatMap(([task, digests]) => {
    const old = before.get(task);
    const parts = old ? PARTS.filter((part) => old[part] !== digests[part]) : [];
    return parts.length > 0 ? [{ task, parts }] : [];
  });
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    changed,
  };
}

export const isUnchanged = ({ added, removed, changed }: VersionChanges): boolean =>
  added.length + removed.length + changed.length === 0;

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}`;

/** The changes as lines: additions counted by domain, removals and edits by name. */
export function describeChanges({ added, removed, changed }: VersionChanges): string[] {
  const domains = new Map<string, number>();
  for (const id of added) {
    const domain = id.split("/")[0]!;
    domains.set(domain, (domains.get(domain) ?? 0) + 1);
  }
  const byDomain = [...domains].sort().map(([domain, count]) => `${domain} ${count}`);
  return [
    ...(added.length > 0 ? [`${added.length} added: ${byDomain.join(", ")}`] : []),
    ...removed.map((id) => `${id}: removed`),
    ...changed.map(({ task, parts }) => `${task}: ${listed(parts)} changed`),
  ];
}
