import type { Figure } from "../figures/figure.ts";
import { kafkaCells } from "./figure-cells.ts";
import { kafkaClaimsFigure } from "./figure-claims.ts";
import { kafkaEvolution } from "./figure-evolution.ts";
import { kafkaInterference } from "./figure-interference.ts";
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
  kafkaClaimsFigure,
  ...kafkaEvolution,
];
