import { beforeAll, describe, expect, it } from "vitest";
import type { ModelAuditRow } from "../../src/shared/rows.ts";
import { isDense } from "../embedding/models.ts";
import { readVectors, vectorsPath } from "../embedding/vectors.ts";
import { present } from "../tasks/corpus.ts";
import { deceptionRows } from "./deception.ts";
import type { EvaluatedSystem, Evaluation } from "./evaluation-types.ts";
import { loadEvaluations } from "./evaluation.ts";
import { modelAuditRow } from "./model-audit.ts";

interface Audited {
  evaluation: Evaluation;
  system: EvaluatedSystem;
  row: ModelAuditRow;
  /** Characters that the model read of each passage, and half-float bits, straight from the file. */
  read: Map<string, number>;
  bits: Map<string, string>;
}

/** Every dense system over the committed datasets. */
let audited: Audited[];

beforeAll(async () => {
  audited = [];
  for (const evaluation of await loadEvaluations()) {
    for (const system of evaluation.systems) {
      if (!isDense(system.system)) continue;
      const row = await modelAuditRow(evaluation, system.system);
      const file = await readVectors(vectorsPath(evaluation.corpus.dataset.id, system.system.id));
      const passages = file.rows.filter(({ role }) => role === "passage");
      const read = new Map(passages.map(({ item, visibleCharacters }) => [item, visibleCharacters]));
      const bits = new Map(passages.map(({ item, halves }) => [item, halves.join()]));
      audited.push({ evaluation, system, row, read, bits });
    }
  }
}, 300_000);

/** The canonical and its near-clones of every task. */
const families = ({ own, corpus }: Evaluation) =>
  own.map((snippets) => snippets.map((snippet) => corpus.snippets[snippet]!));

describe("the truncation audit", { timeout: 120_000 }, () => {
  it("counts the near-clones whose text up to the cut is the canonical's, and no others", () => {
    for (const { evaluation, row, read } of audited) {
      if (!evaluation.corpus.hasText) continue;
      let [unseen, cut] = [0, 0];
      for (const [canonical, ...distractors] of families(evaluation)) {
        const code = present(canonical!.code);
        const visible = read.get(canonical!.id)!;
        if (visible >= code.length) continue;
        cut++;
        const head = code.slice(0, visible);
        unseen += distractors.filter((other) => present(other.code).startsWith(head)).length;
      }
      expect([row.system, row.edits_beyond_limit, row.truncated_canonicals]).toEqual([
        row.system,
        unseen,
        cut,
      ]);
    }
  });

  it("finds one vector for what the model could not tell apart, and an exact tie", () => {
    for (const { evaluation, row, bits, system } of audited) {
      let same = 0;
      families(evaluation).forEach(([canonical, ...distractors], query) => {
        const [first, ...others] = system.ranking.own[query]!;
        distractors.forEach((other, place) => {
          if (bits.get(other.id) !== bits.get(canonical!.id)) return;
          same++;
          expect(others[place]!.similarity).toBe(first!.similarity);
        });
      });
      expect(same).toBe(row.edits_beyond_limit + row.edits_erased);
      expect(row.tied_pairs).toBeGreaterThanOrEqual(same);
    }
  });

  it("calls erased what differs in white space, case or accents alone", () => {
    const folded = (code: string): string =>
      code.replace(/\s/g, "").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
    for (const { evaluation, row, bits } of audited) {
      if (!evaluation.corpus.hasText) continue;
      const alike = families(evaluation).flatMap(([canonical, ...distractors]) =>
        distractors
          .filter(({ code }) => folded(present(code)) === folded(present(canonical!.code)))
          .map(({ id }) => [bits.get(id), bits.get(canonical!.id)] as const),
      );
      expect(alike.length).toBe(row.edits_erased);
      for (const [near, canonical] of alike) expect(near).toBe(canonical);
    }
  });

  it("counts snippets that share code or a vector as a comparison of all pairs does", () => {
    for (const { evaluation, row, bits } of audited) {
      const { snippets } = evaluation.corpus;
      if (snippets.length > 1000) continue; // all pairs of the larger dataset would add nothing but minutes
      const sharing = (key: (id: string) => string): number =>
        snippets.filter((a) => snippets.some((b) => a !== b && key(a.id) === key(b.id))).length;
      expect(row.identical_code).toBe(sharing((id) => id));
      expect(row.same_vector).toBe(sharing((id) => bits.get(id)!));
    }
  });

  it("agrees with the deception figure, whose pairs with an unseen edit all deceive", () => {
    for (const { evaluation, row } of audited) {
      const rate = deceptionRows(evaluation).find(
        ({ system, domain, bug_type }) => system === row.system && domain === "all" && bug_type === "all",
      )!;
      expect(rate.unseen).toBe(row.edits_beyond_limit);
      expect(row.deceived_unseen).toBe(row.edits_beyond_limit);
      expect(rate.value).toBeCloseTo(row.deceived / row.distractors, 6);
      const seen = (row.deceived - row.deceived_unseen) / (row.distractors - row.edits_beyond_limit);
      expect(rate.value_seen).toBeCloseTo(seen, 6);
    }
  });

  it("pools unseen pairs over dense systems", () => {
    for (const evaluation of new Set(audited.map((entry) => entry.evaluation))) {
      const rows = deceptionRows(evaluation).filter(
        ({ domain, bug_type }) => domain === "all" && bug_type === "all",
      );
      const own = audited.filter((entry) => entry.evaluation === evaluation);
      expect(rows.find(({ system }) => system === "all_dense")?.unseen ?? 0).toBe(
        own.reduce((sum, { row }) => sum + row.edits_beyond_limit, 0),
      );
    }
  });
});
