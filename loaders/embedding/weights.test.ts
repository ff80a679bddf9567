import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UserError } from "../errors.ts";
import { sha256 } from "../store/digest.ts";
import { isOnnx, systemById, type OnnxSystem, type WeightsSource } from "./models.ts";
import { digestsOf, ensureWeights, hasWeights } from "./weights.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "weights-"))));
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

function systemWith(sources: WeightsSource[]): OnnxSystem {
  const system = systemById("all-minilm-l6-v2");
  if (!isOnnx(system)) throw new Error("not dense");
  const weights = { onnx_sha256: sha256("graph"), tokenizer_sha256: sha256("words"), sources };
  return { ...system, id: "tiny", weights };
}

function putFiles(path: string, onnx = "graph"): string {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "model.onnx"), onnx);
  writeFileSync(join(path, "tokenizer.json"), "words");
  return path;
}

async function failure(promise: Promise<unknown>): Promise<UserError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

describe("ensureWeights", () => {
  it("copies from a folder into the cache once, and takes --weights before the other sources", async () => {
    const system = systemWith([{ folder: join(folder, "absent") }]);
    const cache = join(folder, "cache");
    const given = putFiles(join(folder, "given", "tiny"));
    const weights = await ensureWeights(system, { cache, folder: join(folder, "given") });
    expect(readFileSync(weights.onnx, "utf8")).toBe("graph");
    expect(hasWeights(system, cache)).toBe(true);
    rmSync(given, { recursive: true });
    expect(await ensureWeights(system, { cache })).toEqual(weights);
    expect(readdirSync(cache)).toEqual(["tiny"]);
  });

  it("downloads from the hub, and goes on to the next source after a wrong digest", async () => {
    const server = createServer((request, response) =>
      response.end(request.url!.includes("onnx") ? "graph" : "words"),
    );
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    vi.stubEnv("HF_ENDPOINT", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      const bad = { folder: putFiles(join(folder, "bad"), "another graph") };
      const hub = {
        hub: "owner/tiny",
        revision: "main",
        onnx: "onnx/model.onnx",
        tokenizer: "tokenizer.json",
      };
      const weights = await ensureWeights(systemWith([bad, hub]), { cache: join(folder, "cache") });
      expect(readFileSync(weights.onnx, "utf8")).toBe("graph");
    } finally {
      server.close();
    }
  });

  it("fetches files that nobody has pinned only for whoever pins them then", async () => {
    const sources = [{ folder: putFiles(join(folder, "given")) }];
    const system: OnnxSystem = { ...systemWith(sources), weights: { sources } };
    const cache = join(folder, "cache");
    const error = await failure(ensureWeights(system, { cache }));
    expect([error.message, error.remedy].join(" ")).toMatch(
      /no pinned digests.*npm run model:add -- --system tiny/,
    );
    const digests = digestsOf(await ensureWeights(system, { cache, unpinned: true }));
    expect(digests).toEqual({ onnx_sha256: sha256("graph"), tokenizer_sha256: sha256("words") });
  });

  it("says why each source failed and every way to bring the files, and leaves nothing half-fetched", async () => {
    vi.stubEnv("PATH", folder);
    vi.stubEnv("HF_ENDPOINT", "http://127.0.0.1:9");
    const error = await failure(
      ensureWeights(
        systemWith([
          { maven: "group:artifact:1", onnx: "a.onnx", tokenizer: "t.json" },
          { hub: "owner/tiny", revision: "main", onnx: "model.onnx", tokenizer: "tokenizer.json" },
          { folder: putFiles(join(folder, "bad"), "another graph") },
        ]),
        { cache: join(folder, "cache") },
      ),
    );
    expect(error.message).toContain("Maven group:artifact:1: the `mvn` command is not on the PATH");
    expect(error.message).toMatch(/hub owner\/tiny .*: no connection to 127\.0\.0\.1:9/);
    expect(error.message).toMatch(
      /folder .*: model\.onnx of tiny has SHA-256 .* but data\/models\.yaml says/,
    );
    for (const way of ["Maven", "hub", "model.onnx", "--weights DIR"]) expect(error.remedy).toContain(way);
    expect(readdirSync(join(folder, "cache"))).toEqual([]);
  });

  it("never uses cached weights that are not those of models.yaml", async () => {
    putFiles(join(folder, "tiny"), "another graph");
    const error = await failure(ensureWeights(systemWith([{ folder: "absent" }]), { cache: folder }));
    expect(error.message).toMatch(/^model\.onnx of tiny has SHA-256/);
    expect(error.remedy).toMatch(/^Delete /);
  });
});
