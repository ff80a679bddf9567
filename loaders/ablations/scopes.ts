/** How a name comes into being, which decides its neutral name and whether it may be renamed at all. */
export type BindingKind = "function" | "class" | "parameter" | "variable" | "import";

/** A Python scope. Comprehensions and lambdas have their own; a class's names are not seen from its methods. */
export interface Scope {
  kind: "module" | "function" | "class" | "comprehension";
  parent: Scope | null;
  bound: Map<string, Set<BindingKind>>;
  globals: Set<string>;
  nonlocals: Set<string>;
}

/** One place where a name stands for a value: a binding or a use. */
export interface Occurrence {
  name: string;
  from: number;
  to: number;
  scope: Scope;
}

/** `name=` in a call. */
export interface KeywordArgument extends Occurrence {
  /** The called name, where a plain name is called. */
  callee: string | null;
  /** The method's name, where an attribute is called. */
  method: string | null;
  /** Plain names among the call's other arguments, such as what `partial` wraps. */
  passed: string[];
}

/** Everything about the names of a source that renaming needs. */
export interface NameTable {
  source: string;
  occurrences: Occurrence[];
  keywords: KeywordArgument[];
  /** Parameters of each function by its name, over all definitions of that name (methods too). */
  parametersOf: Map<string, Set<string>>;
  /** Called names that get `**mapping`. */
  spreadCalls: Set<string>;
  /** Names that the program's output shows (`f"{x=}"`). */
  shown: Set<string>;
}

/** The source uses a form whose names are not followed here. */
export class UnsupportedNamesError extends Error {
  override name = "UnsupportedNamesError";
}

export const newScope = (kind: Scope["kind"], parent: Scope | null): Scope => ({
  kind,
  parent,
  bound: new Map(),
  globals: new Set(),
  nonlocals: new Set(),
});

/** The scope that binds a name as seen from `scope`; null for builtins and what nothing binds. */
export function resolve(name: string, scope: Scope): Scope | null {
  let root = scope;
  while (root.parent) root = root.parent;
  let start: Scope | null = scope;
  if (scope.globals.has(name)) start = root;
  else if (scope.nonlocals.has(name)) start = scope.parent;
  for (let at = start; at; at = at.parent) {
    if (at.kind === "class" && at !== scope) continue;
    if (at.globals.has(name)) return root.bound.has(name) ? root : null;
    if (at.nonlocals.has(name)) continue;
    if (at.bound.has(name)) return at;
  }
  return null;
}

/** Lets a name be bound in a scope, or where `global` sends it. */
export function declare(name: string, scope: Scope, kind: BindingKind): void {
  if (scope.nonlocals.has(name)) return; // bound where the enclosing function binds it
  let home = scope;
  if (scope.globals.has(name)) while (home.parent) home = home.parent;
  const kinds = home.bound.get(name) ?? new Set();
  home.bound.set(name, kinds.add(kind));
}
