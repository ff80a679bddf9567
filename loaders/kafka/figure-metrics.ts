import type { KafkaMetricRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import type { Figure } from "../figures/figure.ts";
import { STUDY_INPUTS } from "./load-study.ts";
import { metricRows } from "./metric-rows.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

export const kafkaMetrics: Figure<OfStudy<KafkaMetricRow>> = {
  id: "kafka/metrics",
  title: "Every metric of every system, chunking, mode, protocol and form, with intervals over questions",
  source: "loaders/kafka/figure-metrics.ts",
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<KafkaMetricRow>({
    system: ["utf8", "", "system id"],
    chunking: ["utf8", "", "chunking"],
    mode: ["utf8", "", "vector, bm25 or hybrid"],
    protocol: ["utf8", "", "complete or top_10_chunks"],
    form: ["utf8", "", "form, or all for the forms of a question together"],
    metric: ["utf8", "", "metric"],
    k: ["int32", "count", "cut-off, 0 for none"],
    value: ["float64", "rate 0..1, or ranks for gaps", "value"],
    low: ["float64", "as value", "2.5 % bound of the bootstrap over questions"],
    high: ["float64", "as value", "97.5 % bound"],
    n: ["int32", "count", "questions that have a value"],
  }),
  compute: forEveryStudy(({ lists }) => lists.flatMap(metricRows)),
};
