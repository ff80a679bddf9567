import type { SystemRow } from "../shared/rows.ts";

/** Classes in the order in which readers meet them, with the names they read. */
export const CLASS_LABELS: Record<string, string> = {
  local_dense: "Local dense",
  hosted: "Hosted dense",
  published: "Published value",
  lexical: "Lexical",
  baseline: "Baseline",
};

/** The CSS colour of a system: its class decides, so that colour says one thing on every page. */
export const systemColor = (system: Pick<SystemRow, "class">): string => `var(--class-${system.class})`;

/** Systems by id. */
export const systemIndex = (systems: readonly SystemRow[]): Map<string, SystemRow> =>
  new Map(systems.map((system) => [system.system, system]));

/** A system's short name, or its id where the registry does not know it. */
export const systemLabel = (index: ReadonlyMap<string, SystemRow>, id: string): string =>
  index.get(id)?.label ?? id;

/** Whether a system is a retrieval system rather than a chance baseline. */
export const isRetriever = (system: SystemRow | undefined): boolean =>
  system !== undefined && system.class !== "baseline";
