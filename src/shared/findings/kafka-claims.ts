import { capital, count, inWords, tally } from "../format.js";
import type { KafkaClaimRow } from "../kafka-rows.ts";

/** The study whose claims were published; no other has any. */
export const CLAIMED_STUDY = "apache-kafka-4.0.0";

/** A claim with what each protocol says of it. */
export interface ClaimByProtocol {
  complete: KafkaClaimRow;
  top_10_chunks: KafkaClaimRow;
}

/** Claims in their order, both protocols side by side. */
export function claimPairs(rows: readonly KafkaClaimRow[]): ClaimByProtocol[] {
  return rows
    .filter(({ protocol }) => protocol === "complete")
    .flatMap((complete) => {
      const listed = rows.find(({ claim, protocol }) => claim === complete.claim && protocol === "top_10_chunks");
      return listed ? [{ complete, top_10_chunks: listed }] : [];
    }); // prettier-ignore
}

/** Whether our data say anything about it: the systems that it takes are ranked. */
export const isAnswered = ({ ours }: Pick<KafkaClaimRow, "ours">): boolean => Number.isFinite(ours);

/** How many claims hold, by the complete ranking, and how many verdicts the other protocol changes. */
export function kafkaClaimsFinding(rows: readonly KafkaClaimRow[], label: string): string {
  const pairs = claimPairs(rows);
  if (pairs.length === 0) return `The published claims are about Apache Kafka; none is about ${label}.`;
  const of = (verdict: string): number => pairs.filter(({ complete }) => complete.verdict === verdict).length;
  const unanswered = pairs.filter(({ complete }) => !isAnswered(complete)).length;
  const open = of("cannot_tell");
  const why =
    unanswered === 0
      ? ""
      : `, ${unanswered === open ? "" : `${inWords(unanswered)} of them `}since the systems that ${unanswered === 1 ? "it takes" : "they take"} have not been measured`;
  const changed = pairs.filter(({ complete, top_10_chunks }) => complete.verdict !== top_10_chunks.verdict).length; // prettier-ignore
  const fails = of("does_not_hold");
  return `Of ${count(pairs.length)} published claims, ${tally(of("holds"))} ${of("holds") === 1 ? "holds" : "hold"} on ${label}, ${tally(fails)} ${fails === 1 ? "does" : "do"} not, and on ${open === 0 ? "none" : inWords(open)} these data cannot tell${why}. ${changed === 0 ? "No verdict changes" : `${capital(inWords(changed))} ${changed === 1 ? "verdict changes" : "verdicts change"}`} when rankings are read as the study’s code reads them.`;
}
