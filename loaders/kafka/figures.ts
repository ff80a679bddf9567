import type { Figure } from "../figures/figure.ts";
import { kafkaCells } from "./figure-cells.ts";
import { chunkingDifferences } from "./figure-chunking-differences.ts";
import { chunkings, published } from "./figure-chunkings.ts";
import { kafkaClaimsFigure } from "./figure-claims.ts";
import { kafkaEvolution } from "./figure-evolution.ts";
import { kafkaInterference } from "./figure-interference.ts";
import { kafkaLabelledRanks } from "./figure-labelled-ranks.ts";
import { kafkaMetrics } from "./figure-metrics.ts";
import { kafkaPerQuestion } from "./figure-per-question.ts";
import { kafkaStudies } from "./studies.ts";
import { kafkaStandings } from "./figure-standings.ts";

/** Figures of the Kafka pages. */
export const kafkaFigures: Figure[] = [
  kafkaStudies,
  kafkaCells,
  kafkaPerQuestion,
  kafkaMetrics,
  kafkaStandings,
  kafkaInterference,
  kafkaLabelledRanks,
  chunkings,
  chunkingDifferences,
  published,
  kafkaClaimsFigure,
  ...kafkaEvolution,
];
