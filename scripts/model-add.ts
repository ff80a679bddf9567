import { Command } from "commander";
import { UserError } from "../loaders/errors.ts";
import { ENTRY_FIELDS, PROVIDERS, type Answers, type Provider } from "../loaders/embedding/entry-fields.ts";
import { estimateEmbedding, estimateSentences } from "../loaders/embedding/estimate.ts";
import { makeEntry } from "../loaders/embedding/make-entry.ts";
import { isDense, isOnnx, isPinned, isRemote, systemById, type DenseSystem, type PrecomputedSystem } from "../loaders/embedding/models.ts"; // prettier-ignore
import { filesOf, openPrecomputed, readPrecomputed, unknownIds, type VectorsById } from "../loaders/embedding/precomputed.ts"; // prettier-ignore
import { addEntry, entryText, pinWeights } from "../loaders/embedding/register.ts";
import { probeDimensions } from "../loaders/embedding/remote-encoder.ts";
import { verifyVectors } from "../loaders/embedding/verify-vectors.ts";
import { digestsOf, ensureWeights } from "../loaders/embedding/weights.ts";
import type { Corpus } from "../loaders/tasks/corpus.ts";
import { DATASETS } from "../loaders/tasks/datasets.ts";
import { requireDatasets, requireKnown, requireText } from "./choices.ts";
import { runCommandLine } from "./command-line.ts";
import { embedPool, loadExecuted } from "./embed-dataset.ts";
import { parseDollars, say, sayOnInterrupt, withEncoder } from "./encoding.ts";
import { askFields, askProvider, Questions } from "./model-add-questions.ts";

interface Options {
  system?: string;
  provider?: string;
  vectors?: string[];
  ids?: string[];
  dataset?: string[];
  weights?: string;
  maxCost?: number;
  dryRun?: boolean;
  yes?: boolean;
}

/** What a run works on. */
interface Plan {
  system: DenseSystem;
  /** Whether the entry stands in the registry already. */
  registered: boolean;
  corpora: Corpus[];
  /** Of precomputed vectors. */
  vectors: VectorsById | undefined;
  baseUrl: string | undefined;
}

const camel = (flag: string): string => flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** What flags say of an entry's fields. */
function answersOf(options: Options): Answers {
  const given = options as Record<string, unknown>;
  const answers = ENTRY_FIELDS.flatMap(({ flag }) => {
    const value = given[camel(flag)];
    return typeof value === "string" ? [[flag, value] as const] : [];
  });
  return { ...Object.fromEntries(answers), today: new Date().toISOString().slice(0, 10) };
}

/** Every dataset whose text is here, or the ones that were named. */
async function chosenCorpora({ dataset }: Options): Promise<Corpus[]> {
  requireDatasets(dataset ?? []);
  const corpora: Corpus[] = [];
  for (const { id, importCommand } of DATASETS) {
    if (dataset && !dataset.includes(id)) continue;
    const corpus = await loadExecuted(id);
    if (corpus.hasText) corpora.push(corpus);
    else if (dataset) requireText(corpus.dataset, false);
    else say(`${id} is left out: its text is not here (\`${importCommand}\` brings it)`);
  }
  return corpora;
}

function registeredSystem(id: string): DenseSystem {
  const system = systemById(id);
  if (isDense(system)) return system;
  throw new UserError(`${id} has no vectors, so there is nothing to embed.`, "Name a dense system.", 2);
}

async function newSystem(options: Options, questions: () => Questions): Promise<DenseSystem> {
  const asked = options.provider === undefined;
  const provider = asked ? await askProvider(questions()) : (options.provider as Provider);
  requireKnown("provider", [provider], PROVIDERS);
  const { answers, files } = await knownAnswers(provider, options, questions);
  const complete = asked ? await askFields(questions(), provider, answers) : answers;
  if (complete["dimensions"] !== undefined || provider !== "openai")
    return makeEntry(provider, complete, files);
  const draft = makeEntry(provider, { ...complete, dimensions: "1" });
  if (!isRemote(draft)) throw new Error("an OpenAI-compatible system is remote");
  return makeEntry(provider, { ...complete, dimensions: String(await probeDimensions(draft)) });
}

/** Flags, and what files of vectors say by themselves. */
async function knownAnswers(
  provider: Provider,
  options: Options,
  questions: () => Questions,
): Promise<{ answers: Answers; files: PrecomputedSystem["files"] }> {
  const answers = answersOf(options);
  if (provider !== "precomputed") return { answers, files: [] };
  if (!options.vectors && options.provider === undefined) {
    options.vectors = (await questions().ask("files of vectors, separated by spaces")).split(/\s+/);
    options.ids = (await questions().ask("lists of ids, one for each .npy", "")).split(/\s+/).filter(Boolean);
  }
  const [first] = (await vectorsOf(options)).values();
  return {
    answers: { dimensions: String(first?.length ?? 0), ...answers },
    files: filesOf(filesGiven(options)),
  };
}

function filesGiven({ vectors, ids = [] }: Options) {
  if (vectors) return { vectors, ids };
  throw new UserError(
    "No file of vectors was given.",
    "Give --vectors FILE (.npz, .parquet, or .npy with --ids FILE).",
    2,
  );
}

const vectorsOf = (options: Options): Promise<VectorsById> => readPrecomputed(filesGiven(options));

/** Reads the files of precomputed vectors again where they are the registered ones. */
async function vectorsFor(system: DenseSystem, options: Options): Promise<VectorsById | undefined> {
  if (system.provider !== "precomputed") return undefined;
  const [given, known] = [filesOf(filesGiven(options)), system.files].map((files) =>
    files.map(({ sha256 }) => sha256).toSorted().join(),
  ); // prettier-ignore
  if (given === known) return vectorsOf(options);
  throw new UserError(
    `These are not the files that ${system.id} is registered with: their SHA-256 differs.`,
    "Give the registered files, or register these under another --id.",
    2,
  );
}

/** Fetches weights that nobody has pinned, so that their digests can stand in the entry. */
async function pinned(system: DenseSystem, { weights: folder }: Options): Promise<DenseSystem> {
  if (!isOnnx(system) || isPinned(system)) return system;
  const fetched = await ensureWeights(system, { folder, say, unpinned: true });
  return { ...system, weights: { ...digestsOf(fetched), sources: system.weights.sources } };
}

async function planOf(options: Options, questions: () => Questions): Promise<Plan> {
  const given = options as Record<string, unknown>;
  const registered = options.system !== undefined;
  const draft = registered ? registeredSystem(options.system!) : await newSystem(options, questions);
  const system = options.dryRun ? draft : await pinned(draft, options);
  const corpora = await chosenCorpora(options);
  const vectors = await vectorsFor(system, options);
  if (vectors && system.provider === "precomputed") {
    for (const corpus of corpora) openPrecomputed(system, vectors, corpus);
    const unknown = unknownIds(vectors, corpora);
    if (unknown.length > 0) say(`${unknown.length} ids in the files belong to no dataset and are left out: ${unknown.slice(0, 10).join(", ")}${unknown.length > 10 ? ", ..." : ""}`); // prettier-ignore
  }
  const baseUrl = registered && typeof given["baseUrl"] === "string" ? given["baseUrl"] : undefined;
  return { system, registered, corpora, vectors, baseUrl };
}

async function showPlan({ system, corpora }: Plan): Promise<void> {
  console.log(entryText(system));
  const estimates = [];
  for (const corpus of corpora) estimates.push(await estimateEmbedding(corpus, system));
  for (const line of estimateSentences(estimates, system)) console.log(line);
}

async function agreed({ yes }: Options, questions: () => Questions): Promise<boolean> {
  if (yes) return true;
  return /^y(es)?$/i.test(await questions().ask("Go on? (yes or no)", "no"));
}

/** Writes the entry, or what was found out about it, once the model has answered. */
function register({ system, registered }: Plan): void {
  if (!registered) addEntry(system);
  else if (isOnnx(system) && !isPinned(registeredSystem(system.id) as typeof system)) pinWeights(system);
}

async function embedEverything(plan: Plan, options: Options): Promise<void> {
  const { system, corpora, vectors, baseUrl } = plan;
  for (const corpus of corpora) {
    const open =
      vectors && system.provider === "precomputed"
        ? () => openPrecomputed(system, vectors, corpus)
        : undefined;
    const encoder = { weights: options.weights, maxCost: options.maxCost, baseUrl, open };
    await withEncoder(system, encoder, async (encodeAs) => {
      await embedPool(corpus, system, encodeAs(`${system.id} on ${corpus.dataset.id}`));
      const { smallest, sampled } = await verifyVectors(corpus, system, encodeAs("the same texts again"));
      console.log(`  ${sampled} texts embedded again: cosine ${smallest.toFixed(5)} or more`);
    });
  }
}

async function add(options: Options): Promise<void> {
  let opened: Questions | undefined;
  const questions = (): Questions => (opened ??= new Questions());
  try {
    const plan = await planOf(options, questions);
    await showPlan(plan);
    if (options.dryRun) return;
    if (!(await agreed(options, questions))) return say("Nothing was written.");
    if (isRemote(plan.system)) await probeDimensions(plan.system, { baseUrl: plan.baseUrl, say });
    register(plan);
    await embedEverything(plan, options);
    console.log("`npm start` now shows it, and `npm run manifest` takes its files in.");
    if (plan.system.provider === "precomputed") return;
    const more = `npm run embed -- --model ${plan.system.id} --all --pool --stacked`;
    console.log(
      `The pages on larger pools and on stacked bugs compare further texts: \`${more}\` embeds them.`,
    );
  } finally {
    opened?.close();
  }
}

sayOnInterrupt();

const program = new Command("model:add")
  .description(
    "Adds a model of your own: writes its entry into data/models.yaml, embeds every dataset, verifies and freezes the\n" +
      "vectors. Without flags it asks. An interrupted run goes on where it stopped when the command is repeated.",
  )
  .option("--system <id>", "run a system that is registered already")
  .option("--provider <name>", PROVIDERS.join(", "))
  .option(
    "--vectors <file...>",
    "precomputed: .npz with ids and vectors, .parquet with id and vector, or .npy",
  )
  .option("--ids <file...>", "precomputed: for each .npy the ids of its rows, one a line")
  .option("--dataset <id...>", `${DATASETS.map(({ id }) => id).join(", ")} (default: all)`)
  .option("--weights <dir>", "onnx: folder that holds model.onnx and tokenizer.json, tried first")
  .option("--max-cost <usd>", "stop before the service costs more than this", parseDollars)
  .option("--dry-run", "print the entry and what it would cost, and write nothing")
  .option("--yes", "do not ask whether to go on");
for (const { flag, question, providers } of ENTRY_FIELDS) {
  program.option(`--${flag} <value>`, `${providers ? `${providers.join(", ")}: ` : ""}${question}`);
}
program.action(add);

await runCommandLine(program);
