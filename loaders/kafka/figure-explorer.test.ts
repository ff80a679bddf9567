import { describe, expect, it } from "vitest";
import { packTop, unpackRanks, unpackTop } from "../../src/shared/kafka-explorer-pack.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import { SHARDS, shardAt } from "./explorer-shards.ts";
import { indexRows, kafkaExplorer, ranksRows, textRows, topRows } from "./figure-explorer.ts";
import { goldFileRows } from "./figure-gold.ts";
import { readFrozenStudy } from "./load-study.ts";
import { kafkaRecord } from "./study-record.ts";

const study = await readFrozenStudy(kafkaRecord());
const shards = Array.from({ length: SHARDS }, (_, index) => index + 1);

describe("shards", () => {
  it("hold every question once, in parts that differ by one at most", () => {
    for (const n of [5, 16, 128, 131]) {
      const counts = new Map<number, number>();
      for (let place = 0; place < n; place++) {
        const shard = shardAt(place, n);
        counts.set(shard, (counts.get(shard) ?? 0) + 1);
      }
      expect([...counts.keys()].every((shard) => shards.includes(shard))).toBe(true);
      expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
    }
    expect(kafkaExplorer.map(({ id }) => id)).toContain(`kafka-explorer/more-${SHARDS}`);
  });

  it("hold every form of every question, and every ranking that is frozen", () => {
    const texts = shards.flatMap((shard) => textRows(study, shard));
    const forms = study.questions.map(({ cognitive }): number => (cognitive.cross_module ? 5 : 4));
    expect(texts).toHaveLength(forms.reduce((sum, of) => sum + of, 0));
    const frozen = study.cells.flatMap(({ rankings }) => rankings?.rows ?? []);
    const rows = shards.flatMap((shard) => topRows(study, shard, () => true));
    expect(rows).toHaveLength(frozen.length);
    const first = shards.flatMap((shard) => topRows(study, shard, (id) => id === DEFAULT_CHUNKING));
    expect(first.length).toBeLessThan(rows.length);
    expect(first.every(({ chunking }) => chunking === DEFAULT_CHUNKING)).toBe(true);
  });
});

describe("a ranking", () => {
  it("keeps its ten files with the lines of the best chunk", () => {
    const cell = study.cells.find(({ rankings }) => rankings)!;
    const [frozen] = cell.rankings!.rows;
    const shard = indexRows(study).find(({ question }) => question === frozen!.question)!.shard;
    const row = topRows(study, shard, (id) => id === cell.chunking).find(
      ({ system, question, form, mode }) =>
        system === cell.system.id &&
        question === frozen!.question &&
        form === frozen!.form &&
        mode === frozen!.mode,
    )!;
    const files = unpackTop(row.top);
    expect(files.map(({ file }) => file)).toEqual(frozen!.top.slice(0, 10));
    for (const [place, { file, from, to }] of files.entries()) {
      expect([from, to]).toEqual(study.linesOf(cell.chunking)(file, frozen!.topChunks[place]!));
      expect(to).toBeLessThanOrEqual(study.manifest.files[file]!.lines);
    }
  });

  it("says where the labelled files stand in the order in which the gold files list them", () => {
    const gold = goldFileRows(study.questions);
    for (const row of topRows(study, 1, (id) => id === DEFAULT_CHUNKING)) {
      const own = gold.filter(({ question }) => question === row.question);
      const ranks = unpackRanks(row.labelled);
      expect(ranks).toHaveLength(own.length);
      const paths = unpackTop(row.top).map(({ file }) => study.manifest.files[file]!.path);
      own.forEach(({ path }, index) => {
        // Within ties of the top ten the order is the tie rule's; elsewhere the rank is the place.
        if (Number.isInteger(ranks[index]) && ranks[index]! <= 9)
          expect(Math.abs(paths.indexOf(path) + 1 - ranks[index]!)).toBeLessThanOrEqual(1);
      });
    }
  });

  it("leaves a 0 where a question lacks the form", () => {
    const row = ranksRows(study).find(({ form }) => form === "cross_module")!;
    unpackRanks(row.ranks).forEach((rank, place) =>
      expect(rank > 0).toBe(study.questions[place]!.cognitive.cross_module !== undefined),
    );
  });

  it("packs and unpacks", () => {
    const files = [
      { file: 696, from: 1, to: 4321 },
      { file: 0, from: 0, to: 0 },
    ];
    expect(unpackTop(packTop(files))).toEqual(files);
    expect(unpackTop("")).toEqual([]);
  });
});
