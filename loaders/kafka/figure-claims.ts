import type { KafkaClaimRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import { round6 } from "../analyses/round.ts";
import type { Figure } from "../figures/figure.ts";
import { kafkaClaims } from "./claim-list.ts";
import { boundsIn, QUESTIONS } from "./columns.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import { KAFKA } from "./manifest.ts";
import { PUBLISHED_KAFKA_FILE, readPublishedKafka } from "./published.ts";
import { PROTOCOLS } from "./question-facts.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

/** One row a claim and protocol: its published value, ours with its interval, and the verdict of its rule. */
export function kafkaClaimRows({ lists }: Pick<Study, "lists">): KafkaClaimRow[] {
  const vector = lists.filter(({ mode }) => mode === "vector");
  return kafkaClaims(readPublishedKafka()).flatMap(({ id, rule, ours, ...claim }) =>
    PROTOCOLS.map((protocol) => {
      const estimate = ours({ lists: vector, protocol });
      return {
        claim: id,
        protocol,
        ...claim,
        ours: round6(estimate.value),
        low: round6(estimate.low),
        high: round6(estimate.high),
        n: estimate.n,
        rule: rule.words,
        verdict: rule.judge(estimate),
      };
    }),
  );
}

export const kafkaClaimsFigure: Figure<OfStudy<KafkaClaimRow>> = {
  id: "kafka/claims",
  title: "Published claims of the Kafka study beside our data, judged by rules written in advance",
  source: "loaders/kafka/figure-claims.ts",
  inputs: [...STUDY_INPUTS, PUBLISHED_KAFKA_FILE],
  columns: columnsOfStudy<KafkaClaimRow>({
    claim: ["utf8", "", "claim id"],
    protocol: ["utf8", "", "complete, or top_10_chunks as the study read its rankings"],
    text: ["utf8", "", "the claim in our words"],
    page: ["utf8", "", "page that shows the figure"],
    published: ["utf8", "", "published value"],
    ours: ["float64", "see unit", "our value"],
    ...boundsIn("see unit"),
    n: QUESTIONS,
    unit: ["utf8", "", "rate, difference of rates, or half-width of an interval"],
    systems: ["utf8", "", "what our value was measured on"],
    rule: ["utf8", "", "how the verdict is reached"],
    verdict: ["utf8", "", "holds, does_not_hold or cannot_tell"],
    note: ["utf8", "", "differences of setting"],
  }),
  // The claims are about Kafka: another code base can neither bear them out nor refute them.
  compute: forEveryStudy((study) => (study.id === KAFKA.corpus ? kafkaClaimRows(study) : [])),
};
