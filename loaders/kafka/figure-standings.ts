import type { KafkaStandingRow, OfStudy } from "../../src/shared/kafka-rows.ts";
import { recallAt } from "../../src/shared/file-metrics.ts";
import { standings } from "../../src/shared/question-bootstrap.ts";
import { round6 } from "../analyses/round.ts";
import type { Figure } from "../figures/figure.ts";
import { boundsIn, LIST, PROTOCOL, QUESTIONS } from "./columns.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import { type Protocol, PROTOCOLS, type RankedList } from "./question-facts.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

type Asked = Pick<Study, "questions" | "lists">;

/** The groups in which systems are compared: dense systems by their vectors alone, and everything. */
const AMONG: Record<string, (list: RankedList) => boolean> = {
  vector: ({ mode }) => mode === "vector",
  all: () => true,
};

export function standingRows(study: Asked): KafkaStandingRow[] {
  const chunkings = [...new Set(study.lists.map(({ chunking }) => chunking))];
  return chunkings.flatMap((chunking) =>
    Object.entries(AMONG).flatMap(([among, belongs]) => {
      const lists = study.lists.filter((list) => list.chunking === chunking && belongs(list));
      return PROTOCOLS.flatMap((protocol) => standingsOf(study, lists, among, protocol));
    }),
  );
}

function standingsOf(
  { questions }: Asked,
  lists: readonly RankedList[],
  among: string,
  protocol: Protocol,
): KafkaStandingRow[] {
  if (lists.length === 0) return [];
  const columns = lists.map((list) =>
    list.facts.get("human")!.map((facts) => (facts ? recallAt(facts[protocol], 10) : 0)),
  );
  const idsOf = (places: readonly number[]): string => places.map((place) => questions[place]!.id).join(" ");
  return standings(columns).map(({ behind, leader_only, own_only, ...standing }, index) => ({
    chunking: lists[index]!.chunking,
    protocol,
    among,
    system: lists[index]!.system,
    mode: lists[index]!.mode,
    ...standing,
    value: round6(standing.value),
    low: round6(standing.low),
    high: round6(standing.high),
    behind: round6(behind.value),
    behind_low: round6(behind.low),
    behind_high: round6(behind.high),
    detectable: round6(standing.detectable),
    leader_only: idsOf(leader_only),
    own_only: idsOf(own_only),
  }));
}

export const kafkaStandings: Figure<OfStudy<KafkaStandingRow>> = {
  id: "kafka/standings",
  title: "recall@10 of the human form beside the leader's, with ranks and the questions that decide",
  source: "loaders/kafka/figure-standings.ts",
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<KafkaStandingRow>({
    chunking: LIST.chunking,
    protocol: PROTOCOL,
    among: ["utf8", "", "vector (dense systems) or all (every system and mode)"],
    system: LIST.system,
    mode: LIST.mode,
    value: ["float64", "rate 0..1", "recall@10 of the human form"],
    ...boundsIn("rate 0..1"),
    n: QUESTIONS,
    rank: ["int32", "rank", "rank by value, equal values share the better one"],
    rank_low: ["float64", "rank", "2.5 % bound of the rank"],
    rank_high: ["float64", "rank", "97.5 % bound of the rank"],
    behind: ["float64", "difference", "leader minus this one, paired"],
    behind_low: ["float64", "difference", "2.5 % bound"],
    behind_high: ["float64", "difference", "97.5 % bound"],
    top_cluster: ["bool", "", "whether the interval of the difference contains 0"],
    leader_only: ["utf8", "", "questions that only the leader solves"],
    own_only: ["utf8", "", "questions that only this one solves"],
    detectable: ["float64", "difference", "smallest true difference that n questions show with 80 % power"],
  }),
  compute: forEveryStudy(standingRows),
};
