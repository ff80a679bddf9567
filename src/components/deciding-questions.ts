import { idsOf } from "../shared/findings/kafka-bootstrap.js";
import { count, spoken } from "../shared/format.js";
import type { KafkaIndexRow } from "../shared/kafka-explorer-rows.ts";
import { listId, type ListKey } from "../shared/kafka-lists.js";
import type { KafkaStandingRow } from "../shared/kafka-rows.ts";
import { element } from "./element.js";

export interface DecidingOptions {
  name: (list: ListKey) => string;
  questions: ReadonlyMap<string, KafkaIndexRow>;
  study: string;
  chunking: string;
}

/** The questions that only one of two solves, each with its human form and a link to what was ranked for it. */
export function decidingQuestions(
  leader: KafkaStandingRow,
  other: KafkaStandingRow,
  options: DecidingOptions,
): HTMLElement {
  return element`<div class="deciding">
    ${side(idsOf(other.leader_only), leader, other, options)}
    ${side(idsOf(other.own_only), other, leader, options)}
  </div>`;
}

function side(ids: string[], winner: ListKey, loser: ListKey, options: DecidingOptions): HTMLElement {
  return element`<section>
    <h3>Only ${options.name(winner)} <small>${count(ids.length)}</small></h3>
    ${ids.length === 0 ? element`<p class="figure-note">No question.</p>` : element`<ul>${ids.map((id) => item(id, loser, options))}</ul>`}
  </section>`;
}

/** Leads to what the loser ranked instead. */
function item(id: string, loser: ListKey, { questions, study, chunking }: DecidingOptions): HTMLElement {
  const search = new URLSearchParams({ study, chunking, list: listId(loser), question: id });
  return element`<li><a href=${`./explorer.html?${search}`}>${questions.get(id)?.human ?? spoken(id)}</a></li>`;
}
