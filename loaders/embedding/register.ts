import { readFileSync } from "node:fs";
import { LineCounter, parseDocument, stringify, type Node } from "yaml";
import { UserError } from "../errors.ts";
import { fromRoot, repositoryPath } from "../paths.ts";
import { digestOf } from "../store/digest.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { MODELS_FILE, parseModels, type OnnxSystem, type System } from "./models.ts";

/** An entry as it stands in `data/models.yaml`: what it is called and who runs it come first. */
export const entryText = ({ id, label, class: mark, provider, ...rest }: System): string =>
  stringify([{ id, label, class: mark, provider, ...rest }], { lineWidth: 0, blockQuote: false })
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");

/**
 * Adds an entry at the end of the registry; what stands there keeps every byte, comments included. An equal entry is
 * left as it is, so that an interrupted command can be repeated.
 * @throws UserError when another entry has the id; InputError when the file does not hold the schema
 */
export function addEntry(system: System, path = fromRoot(MODELS_FILE)): "added" | "there" {
  const before = readFileSync(path, "utf8");
  const same = parseModels(before, repositoryPath(path)).find(({ id }) => id === system.id);
  if (same) {
    if (digestOf(same) === digestOf(system)) return "there";
    throw new UserError(
      `${MODELS_FILE} has another entry with the id ${system.id}.`,
      `Choose another --id, or edit that entry by hand; \`--system ${system.id}\` runs it as it stands.`,
      2,
    );
  }
  writeChecked(path, `${before.trimEnd()}\n\n${entryText(system)}\n`, system);
  return "added";
}

/** Writes the digests of fetched weights into an entry that has none yet, before its sources. */
export function pinWeights(system: OnnxSystem, path = fromRoot(MODELS_FILE)): void {
  const before = readFileSync(path, "utf8");
  const document = parseDocument(before, { lineCounter: new LineCounter() });
  const index = parseModels(before, repositoryPath(path)).findIndex(({ id }) => id === system.id);
  const weights = document.getIn(["systems", index, "weights"], true) as Node | undefined;
  const start = weights?.range?.[0];
  if (start === undefined) throw new Error(`${system.id} has no weights in ${MODELS_FILE}`);
  const column = start - (before.lastIndexOf("\n", start) + 1);
  const { onnx_sha256, tokenizer_sha256 } = system.weights;
  const lines = [`onnx_sha256: ${onnx_sha256}`, `tokenizer_sha256: ${tokenizer_sha256}`];
  const pinned = lines.map((line) => `${line}\n${" ".repeat(column)}`).join("");
  writeChecked(path, before.slice(0, start) + pinned + before.slice(start), system);
}

/** Writes only what reads back as this entry. */
function writeChecked(path: string, text: string, system: System): void {
  const read = parseModels(text, repositoryPath(path)).find(({ id }) => id === system.id);
  if (!read || digestOf(read) !== digestOf(system)) {
    throw new Error(`the entry of ${system.id} does not read back as it was meant`);
  }
  writeFileWhole(path, text);
}
