import { readFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { UserError } from "../errors.ts";
import { filesOf, readPrecomputed } from "./precomputed.ts";

interface NumpyFixture {
  arrays: Record<string, { npy: string }>;
  npz: string;
  parquet: Record<string, string>;
  npz_rows: number[][];
}

const numpy = JSON.parse(
  readFileSync(new URL("../store/fixtures/numpy.json", import.meta.url), "utf8"),
) as NumpyFixture;

let folder: string;
const at = (name: string): string => join(folder, name);
const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(at(name), content);
  return at(name);
};
const bytes = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, "base64"));

const parquet = (name: string): string => write(`${name}.parquet`, bytes(numpy.parquet[name]!));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "precomputed-"));
  write("half.npy", bytes(numpy.arrays["float16"]!.npy));
  write("double.npy", bytes(numpy.arrays["float64"]!.npy));
  write("both.npz", bytes(numpy.npz));
  write("ids.txt", "math/gcd\n0a1b2c3d4e5f\n");
  write("others.txt", "x\r\ny\r\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failure = (promise: Promise<unknown>): Promise<UserError> =>
  promise.then(() => { throw new Error("accepted"); }, (error: UserError) => error); // prettier-ignore

describe("precomputed vectors", () => {
  it("come from .npz, from several .npy with their lists of ids, as float64", async () => {
    const npz = await readPrecomputed({ vectors: [at("both.npz")], ids: [] });
    expect([...npz].map(([id, vector]) => [id, [...vector]])).toEqual([["math/gcd", numpy.npz_rows[0]], ["0a1b2c3d4e5f", numpy.npz_rows[1]]]); // prettier-ignore
    const two = await readPrecomputed({ vectors: [at("half.npy"), at("double.npy")], ids: [at("ids.txt"), at("others.txt")] }); // prettier-ignore
    expect([...two.keys()]).toEqual(["math/gcd", "0a1b2c3d4e5f", "x", "y"]);
    expect([two.get("math/gcd")![0], two.get("x")![0]]).toEqual([0.0999755859375, 0.1]);
  });

  it.each(["list", "fixed", "half"])("come from Parquet with a %s column of numbers", async (name) => {
    const rows = await readPrecomputed({ vectors: [parquet(name)], ids: [] });
    expect([...rows].map(([id, vector]) => [id, [...vector]])).toEqual([["id-0", [0.5, -2]], ["id-1", [3, 4]]]); // prettier-ignore
  });

  it("say what is wrong with a file, and how to give it", async () => {
    const read = (vectors: string[], ids: string[] = []) => failure(readPrecomputed({ vectors, ids }));
    expect((await read([at("half.npy")])).message).toBe("1 .npy files came with 0 lists of ids.");
    const few = write("few.txt", "only\n");
    expect((await read([at("half.npy")], [few])).message).toMatch(
      /half\.npy has 2 rows, but there are 1 ids/,
    );
    expect((await read([at("both.npz"), at("both.npz")])).message).toMatch(
      /the vector of math\/gcd is there twice/,
    );
    expect((await read([at("absent.npz")])).message).toMatch(/absent\.npz cannot be read \(ENOENT\)/);
    expect((await read([few])).message).toMatch(/few\.txt is neither \.npy, \.npz nor \.parquet/);
    const broken = write("broken.npz", "no archive");
    expect((await read([broken])).message).toMatch(/broken\.npz cannot be read: it is no \.npz archive/);
  });

  it("refuse what cannot be ranked", async () => {
    const of = (name: string) => failure(readPrecomputed({ vectors: [parquet(name)], ids: [] }));
    expect((await of("nan")).message).toMatch(/id-1 has a value that is not finite/);
    expect((await of("zeros")).message).toMatch(/id-1 holds zeros only/);
    expect((await of("ragged")).message).toMatch(/id-1 has 3 dimensions, the first one 2/);
  });

  it("are known by their bytes", () => {
    const [file] = filesOf({ vectors: [at("both.npz")], ids: [] });
    expect(file!.name).toBe("both.npz");
    expect(file!.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
