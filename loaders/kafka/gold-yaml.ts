import { type Document, LineCounter, parseDocument, visit } from "yaml";
import type { z } from "zod";
import type { Violation } from "../errors.ts";
import { lineOnPath } from "../yaml-lines.ts";

/** Keys and indices from the file's top to a value. */
export type YamlPath = readonly (string | number)[];

/** A YAML file's value, with the lines that its parts stand on. */
export interface LocatedYaml {
  file: string;
  value: unknown;
  /** 1-based line of the value on this path, or of the deepest one above it that exists. */
  lineOf(path: YamlPath): number;
}

/** Reads YAML text and keeps positions. Syntax errors come back as violations. @param file the name that they show */
export function locateYaml(yaml: string, file: string): { located: LocatedYaml; violations: Violation[] } {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines });
  const problems = [
    ...document.errors.map((error) => ({ at: error.pos[0], message: error.message.split("\n")[0]! })),
    ...aliases(document),
  ];
  const violations = problems.map(({ at, message }) => ({
    file,
    line: lines.linePos(at).line,
    item: "(file)",
    rule: "yaml",
    message: message.replace(/ at line \d+, column \d+:?$/, "."),
    remedy: 'Mend the YAML at this line; a text that holds ": " or " #" or begins with a sign needs quotes.',
  }));
  const lineOf = (path: YamlPath): number => lineOnPath(document, lines, path);
  return { located: { file, value: violations.length > 0 ? null : document.toJS(), lineOf }, violations };
}

/** `*name` stands for another value: in a file of prose that is a text without its quotes. */
function aliases(document: Document): { at: number; message: string }[] {
  const found: { at: number; message: string }[] = [];
  visit(document, {
    Alias: (_, { source, range }) => {
      found.push({ at: range?.[0] ?? 0, message: `*${source} is an alias, which these files do not use.` });
    },
  });
  return found;
}

/** The value on a path; undefined when there is none. */
export function valueAt(value: unknown, path: YamlPath): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null
        ? (inner as Record<string | number, unknown>)[key]
        : undefined,
    value,
  );
}

/** A path as people write it: `retrieval.primary[0].lines`. */
export const fieldName = (path: YamlPath): string =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : index > 0 ? `.${key}` : key)).join("");

/** What a violation adds to what zod says about one item of a file. */
export interface ItemPlace {
  yaml: LocatedYaml;
  /** Path of the item in the file. */
  at: YamlPath;
  /** The item's name in messages. */
  item: string;
  remedyOf(field: string): string;
}

/** Violations of a schema by one item, from the issues that zod has with it. */
export function schemaViolations(issues: readonly z.core.$ZodIssue[], place: ItemPlace): Violation[] {
  const { yaml, at, item, remedyOf } = place;
  return issues.flatMap((issue) => {
    const path = issue.path.filter((key) => typeof key !== "symbol");
    const violation = (field: YamlPath, message: string, remedy: string): Violation => ({
      file: yaml.file,
      line: yaml.lineOf([...at, ...field]),
      item,
      rule: fieldName(field) || "(item)",
      message: `${message}.`,
      remedy,
    });
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => violation([...path, key], "is no known field", "Remove or rename it."));
    }
    const missing = valueAt(yaml.value, [...at, ...path]) === undefined;
    return [violation(path, missing ? "is missing" : issue.message, remedyOf(fieldName(path)))];
  });
}
