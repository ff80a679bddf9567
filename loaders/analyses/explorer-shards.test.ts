import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DOMAINS } from "../../src/shared/vocabulary.ts";
import { fromRoot } from "../paths.ts";
import type { CorpusTask } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { SHARDS, tasksOf } from "./explorer-shards.ts";

const tasks = (count: number, domainOf: (index: number) => string): CorpusTask[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${domainOf(index)}/task_${index}`,
    domain: domainOf(index),
    functionName: `task_${index}`,
    query: null,
    tests: null,
    testCount: 0,
  }));

describe("the explorer's shards", () => {
  it.each([
    ["near-miss", tasks(1001, (index) => DOMAINS[index % DOMAINS.length]!), 51],
    ["humaneval", tasks(164, () => "humaneval"), 55],
    ["near-miss", tasks(7, () => "geometry"), 4],
  ])("hold each task of %s once, in parts of equal size", (dataset, all, most) => {
    const parts = SHARDS.filter((shard) => shard.dataset === dataset).map((shard) =>
      tasksOf(shard, { tasks: all }),
    );
    const held = parts.flat().map(({ id }) => id);
    expect(held.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(Math.max(...parts.map(({ length }) => length))).toBe(most);
  });

  it("are the ones that pages know, for every dataset", () => {
    const source = readFileSync(fromRoot("src/components/explorer-files.ts"), "utf8");
    const files = [...source.matchAll(/data\/explorer\/([\w-]+)\.parquet/g)].map(([, name]) => name);
    const wanted = [
      ...SHARDS.flatMap(({ name }) =>
        ["tasks", "snippets", "rankings", "mutants"].map((kind) => `${kind}-${name}`),
      ),
      ...DATASETS.flatMap(({ id }) => [`index-${id}`, `questions-${id}`]),
    ];
    expect(files.toSorted()).toEqual(wanted.toSorted());
  });
});
