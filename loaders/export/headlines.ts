import type { ClaimRow, DensityRow, LeaderboardRow, SystemRow } from "../../src/shared/rows.ts";
import type { KafkaMetricRow, OfStudy, StudyRow } from "../../src/shared/kafka-rows.ts";
import type { EvolutionRow } from "../../src/shared/kafka-evolution-rows.ts";
import type { LikelihoodFirstRow } from "../../src/shared/likelihood-rows.ts";
import type { RerankRow } from "../../src/shared/reranker-rows.ts";
import { claimsFinding } from "../../src/shared/findings/claims.ts";
import { densityPaths, homeFinding } from "../../src/shared/findings/density.ts";
import { crowdSentence } from "../../src/shared/findings/density-pool.ts";
import { evolutionFinding } from "../../src/shared/findings/kafka-evolution.ts";
import { paraphrasesFinding } from "../../src/shared/findings/kafka-paraphrases.ts";
import { likelihoodFinding } from "../../src/shared/findings/likelihood.ts";
import { bestFirstStage, rerankFinding } from "../../src/shared/findings/rerankers.ts";
import type { Figure } from "../figures/figure.ts";
import { figureFiles } from "../figures/freshness.ts";
import { UserError } from "../errors.ts";
import { FIGURES } from "../figures/index.ts";
import { refreshFigures } from "../figures/refresh-all.ts";
import { KAFKA } from "../kafka/manifest.ts";
import { readRows } from "../store/parquet.ts";

/** A page's finding on the workbook's own data, as the page states it. */
export interface Headline {
  page: string;
  sentence: string;
}

const DATASET = "near-miss";

/** The figures whose rows the sentences are made of. */
const USED = [
  "near-clones/systems",
  "near-clones/density",
  "near-clones/density-pool",
  "near-clones/leaderboard",
  "near-clones/claims",
  "ablations/likelihood",
  "ablations/rerankers",
  "kafka/studies",
  "kafka/metrics",
  "kafka/evolution",
] as const;

const figureOf = (id: (typeof USED)[number]): Figure => FIGURES.find((figure) => figure.id === id)!;

/** Rows of a figure as they are kept. */
const rowsOf = <Row extends object>(id: (typeof USED)[number]): Promise<Row[]> =>
  readRows<Row>(figureFiles(figureOf(id)).rows);

async function nearClones(): Promise<Headline[]> {
  const systems = await rowsOf<SystemRow>("near-clones/systems");
  const label = (id: string): string => systems.find(({ system }) => system === id)?.label ?? id;
  const isDense = (id: string): boolean =>
    systems.find(({ system }) => system === id)?.class === "local_dense";
  const [density, pool, board, claims, likelihood, reranked] = await Promise.all([
    rowsOf<DensityRow>("near-clones/density"),
    rowsOf<DensityRow>("near-clones/density-pool"),
    rowsOf<LeaderboardRow>("near-clones/leaderboard"),
    rowsOf<ClaimRow>("near-clones/claims"),
    rowsOf<LikelihoodFirstRow>("ablations/likelihood"),
    rowsOf<RerankRow>("ablations/rerankers"),
  ]);
  const paths = densityPaths(density, systems, { dataset: DATASET, k: 1, source: "selected" });
  const first = bestFirstStage(reranked, DATASET) ?? "";
  const own = claims.filter(({ dataset }) => dataset === DATASET);
  return [
    { page: "/", sentence: homeFinding(paths, board, DATASET) },
    { page: "near-clones/density", sentence: crowdSentence(pool, systems, DATASET) },
    {
      page: "ablations/rerankers",
      sentence: rerankFinding(reranked, { dataset: DATASET, system: first, k: 10 }, label(first)),
    },
    { page: "ablations/likelihood", sentence: likelihoodFinding(likelihood, DATASET, isDense, label) },
    { page: "near-clones/claims", sentence: claimsFinding(own, "Near Miss") },
  ];
}

async function kafka(): Promise<Headline[]> {
  const [studies, metrics, sizes] = await Promise.all([
    rowsOf<StudyRow>("kafka/studies"),
    rowsOf<OfStudy<KafkaMetricRow>>("kafka/metrics"),
    rowsOf<OfStudy<EvolutionRow>>("kafka/evolution"),
  ]);
  const ofStudy = <Row extends { study: string }>(rows: readonly Row[]): Row[] =>
    rows.filter(({ study }) => study === KAFKA.corpus);
  const chunking = ofStudy(studies)[0]?.default_chunking ?? "";
  const complete = ofStudy(sizes).filter(({ protocol }) => protocol === "complete");
  return [
    {
      page: "kafka/paraphrases",
      sentence: paraphrasesFinding(ofStudy(metrics), { chunking, protocol: "complete", k: 10 }),
    },
    { page: "kafka/evolution", sentence: evolutionFinding(complete) },
  ];
}

/**
 * What a reader of README learns first: the findings of seven pages, from the rows that the pages show. Figures that are
 * stale are computed first.
 */
export async function headlines(onProgress: (done: number, total: number) => void): Promise<Headline[]> {
  await refreshFigures(USED.map(figureOf), { onProgress });
  return [...(await nearClones()), ...(await kafka())];
}

/** Marks between which README holds the findings. */
const [OPENING, CLOSING] = ["<!-- findings: npm run findings -->", "<!-- /findings -->"];

/**
 * A text with the findings between its marks.
 * @throws UserError when the text lacks the marks
 */
export function withHeadlines(text: string, found: readonly Headline[]): string {
  const [start, end] = [text.indexOf(OPENING), text.indexOf(CLOSING)];
  if (start < 0 || end < start) {
    throw new UserError(
      `The text has no line ${OPENING} before a line ${CLOSING}.`,
      "Put both back where the findings shall stand, and run the command again.",
    );
  }
  const lines = found.map(({ page, sentence }) => `- ${sentence} (\`${page}\`)`);
  return `${text.slice(0, start)}${OPENING}\n\n${lines.join("\n")}\n\n${text.slice(end)}`;
}
