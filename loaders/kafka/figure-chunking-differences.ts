import type { ChunkingDifferenceRow } from "../../src/shared/kafka-chunking-rows.ts";
import type { OfStudy } from "../../src/shared/kafka-rows.ts";
import { recallAt, spanHitAt } from "../../src/shared/file-metrics.ts";
import { meansOverQuestions } from "../../src/shared/question-bootstrap.ts";
import { CUTOFFS } from "../../src/shared/vocabulary.ts";
import { round6 } from "../analyses/round.ts";
import type { Figure } from "../figures/figure.ts";
import { DEFAULT_CHUNKING } from "./chunkings.ts";
import { ASKED, boundsIn, CUT_OFF, LIST, PROTOCOL, QUESTIONS } from "./columns.ts";
import { FORMS, type Form } from "./gold-schema.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import { type Protocol, PROTOCOLS, type QuestionFacts, type RankedList } from "./question-facts.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

interface Measure {
  protocol: Protocol;
  metric: "recall" | "span_hit";
  valueOf: (facts: QuestionFacts, k: number) => number;
}

const MEASURES: readonly Measure[] = [
  ...PROTOCOLS.map((protocol): Measure => {
    return { protocol, metric: "recall", valueOf: (facts, k) => recallAt(facts[protocol], k) };
  }),
  {
    protocol: "complete",
    metric: "span_hit",
    valueOf: ({ complete, spanHits }, k) => spanHitAt(complete, spanHits, k),
  },
];

function formRows(list: RankedList, base: RankedList, form: Form): ChunkingDifferenceRow[] {
  const { system, chunking, mode } = list;
  // Both lists answer the same questions, and lack a form of the same ones.
  const pairs = (list.facts.get(form) ?? []).flatMap((own, question) => {
    const other = base.facts.get(form)?.[question];
    return own && other ? [[own, other] as const] : [];
  });
  if (pairs.length === 0) return [];
  const named = MEASURES.flatMap((measure) => CUTOFFS.map((k) => ({ ...measure, k })));
  const estimates = meansOverQuestions(
    named.map(({ valueOf, k }) => pairs.map(([own, other]) => valueOf(own, k) - valueOf(other, k))),
  );
  return named.map(({ protocol, metric, k }, i) => {
    const { value, low, high, n } = estimates[i]!;
    const rounded = { value: round6(value), low: round6(low), high: round6(high), n };
    return { system, chunking, mode, protocol, form, metric, k, ...rounded };
  });
}

/** Every list minus the same system's and mode's over the default chunking; those without one are left out. */
export const chunkingDifferenceRows = ({ lists }: Pick<Study, "lists">): ChunkingDifferenceRow[] =>
  lists.flatMap((list) => {
    const base = lists.find(
      ({ system, mode, chunking }) =>
        system === list.system && mode === list.mode && chunking === DEFAULT_CHUNKING,
    );
    return base && base !== list ? FORMS.flatMap((form) => formRows(list, base, form)) : [];
  });

export const chunkingDifferences: Figure<OfStudy<ChunkingDifferenceRow>> = {
  id: "kafka/chunking-differences",
  title: "Each chunking against the default one, paired by question",
  source: "loaders/kafka/figure-chunking-differences.ts",
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<ChunkingDifferenceRow>({
    ...LIST,
    protocol: PROTOCOL,
    form: ASKED.form,
    metric: ["utf8", "", "recall or span_hit"],
    k: CUT_OFF,
    value: ["float64", "difference of rates", "this chunking minus the default one"],
    ...boundsIn("difference of rates"),
    n: QUESTIONS,
  }),
  compute: forEveryStudy(chunkingDifferenceRows),
};
