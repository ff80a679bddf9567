import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UserError } from "../errors.ts";
import { fromRoot } from "../paths.ts";
import { exportedFigures, withFigure, withIdentifier, withPage } from "./edit-lists.ts";
import { expectationTest } from "./expectation-test.ts";
import { camelOf, type PageName } from "./name.ts";
import type { SourcePage } from "./source-page.ts";

export const FIGURE_LIST = "loaders/figures/index.ts";
export const OUTLINE_FILE = "src/shared/outline.ts";

/** A file as it will be. */
export interface PlannedFile {
  path: string;
  text: string;
}

export interface Plan {
  created: PlannedFile[];
  changed: PlannedFile[];
}

const read = (path: string): string => readFileSync(fromRoot(path), "utf8");

/** A name that contains the stem, with the new one in its place. */
const rename = (name: string, stem: string, to: string): string => to + name.slice(stem.length);

const placeOf = (path: string, { stem }: SourcePage, { kebab }: PageName): string =>
  path.endsWith(".md")
    ? `src/ablations/${kebab}.md`
    : `${dirname(path)}/${rename(basename(path), stem, kebab)}`;

/** Longest first, so that `density` does not eat the beginning of `density-pool`. */
const byLength = (a: readonly [string, string], b: readonly [string, string]): number =>
  b[0].length - a[0].length;

/** Replaces paths of files, ids of figures and what is imported from files that are copied, in the text of one file. */
function renamer(source: SourcePage, name: PageName): (path: string, text: string) => string {
  const copied = [source.page, ...source.modules];
  const paths = copied.map((path) => [path, placeOf(path, source, name)] as const);
  const figures = source.figures.map(
    (id) => [id, `ablations/${rename(basename(id), source.stem, name.kebab)}`] as const,
  );
  const exact = (text: string, [from, to]: readonly [string, string]): string =>
    text.replaceAll(new RegExp(`${from.replaceAll(".", "\\.")}(?![a-z0-9-])`, "g"), to);
  return (path, text) =>
    [...paths.toSorted(byLength), ...figures.toSorted(byLength)]
      .reduce(exact, text)
      .replaceAll(
        /(?<=from ")(\.{1,2}\/[^"]+)\.(ts|js)(?=")/g,
        (specifier, module: string, extension: string) => {
          // A page of the source imports from `src/components`; so does its copy, at the same depth.
          const target = `${join(dirname(path), module)}.ts`;
          if (!source.modules.includes(target)) return specifier;
          return `${dirname(module)}/${rename(basename(module), source.stem, name.kebab)}.${extension}`;
        },
      );
}

/** The page under its new name; links to neighbors of the old folder lead there still. */
function pageText(text: string, { page }: SourcePage, name: PageName, question: string): string {
  const folder = basename(dirname(page));
  return text
    .replace(/^title: .*$/m, `title: ${name.title}`)
    .replace(/<p class="kicker">.*<\/p>/, `<p class="kicker">Ablations · ${name.title}</p>`)
    .replace(/^# .*$/m, `# ${question}`)
    .replaceAll(/(\]\(|href="|href=")\.\/(?=[a-z])/g, `$1../${folder}/`)
    .replaceAll("../data/near-clones/provenance.json", "../data/ablations/provenance.json");
}

/**
 * Everything that a new page is made of, as a copy of another one under a new name.
 * @throws UserError (exit code 2) when the name is taken
 */
export function planPage(source: SourcePage, name: PageName, question: string): Plan {
  const renamed = renamer(source, name);
  const modules = source.modules.map((path) => ({
    path: placeOf(path, source, name),
    text: renamed(path, read(path)),
  }));
  let figures = read(FIGURE_LIST);
  const tests: PlannedFile[] = [];
  for (const module of modules) {
    if (!module.path.startsWith("loaders/")) continue;
    for (const { name: old, many } of exportedFigures(module.text)) {
      const fresh = rename(old, camelOf(source.stem), name.camel);
      module.text = withIdentifier(module.text, old, fresh);
      const stem = basename(module.path, ".ts");
      figures = withFigure(figures, { name: fresh, module: stem, many });
      tests.push({
        path: module.path.replace(/\.ts$/, ".test.ts"),
        text: expectationTest({ figure: fresh, module: stem, many, question }),
      });
    }
  }
  const page = {
    path: placeOf(source.page, source, name),
    text: pageText(renamed(source.page, read(source.page)), source, name, question),
  };
  const created = [page, ...modules, ...tests];
  const taken = created.find(({ path }) => existsSync(fromRoot(path)));
  if (taken) {
    throw new UserError(`${taken.path} exists already; nothing was written.`, "Choose another name.", 2);
  }
  const listed = { path: `ablations/${name.kebab}`, name: name.title, question };
  return {
    created,
    changed: [
      { path: FIGURE_LIST, text: figures },
      { path: OUTLINE_FILE, text: withPage(read(OUTLINE_FILE), listed) },
    ],
  };
}
