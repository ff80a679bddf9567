/**
 * What computing a figure takes, in seconds of one core, once corpora and rankings are loaded. It only decides which
 * figures are begun first and how many threads they are worth, so that an old number costs time and nothing else.
 * Measured over all figures in one process; those that take less than a second are not listed.
 */
const SECONDS: Readonly<Record<string, number>> = {
  "ablations/rerankers": 13,
  "near-clones/density-pool": 11,
  "near-clones/leaderboard": 2,
  "ablations/controls": 6,
  "kafka/metrics": 5,
  "ablations/overlap": 5,
  "near-clones/edit-size-correlation": 5,
  "near-clones/claims": 3,
  "near-clones/deception": 3,
  "near-clones/stacked": 3,
  "method/gates": 3,
  "ablations/overlap-thirds": 2,
  "kafka/interference": 2,
  "kafka/evolution": 2,
  "method/model-audit": 2,
  "method/hostile": 2,
  "near-clones/economics-gates": 1,
  "near-clones/density": 1,
  "kafka/claims": 1,
  "near-clones/economics-embedding": 1,
  "ablations/overlap-edits": 1,
  "ablations/passage-text": 1,
  "ablations/dtype-noise": 1,
  "method/closest": 1,
  "ablations/dtype-places": 1,
  "kafka/gold-questions": 1,
  "near-clones/edit-size": 1,
  "ablations/likelihood-pairs": 1,
  "near-clones/paired": 1,
};

const OTHERWISE = 0.05;

export const expectedSeconds = (figure: string): number => SECONDS[figure] ?? OTHERWISE;

/** The figures that {@link expectedSeconds} knows. */
export const LONG_FIGURES: readonly string[] = Object.keys(SECONDS);
