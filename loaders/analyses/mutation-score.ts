import type { MutationScoreRow } from "../../src/shared/rows.ts";
import { exactProportion } from "../../src/shared/binomial-interval.ts";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import { EQUIVALENTS_FILE, type EquivalentRow, readEquivalents } from "../mutation/equivalents-file.ts";
import type { Corpus, Snippet } from "../tasks/corpus.ts";
import { DATASETS } from "../tasks/datasets.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";

interface Part {
  domain: string;
  bug_type: string;
  holds(mutant: Snippet): boolean;
}

/** The whole corpus, each domain (where there are several), each bug type. */
function partsOf(corpus: Corpus): Part[] {
  const domainOf = new Map(corpus.tasks.map(({ id, domain }) => [id, domain]));
  const domains = [...new Set(domainOf.values())].sort();
  return [
    { domain: "all", bug_type: "all", holds: () => true },
    ...(domains.length > 1 ? domains : []).map((domain) => ({
      domain,
      bug_type: "all",
      holds: ({ taskId }: Snippet) => domainOf.get(taskId) === domain,
    })),
    ...BUG_TYPES.map((bugType) => ({
      domain: "all",
      bug_type: bugType,
      holds: (mutant: Snippet) => mutant.bugType === bugType,
    })),
  ];
}

/**
 * Mutation scores of a corpus, by what the rows say of its survivors.
 * @param rows null where survivors are not searched: the raw rate then stands alone, and the score is NaN
 */
export function mutationScores(corpus: Corpus, rows: readonly EquivalentRow[] | null): MutationScoreRow[] {
  const key = (task: string, mutant: string, canonical: string) => `${task} ${mutant} ${canonical}`;
  const verdicts = new Map(rows?.map((row) => [key(row.task, row.mutant, row.canonical), row.verdict]));
  const canonicals = corpus.snippets.filter(({ kind }) => kind === "canonical");
  const canonicalOf = new Map(canonicals.map(({ taskId, id }) => [taskId, id]));
  const verdictOf = ({ taskId, id }: Snippet) =>
    verdicts.get(key(taskId, id, canonicalOf.get(taskId)!)) ?? "undecided";
  const mutants = [
    ...corpus.snippets.filter(({ kind }) => kind === "distractor"),
    ...corpus.pool,
    ...corpus.rejected,
  ];

  return partsOf(corpus).map(({ domain, bug_type, holds }) => {
    const own = mutants.filter(holds);
    const survivors = own.filter(({ kind }) => kind === "survivor");
    const count = (verdict: string) => survivors.filter((mutant) => verdictOf(mutant) === verdict).length;
    const killed = own.length - survivors.length;
    const equivalent = count("equivalent");
    const outOfContract = count("out_of_contract");
    const raw = exactProportion(killed, own.length);
    const score = exactProportion(
      rows === null ? 0 : killed,
      rows === null ? 0 : own.length - equivalent - outOfContract,
    );
    return {
      dataset: corpus.dataset.id,
      domain,
      bug_type,
      searched: rows !== null,
      mutants: own.length,
      killed,
      survivors: survivors.length,
      equivalent,
      out_of_contract: outOfContract,
      distinguished: count("distinguished"),
      undecided: count("undecided"),
      raw_rate: raw.value,
      raw_low: raw.low,
      raw_high: raw.high,
      score: score.value,
      score_low: score.low,
      score_high: score.high,
    };
  });
}

async function compute(): Promise<MutationScoreRow[]> {
  const corpora = await Promise.all(DATASETS.map(({ id }) => loadCorpus(id)));
  const rows = readEquivalents();
  return corpora
    .filter(({ tasks }) => tasks.length > 0)
    .flatMap((corpus) => mutationScores(corpus, corpus.dataset.importCommand === "" ? rows : null));
}

export const mutationScore: Figure<MutationScoreRow> = {
  id: "method/mutation-score",
  title: "How many mutants the suites kill, and what became of the others",
  source: "loaders/analyses/mutation-score.ts",
  inputs: [...CORPUS_INPUTS, EQUIVALENTS_FILE],
  columns: columnsOf<MutationScoreRow>({
    dataset: ["utf8", "", "dataset id"],
    domain: ["utf8", "", "task domain, or all"],
    bug_type: ["utf8", "", "bug type, or all"],
    searched: ["bool", "", "whether survivors were searched for an input that tells them apart"],
    mutants: ["int32", "count", "mutants that the rules make"],
    killed: ["int32", "count", "of which at least one test fails"],
    survivors: ["int32", "count", "pass every test"],
    equivalent: ["int32", "count", "survivors that no input told apart"],
    out_of_contract: [
      "int32",
      "count",
      "survivors that only inputs tell apart which the query does not allow",
    ],
    distinguished: ["int32", "count", "survivors that an input tells apart: a test is missing"],
    undecided: ["int32", "count", "survivors that were not searched, or not long enough"],
    raw_rate: ["float64", "rate 0..1", "killed / mutants"],
    raw_low: ["float64", "rate 0..1", "exact 95 % interval (Clopper-Pearson), low end"],
    raw_high: ["float64", "rate 0..1", "high end"],
    score: [
      "float64",
      "rate 0..1",
      "killed / (mutants - equivalent - out of contract); NaN where not searched",
    ],
    score_low: ["float64", "rate 0..1", "exact 95 % interval (Clopper-Pearson), low end"],
    score_high: ["float64", "rate 0..1", "high end"],
  }),
  compute,
};
