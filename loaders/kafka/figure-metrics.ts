import type { KafkaMetricRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import type { Figure } from "../figures/figure.ts";
import { boundsIn, LIST, PROTOCOL } from "./columns.ts";
import { STUDY_INPUTS } from "./load-study.ts";
import { metricRows } from "./metric-rows.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

export const kafkaMetrics: Figure<OfStudy<KafkaMetricRow>> = {
  id: "kafka/metrics",
  title: "Every metric of every system, chunking, mode, protocol and form, with intervals over questions",
  source: "loaders/kafka/figure-metrics.ts",
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<KafkaMetricRow>({
    ...LIST,
    protocol: PROTOCOL,
    form: ["utf8", "", "form, or all for the forms of a question together"],
    metric: ["utf8", "", "metric"],
    k: ["int32", "count", "cut-off, 0 for none"],
    value: ["float64", "rate 0..1, or ranks for gaps", "value"],
    ...boundsIn("as value"),
    n: ["int32", "count", "questions that have a value"],
  }),
  compute: forEveryStudy(({ lists }) => lists.flatMap(metricRows)),
};
