/**
 * The bundle that the tests import: `fixtures/bundle.zip`, made of our own tasks by an implementation of its own
 * (`fixtures/make_bundle.py`), unpacked and, for the tests of broken bundles, changed in one place.
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { fromRoot } from "../paths.ts";
import { sha256 } from "../store/digest.ts";
import { SUMS_FILE } from "./verify-digests.ts";

type NpyFiles = Record<string, Uint8Array>;

/** A bundle in memory: content by path. */
export class TestBundle {
  readonly files: Record<string, Uint8Array> = unzipSync(
    readFileSync(fromRoot("loaders/bundle/fixtures/bundle.zip")),
  );

  text(path: string): string {
    return strFromU8(this.files[path]!);
  }

  /** Replaces a text. @throws Error when the change changes nothing: the test would test nothing */
  edit(path: string, change: (text: string) => string): this {
    const [before, after] = [this.text(path), change(this.text(path))];
    if (before === after) throw new Error(`nothing changed in ${path}`);
    this.files[path] = strToU8(after);
    return this;
  }

  /** Changes one row of a JSONL file. @param at 0-based line */
  editRow(path: string, at: number, change: (row: Record<string, unknown>) => void): this {
    return this.edit(path, (text) =>
      text
        .split("\n")
        .map((line, index) => {
          if (index !== at) return line;
          const row = JSON.parse(line) as Record<string, unknown>;
          change(row);
          return JSON.stringify(row);
        })
        .join("\n"),
    );
  }

  /** Changes the value of a JSON file. */
  editJson<T>(path: string, change: (value: T) => void): this {
    return this.edit(path, (text) => {
      const value = JSON.parse(text) as T;
      change(value);
      return JSON.stringify(value);
    });
  }

  /** Changes the arrays of an .npz file, `.npy` bytes by name, in place or into those returned. */
  editArrays(path: string, change: (arrays: NpyFiles) => NpyFiles | undefined): this {
    const arrays = unzipSync(this.files[path]!);
    this.files[path] = zipSync(change(arrays) ?? arrays);
    return this;
  }

  remove(path: string): this {
    Reflect.deleteProperty(this.files, path);
    return this;
  }

  /** Writes the bundle into a temporary folder. @param seal whether SHA256SUMS follows the changes */
  write(seal = true): string {
    if (seal) {
      const sums = Object.keys(this.files)
        .filter((path) => path !== SUMS_FILE)
        .map((path) => `${sha256(this.files[path]!)}  ${path}\n`);
      this.files[SUMS_FILE] = strToU8(sums.join(""));
    }
    const folder = mkdtempSync(join(tmpdir(), "bundle-"));
    for (const [path, content] of Object.entries(this.files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return folder;
  }
}

/** Bytes of a `.npy` file of floats or text, as numpy writes it. */
export function npyBytes(
  descr: string,
  shape: readonly number[],
  data: Uint8Array,
  fortran = false,
): Uint8Array {
  const order = fortran ? "True" : "False";
  const sizes = shape.length === 1 ? `${shape[0]!},` : shape.join(", ");
  const header = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${sizes}), }`;
  const padded = header.padEnd(Math.ceil((header.length + 11) / 64) * 64 - 11) + "\n";
  const start = Uint8Array.from([
    0x93,
    0x4e,
    0x55,
    0x4d,
    0x50,
    0x59,
    1,
    0,
    padded.length & 0xff,
    padded.length >> 8,
  ]);
  return Buffer.concat([start, strToU8(padded), data]);
}
