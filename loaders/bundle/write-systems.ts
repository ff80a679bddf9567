import { join } from "node:path";
import { encodedText, type Role } from "../embedding/encoded-text.ts";
import { encodeHalves } from "../embedding/half-float.ts";
import { type DenseSystem, readModels, recipeDigest } from "../embedding/models.ts";
import { textDigest, type VectorRow, writeVectors } from "../embedding/vectors.ts";
import { writeRanking } from "../retrieval/ranking-file.ts";
import { importedPath } from "../store/frozen-path.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { CheckedBundle } from "./check-bundle.ts";
import { readVectors } from "./matrices.ts";
import { registryEntry, systemIdOf, systemsYaml } from "./systems-file.ts";
import { taskIdOf } from "./task-id.ts";

/**
 * Writes registry entries, rankings and vectors of every system whose order was recomputed.
 * @param staging folder that becomes the dataset's
 * @returns ids of the systems
 */
export function writeSystems(staging: string, bundle: CheckedBundle, dataset: string): string[] {
  const { data, systems, files } = bundle;
  const registered = new Set(readModels().map(({ id }) => id));
  const taskIds = data.queries.map((_, query) => taskIdOf(data, query));
  const snippetIds = data.snippets.map(({ id }) => id);
  const entries = systems.flatMap((system) => {
    if (!system.order) return [];
    const entry = registryEntry(system, systemIdOf(system, registered), files);
    const place = (kind: string) => join(staging, "frozen", kind, dataset, `${entry.id}.parquet`);
    writeRanking(place("rankings"), system.order.ranking, taskIds, snippetIds);
    if (entry.provider === "precomputed") {
      const { queries, corpus } = readVectors(bundle.folder, system.files, data);
      const own = new Map(
        system.order.ranking.own.flat().map(({ snippet, similarity }) => [snippet, similarity]),
      );
      writeVectors(place("vectors"), {
        dataset,
        system: entry.id,
        recipe: recipeDigest(entry),
        dimensions: corpus.columns,
        rows: [
          ...taskIds.map((item, i) =>
            vectorRow(entry, "query", item, data.queries[i]!.query, queries, i, null),
          ),
          ...snippetIds.map((item, i) =>
            vectorRow(entry, "passage", item, data.snippets[i]!.code, corpus, i, own.get(i)!),
          ),
        ],
      });
    }
    return [entry];
  });
  const yaml = systemsYaml(entries, importedPath(dataset, "systems.yaml"));
  writeFileWhole(join(staging, "systems.yaml"), yaml);
  return entries.map(({ id }) => id);
}

/** A vector as it is kept here. How many tokens its text had is not published. */
function vectorRow(
  system: DenseSystem,
  role: Role,
  item: string,
  text: string,
  { data, columns }: { data: Float32Array; columns: number },
  row: number,
  ownSimilarity: number | null,
): VectorRow {
  return {
    item,
    role,
    textDigest: textDigest(encodedText(system, role, text)),
    tokens: 0,
    truncated: false,
    visibleCharacters: text.length,
    ownSimilarity,
    halves: encodeHalves(data.subarray(row * columns, (row + 1) * columns)),
  };
}
