import { nameTable } from "./name-table.ts";
import { resolve, type BindingKind, type KeywordArgument, type NameTable, type Scope } from "./scopes.ts";

/** What each identifier of a canonical and its near-clones is called instead. */
export type Renaming = ReadonlyMap<string, string>;

const LETTER: Record<BindingKind, string> = {
  function: "f",
  class: "c",
  parameter: "a",
  variable: "v",
  import: "",
};

/** Builtins that look at names themselves: a source that uses one is left as it is. */
const INTROSPECTION = new Set(["locals", "globals", "vars", "eval", "exec", "dir"]);

/** Bound by anything but an import, and not as a member of a class. */
function isRenamable(name: string, scope: Scope): boolean {
  const home = resolve(name, scope);
  return home !== null && home.kind !== "class" && !home.bound.get(name)!.has("import");
}

/** Whether a `name=` in a call names a parameter of a function of this source, surely or possibly. */
function keywordMeans(table: NameTable, keyword: KeywordArgument): "parameter" | "foreign" | "unclear" {
  const { name, scope, callee, method, passed } = keyword;
  const owners = [...table.parametersOf].filter(([, names]) => names.has(name)).map(([owner]) => owner);
  if (owners.length === 0) return "foreign";
  if (passed.some((other) => owners.includes(other))) return "unclear";
  if (method !== null) return owners.includes(method) ? "unclear" : "foreign";
  if (callee === null) return "unclear";
  const home = resolve(callee, scope);
  if (home === null) return "foreign";
  const kinds = home.bound.get(callee)!;
  if ([...kinds].every((kind) => kind === "import")) return "foreign";
  if ([...kinds].every((kind) => kind === "function"))
    return owners.includes(callee) ? "parameter" : "foreign";
  return "unclear";
}

/** Identifiers that keep their name wherever they stand: members of classes, what a string or a mapping may spell out. */
function keptNames(table: NameTable): Set<string> {
  const kept = new Set<string>(["_", ...table.shown]);
  for (const { name, scope } of table.occurrences) {
    const home = resolve(name, scope);
    if (name.startsWith("__") || home?.kind === "class") kept.add(name);
  }
  for (const keyword of table.keywords) {
    if (keywordMeans(table, keyword) === "unclear") kept.add(keyword.name);
  }
  for (const callee of table.spreadCalls) {
    for (const name of table.parametersOf.get(callee) ?? []) kept.add(name);
  }
  return kept;
}

/**
 * Neutral names for everything that a source binds: functions f0, f1, ..., classes c0, parameters a0, other variables v0,
 * numbered as they first occur. One identifier has one neutral name in all scopes, so that what shadows what stays. Names
 * of builtins, imports, attributes and members of classes, `_`, and what may be spelled in a string keep theirs.
 * @returns null for a source that looks at its own names (`locals()`, `eval`)
 * @throws PythonSyntaxError or UnsupportedNamesError where names cannot be followed
 */
export function neutralNames(source: string): Renaming | null {
  const table = nameTable(source);
  const isIntrospective = table.occurrences.some(
    ({ name, scope }) => INTROSPECTION.has(name) && resolve(name, scope) === null,
  );
  if (isIntrospective) return null;
  const kept = keptNames(table);
  const taken = new Set([...table.occurrences, ...table.keywords].map(({ name }) => name));
  const renaming = new Map<string, string>();
  const next: Record<string, number> = {};
  for (const { name, scope } of table.occurrences.toSorted((a, b) => a.from - b.from)) {
    if (renaming.has(name) || kept.has(name) || !isRenamable(name, scope)) continue;
    const [kind] = resolve(name, scope)!.bound.get(name)!;
    const letter = LETTER[kind!];
    let neutral: string;
    do neutral = `${letter}${(next[letter] = (next[letter] ?? -1) + 1)}`;
    while (taken.has(neutral));
    renaming.set(name, neutral);
  }
  return renaming;
}

/** The target function alone is called `f` (`f0`, `f1`, ... where `f` is taken). */
export function withoutFunctionName(source: string, functionName: string): Renaming {
  const { occurrences, keywords } = nameTable(source);
  const taken = new Set([...occurrences, ...keywords].map(({ name }) => name));
  let neutral = "f";
  for (let i = 0; taken.has(neutral); i++) neutral = `f${i}`;
  return new Map([[functionName, neutral]]);
}

/**
 * Renames a source's identifiers wherever they stand for a value, and as keyword arguments of its own functions. What is
 * not in the renaming, or does not resolve to a binding that may be renamed, stays.
 */
export function rename(source: string, renaming: Renaming): string {
  const table = nameTable(source);
  const places = [
    ...table.occurrences.filter(({ name, scope }) => renaming.has(name) && isRenamable(name, scope)),
    ...table.keywords.filter(
      (keyword) => renaming.has(keyword.name) && keywordMeans(table, keyword) === "parameter",
    ),
  ].sort((a, b) => a.from - b.from);
  let result = "";
  let at = 0;
  for (const { name, from, to } of places) {
    result += source.slice(at, from) + renaming.get(name)!;
    at = to;
  }
  return result + source.slice(at);
}

/**
 * Code that follows a renamed source and gives its module-level names back, so that a suite written for the original
 * runs: functions also take their parameters under the original keywords.
 */
export function originalNames(source: string, renaming: Renaming): string {
  const { occurrences, parametersOf } = nameTable(source);
  const module = occurrences.find(({ scope }) => scope.parent === null)?.scope;
  const lines = [...(module?.bound ?? [])].flatMap(([name, kinds]) => {
    const neutral = renaming.get(name);
    if (neutral === undefined) return [];
    const keywords = Object.fromEntries(
      [...(parametersOf.get(name) ?? [])].flatMap((parameter) =>
        renaming.has(parameter) ? [[parameter, renaming.get(parameter)!]] : [],
      ),
    );
    if (!kinds.has("function")) return [`${name} = ${neutral}`];
    return [
      `def ${name}(*values, **named):`,
      `    keywords = ${JSON.stringify(keywords)}`,
      `    return ${neutral}(*values, **{keywords.get(word, word): value for word, value in named.items()})`,
    ];
  });
  return lines.length === 0 ? "" : `\n\n${lines.join("\n")}\n`;
}
