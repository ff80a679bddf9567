import type { EnvironmentRow, InputRow, VersionRow } from "../../src/shared/dataset-rows.ts";
import { columnsOf, type Figure } from "../figures/figure.ts";
import { ENVIRONMENT_FILE, readEnvironment } from "../inputs/environment.ts";
import { inputFiles, MANIFEST_FILE } from "../inputs/manifest.ts";
import { changesOf, readVersions, VERSIONS_FILE } from "../tasks/versions.ts";

const SOURCE = "loaders/analyses/method-inputs.ts";

const versions: Figure<VersionRow> = {
  id: "method/versions",
  title: "Released versions of the tasks",
  source: SOURCE,
  inputs: [VERSIONS_FILE, "data/versions/*.json"],
  columns: columnsOf<VersionRow>({
    version: ["utf8", "", "version"],
    date: ["utf8", "", "day of the release"],
    tasks: ["int32", "count", "tasks"],
    sha256: ["utf8", "", "what `sha256sum data/tasks/*.jsonl | sha256sum` prints"],
    note: ["utf8", "", "what is new"],
    added: ["int32", "count", "tasks added since the version before"],
    removed: ["int32", "count", "tasks removed"],
    changed: ["int32", "count", "tasks whose query, canonical or tests changed"],
    changes: ["utf8", "", "the same in words, a line each"],
  }),
  compute: () => {
    const all = readVersions();
    return Promise.resolve(
      all.map(({ version, date, tasks, sha256, note, changes }, index) => {
        const { added, removed, changed } = changesOf(all, index);
        return {
          version,
          date,
          tasks,
          sha256,
          note,
          added: added.length,
          removed: removed.length,
          changed: changed.length,
          changes: changes.join("\n"),
        };
      }),
    );
  },
};

/** `data/frozen/vectors` of `data/frozen/vectors/near-miss/x.parquet`: two folders under `data` say enough. */
const folderOf = (path: string): string => path.split("/").slice(0, -1).slice(0, 3).join("/");

const inputs: Figure<InputRow> = {
  id: "method/inputs",
  title: "Committed inputs by folder",
  source: SOURCE,
  inputs: [MANIFEST_FILE],
  columns: columnsOf<InputRow>({
    folder: ["utf8", "", "folder"],
    files: ["int32", "count", "files in it and below"],
    bytes: ["int32", "bytes", "their size"],
  }),
  compute: () => {
    const folders = new Map<string, InputRow>();
    for (const { path, bytes } of inputFiles()) {
      const folder = folderOf(path);
      const row = folders.get(folder) ?? { folder, files: 0, bytes: 0 };
      folders.set(folder, { folder, files: row.files + 1, bytes: row.bytes + bytes });
    }
    return Promise.resolve([...folders.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)));
  },
};

const environment: Figure<EnvironmentRow> = {
  id: "method/environment",
  title: "What the frozen files were made with",
  source: SOURCE,
  inputs: [ENVIRONMENT_FILE],
  columns: columnsOf<EnvironmentRow>({
    item: ["utf8", "", "what"],
    value: ["utf8", "", "its version or name"],
  }),
  compute: () => {
    const { node, python, os, cpu, packages } = readEnvironment();
    const rows: [string, string][] = [
      ["Node.js", node],
      ["Python", python],
      ["Operating system", os],
      ["CPU", `${cpu.model} (${cpu.architecture})`],
      ["CPU features", cpu.features.join(" ")],
      ...Object.entries(packages),
    ];
    return Promise.resolve(rows.map(([item, value]) => ({ item, value })));
  },
};

export const methodInputs: Figure[] = [versions, inputs, environment];
