import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { OUTLINE } from "../../src/shared/outline.ts";
import { UserError } from "../errors.ts";
import { FIGURES } from "../figures/index.ts";
import { fromRoot } from "../paths.ts";

/** A page that can be copied, with what is its own and nobody else's. */
export interface SourcePage {
  /** Last part of its path: `density`. What is its own bears this in its name. */
  stem: string;
  page: string;
  /** Repository paths of its components, findings and analyses. */
  modules: string[];
  /** Ids of its figures. */
  figures: string[];
}

/** Rows that every page reads to name datasets and systems; a copy reads the same. */
const SHARED = new Set(["near-clones/datasets", "near-clones/systems"]);

const named = (path: string, stem: string): boolean => {
  const name = basename(path).replace(/\.(ts|js|parquet)$/, "");
  return name === stem || name.startsWith(`${stem}-`);
};

/** The page's parts, or undefined where it shares its rows with other pages. */
function partsOf(path: string): SourcePage | undefined {
  const page = `src${path}.md`;
  if (!existsSync(fromRoot(page))) return undefined;
  const text = readFileSync(fromRoot(page), "utf8");
  const stem = basename(path);
  const read = [...text.matchAll(/FileAttachment\("\.\.\/data\/([a-z-]+\/[a-z0-9-]+)\.parquet"\)/g)].map(
    ([, id]) => id!,
  );
  const figures = [...new Set(read)].filter((id) => !SHARED.has(id));
  const sources = figures.map((id) => FIGURES.find((figure) => figure.id === id)?.source);
  const own = (path: string | undefined): path is string => path !== undefined && named(path, stem);
  if (figures.length === 0 || !figures.every((id) => named(id, stem)) || !sources.every(own))
    return undefined;
  const imported = [...text.matchAll(/from "\.\.\/((?:components|shared\/findings)\/[a-z-]+)\.js"/g)]
    .map(([, module]) => `src/${module!}.ts`)
    .filter((module) => named(module, stem));
  return { stem, page, figures, modules: [...new Set([...sources, ...imported])] };
}

/** Every page whose figures are its own. */
export const sourcePages = (): SourcePage[] =>
  OUTLINE.flatMap(({ pages }) => pages.flatMap(({ path }) => partsOf(path) ?? []));

/** @throws UserError (exit code 2) that lists the pages that can be copied */
export function sourcePage(stem: string): SourcePage {
  const pages = sourcePages();
  const found = pages.find((page) => page.stem === stem);
  if (found) return found;
  throw new UserError(
    `No page called ${stem} can be copied: there is none, or it shares its rows with other pages.`,
    `Give one of ${pages.map((page) => page.stem).join(", ")}.`,
    2,
  );
}
