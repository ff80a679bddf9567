import type { KafkaLabelledRankRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import type { Figure } from "../figures/figure.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import { ASKED, LIST } from "./columns.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

/** Ranks of each question's labelled files in every ranking over the default chunking. */
export const labelledRankRows = ({ cells }: Pick<Study, "cells">): KafkaLabelledRankRow[] =>
  cells
    .filter(({ chunking }) => chunking === DEFAULT_CHUNKING)
    .flatMap(({ system, rankings }) =>
      (rankings?.rows ?? []).flatMap(({ mode, question, form, labelled }) =>
        labelled.map((rank, file) => ({ system: system.id, mode, question, form, file, rank })),
      ),
    );

export const kafkaLabelledRanks: Figure<OfStudy<KafkaLabelledRankRow>> = {
  id: "kafka/labelled-ranks",
  title: "Where each labelled file stands in every ranking over the default chunking",
  source: "loaders/kafka/figure-labelled-ranks.ts",
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<KafkaLabelledRankRow>({
    system: LIST.system,
    mode: LIST.mode,
    ...ASKED,
    file: ["int32", "", "which labelled file of the question, from 0, in the order of kafka/gold-files"],
    rank: ["float64", "rank, halves for ties", "in the complete ranking"],
  }),
  compute: forEveryStudy(labelledRankRows),
};
