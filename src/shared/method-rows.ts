/** Rows of the method pages' figures, by the rules of `rows.ts`. */

/** `method/gates.parquet`: one row a dataset and gate. */
export interface GateRow {
  dataset: string;
  gate: number;
  name: string;
  checked: number;
  violations: number;
  waived: number;
  note: string;
}

/** `method/composition.parquet`: one row a dataset and domain. */
export interface CompositionRow {
  dataset: string;
  domain: string;
  tasks: number;
  tests: number;
  snippets: number;
  pool: number;
  lines_p10: number;
  lines_median: number;
  lines_p90: number;
}

/** `method/mutants.parquet`: what became of every mutant, one row a dataset and bug type (and `all`). */
export interface MutantRow {
  dataset: string;
  bug_type: string;
  enumerated: number;
  killed: number;
  valid: number;
  selected: number;
  survivors: number;
  timeouts: number;
  out_of_memory: number;
  crash_only: number;
  no_wrong_output: number;
}

/**
 * `method/mutation-score.parquet`: how many mutants the suites kill, one row a dataset, for the whole, each domain and each bug
 * type. `*_low` and `*_high` are exact binomial intervals (Clopper-Pearson); mutants of one task share its suite, so that they
 * are narrower than intervals over tasks would be.
 */
export interface MutationScoreRow {
  dataset: string;
  domain: string;
  bug_type: string;
  /** False where survivors are not searched: `raw_rate` stands alone. */
  searched: boolean;
  mutants: number;
  killed: number;
  /** The sum of the next four. */
  survivors: number;
  equivalent: number;
  out_of_contract: number;
  distinguished: number;
  undecided: number;
  raw_rate: number;
  raw_low: number;
  raw_high: number;
  /** killed / (mutants - equivalent - out of contract); NaN where not searched. */
  score: number;
  score_low: number;
  score_high: number;
}

/** `method/outcomes.parquet`: tests by outcome, one row a dataset, kind of snippet and outcome. */
export interface OutcomeRow {
  dataset: string;
  kind: string;
  outcome: string;
  tests: number;
  suites: number;
}

/** `method/models.parquet`: data/models.yaml, flattened. */
export interface ModelRow {
  system: string;
  label: string;
  class: string;
  family: string;
  provider: string;
  artifact: string;
  weights_sha256: string;
  licence: string;
  dimensions: number;
  dtype: string;
  pooling: string;
  query_prefix: string;
  passage_prefix: string;
  similarity: string;
  token_limit: number;
  batch: number;
  source_url: string;
  recipe_digest: string;
}

/** `method/registered.parquet`: systems whose invocation is registered and that nobody has run here. */
export interface RegisteredRow {
  system: string;
  label: string;
  class: string;
  provider: string;
  /** A key, a server with a GPU, weights, or files, in words. */
  need: string;
  /** What is sent for a question and for a snippet. */
  query_side: string;
  passage_side: string;
  similarity: string;
  dimensions: number;
  token_limit: number;
  /** US dollars for a million tokens; 0 where none is registered. */
  usd_per_million_tokens: number;
  /** Day of the price, or empty. */
  price_date: string;
  source_url: string;
  command: string;
}

/** `method/model-audit.parquet`: what a model saw and what half floats changed, one row a dataset and dense system. */
export interface ModelAuditRow {
  dataset: string;
  system: string;
  queries: number;
  snippets: number;
  distractors: number;
  /** Snippets whose code another snippet of the pool has. */
  identical_code: number;
  truncated_queries: number;
  truncated_snippets: number;
  truncated_canonicals: number;
  /** Selected distractors whose edit lies beyond what the model saw of the canonical. */
  edits_beyond_limit: number;
  /** Others that the tokenizer turns into their canonical's tokens, such as moved white space. */
  edits_erased: number;
  /** Snippets whose vector another snippet of the pool has. */
  same_vector: number;
  /** Distractors at least as similar as their canonical, and those of them whose edit was not seen. */
  deceived: number;
  deceived_unseen: number;
  fp16_flips: number;
  fp16_pairs: number;
  /** Pairs whose canonical and distractor are exactly equally similar. */
  tied_pairs: number;
  /** Empty, or why the system does not stand on this dataset here. */
  skipped: string;
}

/** `method/runs.parquet`: what one start executed, one row a dataset. */
export interface RunRow {
  dataset: string;
  python: string;
  suites: number;
  canonicals: number;
  distractors: number;
  sampled_pool: number;
  /** Canonicals whose pass the sealed judge confirmed, and those whose suite cannot be sealed. */
  sealed: number;
  unsealable: number;
  median_ms: number;
  p99_ms: number;
}

/** `method/layers.parquet`: what keeps candidates apart on the machine that built this. */
export interface LayerRow {
  layer: string;
  active: boolean;
  /** What it does; when inactive, why it is missing. */
  detail: string;
}

/** `method/hostile.parquet`: candidates that mean harm, executed by the build. */
export interface HostileRow {
  case: string;
  expected: string;
  outcome: string;
  elapsed_ms: number;
}

/** `method/ledger.parquet`: what is counted beside the outcomes, one row an item. */
export interface LedgerRow {
  dataset: string;
  /** `timeout`, `unsealable`, `survivor`, `environment-fault`, `server-restart`, `timeout-not-confirmed`. */
  kind: string;
  /** Task, and snippet where it is one. */
  item: string;
  detail: string;
}

/** `method/slowest.parquet`: the slowest suites of that start. */
export interface SlowSuiteRow {
  dataset: string;
  task: string;
  snippet: string;
  ms: number;
}

/** `method/audit.parquet`: the blind audit, one row a domain. */
export interface AuditRow {
  dataset: string;
  domain: string;
  /** Tasks whose function somebody else wrote from the query and the signature alone. */
  attempts: number;
  /** Attempts that passed the whole suite at once. */
  passed: number;
  /** Tasks whose query or suite was mended afterwards. */
  mended: number;
  /** Tasks of the domain that were not audited. */
  unaudited: number;
}
