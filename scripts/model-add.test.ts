import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  startEmbeddingServer,
  type EmbeddingServer,
  type Fault,
  type Seen,
} from "../tests/support/embedding-server.ts";
import { corpusItems } from "../loaders/embedding/embed-corpus.ts";
import { decodeHalves } from "../loaders/embedding/half-float.ts";
import { readVectors, vectorsPath } from "../loaders/embedding/vectors.ts";
import { fromRoot } from "../loaders/paths.ts";
import { readRows } from "../loaders/store/parquet.ts";
import { loadCorpus } from "../loaders/tasks/load-corpus.ts";

const SOURCE = "all-minilm-l6-v2";
const VECTORS = "data/frozen/vectors/near-miss";
/** One domain of the dataset is enough, and quick. */
const DOMAIN = "geometry";
const TASKS = `data/tasks/${DOMAIN}.jsonl`;

/** A copy of the repository that holds one model's vectors, so that nothing here is written. */
let copy: string;
/** Vectors of the source model by text, and by item. */
const byText = new Map<string, Float32Array>();
const byItem = new Map<string, Float32Array>();
let server: EmbeddingServer | undefined;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), "model-add-"));
  for (const part of ["loaders", "scripts", "src/shared", "package.json", "package-lock.json", "tsconfig.json", "data/models.yaml", TASKS, `${VECTORS}/${SOURCE}.parquet`]) {
    cpSync(fromRoot(part), join(copy, part), { recursive: true });
  } // prettier-ignore
  for (const part of ["node_modules", "data/frozen/corpus", "data/frozen/cross-passes"]) {
    symlinkSync(fromRoot(part), join(copy, part));
  }
  mkdirSync(join(copy, "data/imported"));
  const { rows } = await readVectors(vectorsPath("near-miss", SOURCE));
  const known = new Map(rows.map(({ item, halves }) => [item, decodeHalves(halves)]));
  for (const { item, text, query = item } of corpusItems(await loadCorpus("near-miss"))) {
    if (!query.startsWith(`${DOMAIN}/`)) continue;
    byText.set(text, known.get(item)!);
    byItem.set(item, known.get(item)!);
  }
}, 120_000);
afterAll(() => rmSync(copy, { recursive: true, force: true }));
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const serving = async (
  fault?: (request: Seen, index: number) => Fault | undefined,
): Promise<EmbeddingServer> =>
  (server = await startEmbeddingServer({
    vectorOf: (text) => byText.get(text) ?? (text === "a" ? byItem.values().next().value : undefined),
    ...(fault ? { fault } : {}),
    shuffled: true,
  }));

/** Runs a script of the copy. @param input what is typed */
function run(
  script: string,
  args: string[],
  input = "",
): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--import", "tsx", `scripts/${script}.ts`, ...args], {
      cwd: copy,
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.on("close", (code) => resolve({ code: code ?? -1, out, err }));
    child.stdin.end(input);
  });
}

const modelAdd = (args: string[], input?: string) =>
  run("model-add", [...args, "--dataset", "near-miss"], input);
const registry = (): string => readFileSync(join(copy, "data/models.yaml"), "utf8");

const flagsOf = (url: string): string[] =>
  ["--provider", "openai", "--id", "served", "--model", "all-MiniLM-L6-v2", "--base-url", url, "--token-limit", "256", "--batch", "16", "--encoding", "base64"]; // prettier-ignore

/** A `.npy` file of format 1.0. */
function npy(descr: string, shape: number[], body: Buffer): Uint8Array {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${tuple}), }`;
  const padded = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
  const start = Buffer.from([
    0x93,
    0x4e,
    0x55,
    0x4d,
    0x50,
    0x59,
    1,
    0,
    padded.length & 255,
    padded.length >> 8,
  ]);
  return Buffer.concat([start, Buffer.from(padded), body]);
}

function npz(items: string[]): Uint8Array {
  const width = Math.max(...items.map((item) => item.length));
  const ids = Buffer.alloc(4 * width * items.length);
  items.forEach((item, row) => [...item].forEach((sign, i) => ids.writeUInt32LE(sign.codePointAt(0)!, 4 * (row * width + i)))); // prettier-ignore
  const floats = Float32Array.from(items.flatMap((item) => [...byItem.get(item)!]));
  return zipSync({
    "ids.npy": npy(`<U${width}`, [items.length], ids),
    "vectors.npy": npy("<f4", [items.length, 384], Buffer.from(floats.buffer)),
  });
}

interface LeaderboardRow {
  dataset: string;
  system: string;
  [column: string]: string | number;
}

describe("npm run model:add", { timeout: 300_000 }, () => {
  it("prints entry and estimate for --dry-run, asking the service nothing but the dimensions, and writes nothing", async () => {
    const { url, requests } = await serving();
    const before = registry();
    const { code, out } = await modelAdd([...flagsOf(url), "--price", "2", "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("  - id: served\n    label: served\n    class: local_dense\n");
    expect(out).toContain("    dimensions: 384\n");
    expect(out).toMatch(new RegExp(`near-miss: ${byText.size} of ${byText.size} texts are to be embedded`));
    expect(out).toMatch(/All of them: about [\d,]+ tokens, 0\.\d\d USD \(list price of \d{4}-\d\d-\d\d\)/);
    expect(requests).toHaveLength(1);
    expect(registry()).toBe(before);
  });

  it("writes nothing when the service does not answer, or the key is missing, and says so in a sentence", async () => {
    const { url } = await serving(() => ({ status: 401, message: "who are you" }));
    const before = registry();
    const refused = await modelAdd([...flagsOf(url), "--dimensions", "384", "--yes"]);
    expect([refused.code, registry()]).toEqual([1, before]);
    expect(refused.err).toContain("served refuses the request: HTTP 401");
    const keyless = await modelAdd(["--system", "text-embedding-3-small", "--yes"]);
    expect([keyless.code, registry()]).toEqual([1, before]);
    expect(keyless.err).toMatch(
      /^OpenAI text-embedding-3-small asks for a key, and OPENAI_API_KEY is not set\.\nSet it/m,
    );
    expect(refused.err + keyless.err).not.toMatch(/\n\s+at /);
  });

  it("goes on after an interruption without asking again for what it has, and then ranks as the source does", async () => {
    const texts = new Set(byText.keys()).size;
    const first = await serving((_, index) => (index >= 8 ? { status: 403 } : undefined));
    const interrupted = await modelAdd([...flagsOf(first.url), "--yes"]);
    expect(interrupted.code).toBe(1);
    const had = first.requests.slice(1, 8).flatMap(({ body }) => body.input!).filter((text) => text !== "a"); // prettier-ignore
    expect(had.length).toBeGreaterThan(0);
    expect(registry()).toContain("- id: served");
    await first.close();

    const second = await serving();
    const finished = await modelAdd(["--system", "served", "--base-url", second.url, "--yes"]);
    expect(finished.err).not.toMatch(/\n\s+at /);
    expect(finished.code).toBe(0);
    expect(finished.out).toMatch(/served\.parquet: \d+ rows, \d+ new/);
    expect(finished.out).toMatch(/16 texts embedded again: cosine 1\.00000 or more/);
    const asked = second.requests.flatMap(({ body }) => body.input!);
    // The probe before, the sample afterwards; between them only what was not there.
    expect(asked).toHaveLength(1 + (texts - had.length) + 16);
    expect(asked.slice(0, -16).filter((text) => had.includes(text))).toEqual([]);

    const file = await readVectors(join(copy, VECTORS, "served.parquet"));
    for (const { item, halves } of file.rows) expect(decodeHalves(halves)).toEqual(byItem.get(item));
  });

  it("takes precomputed vectors, and names what lacks one", async () => {
    const items = [...byItem.keys()];
    const [short, whole] = [join(copy, "short.npz"), join(copy, "whole.npz")];
    writeFileSync(short, npz(items.slice(1)));
    writeFileSync(whole, npz(items));
    const flags = ["--provider", "precomputed", "--id", "brought", "--source-url", "https://example.org", "--token-limit", "256", "--yes"]; // prettier-ignore
    const before = registry();
    const refused = await modelAdd([...flags, "--vectors", short]);
    expect([refused.code, registry()]).toEqual([1, before]);
    expect(refused.err).toContain(
      `1 of ${items.length} items of near-miss have no vector in the files: ${items[0]}`,
    );
    const done = await modelAdd([...flags, "--vectors", whole]);
    expect(done.err).not.toMatch(/\n\s+at /);
    expect(done.code).toBe(0);
    expect(registry()).toMatch(
      /- id: brought\n[\s\S]* {4}provider: precomputed\n[\s\S]* {4}files:\n {6}- name: whole\.npz\n {8}sha256: [0-9a-f]{64}\n/,
    );
  });

  it("gives every added system the figures of the source model: the next start shows them", async () => {
    const out = join(copy, "figures");
    const { code, err } = await run("figures", ["--only", "near-clones/leaderboard", "--out", out]);
    expect([code, err.includes("Error")]).toEqual([0, false]);
    const rows = await readRows<LeaderboardRow>(join(out, "near-clones-leaderboard.parquet"));
    const measured = (system: string): LeaderboardRow[] =>
      rows.filter((row) => row.system === system && row.dataset === "near-miss").map((row) => ({ ...row, system: "" })); // prettier-ignore
    expect(measured(SOURCE).length).toBeGreaterThan(0);
    expect(measured("served")).toEqual(measured(SOURCE));
    expect(measured("brought")).toEqual(measured(SOURCE));
    expect(new Set(rows.map((row) => row.system))).toEqual(
      new Set([SOURCE, "served", "brought", "bm25", "random"]),
    );
  });

  it("asks what no flag said, and takes a blank line for what it proposes", async () => {
    const { url } = await serving();
    const answers = [
      "openai",
      "all-MiniLM-L6-v2",
      url,
      "-",
      "asked",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "",
      "256",
    ];
    const { code, out, err } = await modelAdd(["--dry-run"], `${answers.join("\n")}${"\n".repeat(12)}`);
    expect(err).not.toMatch(/\n\s+at /);
    expect([code, out.includes("- id: asked")]).toEqual([0, true]);
    expect(err).toContain("name as pages print it [asked]: ");
    const ended = await modelAdd([], "openai\n");
    expect(ended.code).toBe(2);
    expect(ended.err).toContain("The questions were not answered to their end.");
  });

  it("names each flag that is missing or wrong, with exit code 2", async () => {
    const missing = await modelAdd(["--provider", "openai", "--model", "m"]);
    expect(missing.code).toBe(2);
    expect(missing.err).toMatch(/--base-url: address of the service/);
    const wrong = await modelAdd([
      ...flagsOf("not a url"),
      "--key",
      "-",
      "--dimensions",
      "many",
      "--similarity",
      "l2",
      "--source-url",
      "https://example.org",
    ]);
    expect(wrong.code).toBe(2);
    for (const flag of ["--base-url: must be a URL", "--dimensions: ", "--similarity: "])
      expect(wrong.err).toContain(flag);
  });
});
