import { existsSync } from "node:fs";
import type { KafkaCellRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import type { TruncationRow } from "../code-rag/truncation.ts";
import { isDense } from "../embedding/models.ts";
import type { Figure } from "../figures/figure.ts";
import { readRows } from "../store/parquet.ts";
import { LIST, PRINTED_NAME } from "./columns.ts";
import { STUDY_INPUTS, type Study, TRUNCATION_INPUTS } from "./load-study.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";
import { truncationPath } from "./study.ts";

export function cellRows(
  { cells }: Pick<Study, "cells">,
  truncation: readonly TruncationRow[],
): KafkaCellRow[] {
  return cells.map(({ system, chunking, state }) => {
    const limit = isDense(system) ? system.token_limit : 0;
    const of = truncation.find((row) => row.system === system.id && row.chunking === chunking);
    const counted = of ?? truncation.find((row) => row.chunking === chunking);
    return {
      system: system.id,
      label: system.label,
      class: system.class,
      chunking,
      state,
      chunks: counted?.chunks ?? 0,
      token_limit: limit,
      truncated: limit === 0 ? 0 : of ? of.truncated / of.chunks : NaN,
      tokens_seen: limit === 0 ? 1 : of ? of.tokens_seen / of.tokens : NaN,
    };
  });
}

export const kafkaCells: Figure<OfStudy<KafkaCellRow>> = {
  id: "kafka/cells",
  title: "Every system and chunking of the study: what is ranked, and what a token limit cuts",
  source: "loaders/kafka/figure-cells.ts",
  inputs: [...STUDY_INPUTS, ...TRUNCATION_INPUTS],
  columns: columnsOfStudy<KafkaCellRow>({
    system: LIST.system,
    label: PRINTED_NAME,
    class: ["utf8", "", "lexical or local_dense"],
    chunking: LIST.chunking,
    state: ["utf8", "", "ranked, missing or out_of_date"],
    chunks: ["int32", "count", "chunks of the corpus, 0 where unknown"],
    token_limit: ["int32", "tokens", "tokens a text that are seen, 0 for any number"],
    truncated: ["float64", "rate 0..1", "share of chunks that exceed the limit"],
    tokens_seen: ["float64", "rate 0..1", "share of all tokens that are seen"],
  }),
  compute: forEveryStudy(async (study) => {
    const path = truncationPath(study.folder);
    const rows = existsSync(path) ? await readRows<TruncationRow>(path) : [];
    return cellRows(study, rows);
  }),
};
