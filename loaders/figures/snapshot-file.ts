import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { InputError, UserError } from "../errors.ts";
import { DIGESTS_FILE } from "../inputs/manifest.ts";
import { ROOT } from "../paths.ts";
import { writeFileWhole } from "../store/write-file.ts";
import { SNAPSHOT, type Snapshot } from "./snapshot.ts";

const WRITE = "npm run verify -- --write";

const linesOf = (items: readonly unknown[]): string =>
  `[\n${items.map((item) => JSON.stringify(item)).join(",\n")}\n]`;

const tableOf = (entries: Record<string, string>): string =>
  `{\n${Object.entries(entries)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join(",\n")}\n}`;

/** JSON with one line a figure, a number, a file, so that a change shows as a line. */
export function formatSnapshot(snapshot: Snapshot): string {
  return `{
"platform":${JSON.stringify(snapshot.platform)},
"headline":${linesOf(snapshot.headline)},
"figures":${linesOf(snapshot.figures)},
"inputs":${tableOf(snapshot.inputs)},
"modules":${tableOf(snapshot.modules)},
"packages":${tableOf(snapshot.packages)}
}
`;
}

/** 1-based line of the text that a figure's or a number's entry stands on; 0 for none. */
function lineOfEntry(text: string, path: readonly PropertyKey[]): number {
  const [section, index] = path;
  if (typeof section !== "string") return 0;
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`"${section}":`));
  if (start < 0) return 0;
  return typeof index === "number" ? start + 2 + index : start + 1;
}

/** A snapshot's text. @throws InputError that names line, entry, field and remedy */
export function parseSnapshot(text: string, file: string): Snapshot {
  const remedy = `Restore it with \`git checkout -- ${file}\` or run \`${WRITE}\`.`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `cannot be read as JSON: ${(error as Error).message}.`;
    throw new InputError([{ file, line: 0, item: "-", rule: "digests", message, remedy }]);
  }
  const parsed = SNAPSHOT.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InputError(
    parsed.error.issues.map(({ path, message }) => {
      const [section, index] = path;
      const figures = (value as Partial<Snapshot>).figures;
      const item = section === "figures" && typeof index === "number" ? figures?.[index]?.figure : undefined;
      return {
        file,
        line: lineOfEntry(text, path),
        item: item ?? path.slice(0, 2).join("."),
        rule: path.slice(2).join(".") || "digests",
        message: `${message}.`,
        remedy,
      };
    }),
  );
}

/** The committed digests. @throws UserError when there are none, InputError when they are damaged */
export function readSnapshot(root = ROOT): Snapshot {
  const path = join(root, DIGESTS_FILE);
  if (!existsSync(path)) throw new UserError(`${DIGESTS_FILE} does not exist.`, `Run \`${WRITE}\`.`);
  return parseSnapshot(readFileSync(path, "utf8"), DIGESTS_FILE);
}

/** Writes the committed digests. */
export const writeSnapshot = (snapshot: Snapshot, root = ROOT): void =>
  writeFileWhole(join(root, DIGESTS_FILE), formatSnapshot(snapshot));
