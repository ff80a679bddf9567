import type {
  ContestKey,
  EvolutionLeaderRow,
  EvolutionNeedRow,
  EvolutionRow,
} from "../../src/shared/kafka-evolution-rows.ts";
import type { OfStudy } from "../../src/shared/kafka-rows.ts";
import { pairedUnitsNeeded } from "../../src/shared/power.ts";
import { meansOverQuestions } from "../../src/shared/question-bootstrap.ts";
import { round6 } from "../analyses/round.ts";
import type { Described, Figure } from "../figures/figure.ts";
import { boundsIn, LIST, PROTOCOL, QUESTIONS } from "./columns.ts";
import { type Contest, contestsOf, solvedBy } from "./contests.ts";
import { bestOf, leadsAt, ORDERS, ordersOf, sizesOf, widthsAt } from "./evolution.ts";
import { STUDY_INPUTS, type Study } from "./load-study.ts";
import { type Protocol, PROTOCOLS } from "./question-facts.ts";
import { columnsOfStudy, forEveryStudy } from "./studies.ts";

type Asked = Pick<Study, "questions" | "lists">;

/** True differences that a study may want to claim. */
const DELTAS = [0.03, 0.05, 0.1];

const keyOf = ({ contest, about, among, system, chunking, mode }: Contest): ContestKey => ({
  contest,
  about,
  among,
  system,
  chunking,
  mode,
});

/** Rows of every contest by every protocol. */
const overContests = <Row>(
  { lists }: Asked,
  rowsOf: (contest: Contest, protocol: Protocol, solved: number[][]) => Row[],
): Row[] =>
  contestsOf(lists).flatMap((contest) =>
    PROTOCOLS.flatMap((protocol) =>
      rowsOf(
        contest,
        protocol,
        contest.options.map((list) => solvedBy(list, protocol)),
      ),
    ),
  );

/** How often so many questions choose what all of them choose, and how wide an interval they leave. */
export function evolutionRows(study: Asked): EvolutionRow[] {
  const n = study.questions.length;
  const { once, again } = ordersOf(n);
  const sizes = sizesOf(n);
  return overContests(study, (contest, protocol, solved) => {
    const best = bestOf(solved);
    const right = (leads: readonly number[]): number =>
      round6(leads.reduce((sum, share, option) => sum + (best[option] ? share : 0), 0));
    const drawn = leadsAt(solved, once, sizes);
    const redrawn = leadsAt(solved, again, sizes);
    const widths = widthsAt(solved[best.indexOf(true)]!, once, sizes);
    return sizes.map((size, at) => ({
      ...keyOf(contest),
      protocol,
      size,
      options: solved.length,
      draws: ORDERS,
      right: right(drawn[at]!.leads),
      right_again: right(redrawn[at]!.leads),
      alone: round6(drawn[at]!.alone.reduce((sum, share) => sum + share, 0)),
      settled: round6(drawn[at]!.settled),
      half_width: round6(widths[at]!.half_width),
      half_width_low: round6(widths[at]!.half_width_low),
      half_width_high: round6(widths[at]!.half_width_high),
      no_width: round6(widths[at]!.no_width),
      n,
    }));
  });
}

/** Who leads with so many questions, option by option. */
export function evolutionLeaderRows(study: Asked): EvolutionLeaderRow[] {
  const n = study.questions.length;
  const { once } = ordersOf(n);
  return overContests(study, ({ contest, options }, protocol, solved) => {
    const best = bestOf(solved);
    const values = meansOverQuestions(solved);
    return leadsAt(solved, once, sizesOf(n)).flatMap(({ size, leads, alone }) =>
      options.map(({ system, chunking, mode }, option) => ({
        contest,
        protocol,
        size,
        system,
        chunking,
        mode,
        leads: round6(leads[option]!),
        alone: round6(alone[option]!),
        value: round6(values[option]!.value),
        low: round6(values[option]!.low),
        high: round6(values[option]!.high),
        best: best[option]!,
      })),
    );
  });
}

/** How many questions a claim needs: the first of the best beside every other option. */
export const evolutionNeedRows = (study: Asked): EvolutionNeedRow[] =>
  overContests(study, ({ contest, options }, protocol, solved) => {
    const best = bestOf(solved).indexOf(true);
    const others = [...options.keys()].filter((option) => option !== best);
    const apart = others.map((option) => solved[best]!.map((value, i) => value - solved[option]![i]!));
    const columns = [...apart, ...apart.map((differences) => differences.map(Math.abs))];
    const estimates = meansOverQuestions(columns);
    return others.flatMap((option, at) => {
      const [behind, discordant] = [estimates[at]!, estimates[others.length + at]!];
      const { system, chunking, mode } = options[option]!;
      return DELTAS.map((delta) => ({
        contest,
        protocol,
        system,
        chunking,
        mode,
        behind: round6(behind.value),
        behind_low: round6(behind.low),
        behind_high: round6(behind.high),
        discordant: round6(discordant.value),
        discordant_low: round6(discordant.low),
        discordant_high: round6(discordant.high),
        n: discordant.n,
        delta,
        questions: pairedUnitsNeeded(delta, discordant.value),
        questions_low: pairedUnitsNeeded(delta, discordant.low),
        questions_high: pairedUnitsNeeded(delta, discordant.high),
      }));
    });
  });

const SOURCE = "loaders/kafka/figure-evolution.ts";

const CONTEST: Described = ["utf8", "", "contest id: what is chosen, and what is held"];
const SIZE: Described = ["int32", "count", "questions drawn"];

const evolution: Figure<OfStudy<EvolutionRow>> = {
  id: "kafka/evolution",
  title: "How often a part of the questions chooses what all of them choose",
  source: SOURCE,
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<EvolutionRow>({
    contest: CONTEST,
    about: ["utf8", "", "system, chunking or mode: what is chosen"],
    among: ["utf8", "", "of systems: vector (dense ones) or all (with every mode)"],
    system: ["utf8", "", "system that is held, empty for none"],
    chunking: ["utf8", "", "chunking that is held, empty for none"],
    mode: ["utf8", "", "mode that is held, empty for none"],
    protocol: PROTOCOL,
    size: SIZE,
    options: ["int32", "count", "options to choose from"],
    draws: ["int32", "count", "random draws of the questions"],
    right: ["float64", "rate 0..1", "draws that choose the best over all questions, ties at random"],
    right_again: ["float64", "rate 0..1", "the same, with questions drawn with replacement"],
    alone: ["float64", "rate 0..1", "draws with a single leader"],
    settled: ["float64", "rate 0..1", "orders in which from here on nothing else leads, not even tied"],
    half_width: ["float64", "rate", "half-width of the best option's 95 % interval, mean over draws"],
    half_width_low: ["float64", "rate", "2.5 % quantile over draws"],
    half_width_high: ["float64", "rate", "97.5 % quantile over draws"],
    no_width: ["float64", "rate 0..1", "draws whose interval has no width"],
    n: ["int32", "count", "all questions"],
  }),
  compute: forEveryStudy(evolutionRows),
};

const leaders: Figure<OfStudy<EvolutionLeaderRow>> = {
  id: "kafka/evolution-leaders",
  title: "Who leads with a part of the questions",
  source: SOURCE,
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<EvolutionLeaderRow>({
    contest: CONTEST,
    protocol: PROTOCOL,
    size: SIZE,
    ...LIST,
    leads: ["float64", "rate 0..1", "draws that choose it, ties at random"],
    alone: ["float64", "rate 0..1", "draws in which it leads alone"],
    value: ["float64", "rate 0..1", "recall@10 of the human form over all questions"],
    ...boundsIn("rate 0..1"),
    best: ["bool", "", "whether nothing is higher over all questions"],
  }),
  compute: forEveryStudy(evolutionLeaderRows),
};

const needs: Figure<OfStudy<EvolutionNeedRow>> = {
  id: "kafka/evolution-needs",
  title: "How many questions a claim needs, by the questions on which two options disagree",
  source: SOURCE,
  inputs: STUDY_INPUTS,
  columns: columnsOfStudy<EvolutionNeedRow>({
    contest: CONTEST,
    protocol: PROTOCOL,
    ...LIST,
    behind: ["float64", "difference", "best minus this one, paired"],
    behind_low: ["float64", "difference", "2.5 % bound of the bootstrap over questions"],
    behind_high: ["float64", "difference", "97.5 % bound"],
    discordant: ["float64", "rate 0..1", "questions that only one of the two solves"],
    discordant_low: ["float64", "rate 0..1", "2.5 % bound"],
    discordant_high: ["float64", "rate 0..1", "97.5 % bound"],
    n: QUESTIONS,
    delta: ["float64", "difference", "true difference to be claimed"],
    questions: ["float64", "count", "questions for 80 % power at the 5 % level; NaN where there cannot be"],
    questions_low: ["float64", "count", "from the lower bound of the discordance"],
    questions_high: ["float64", "count", "from the upper bound"],
  }),
  compute: forEveryStudy(evolutionNeedRows),
};

/** Figures on the number of questions. */
export const kafkaEvolution: Figure[] = [evolution, leaders, needs];
