import type { PythonNode } from "../mutation/syntax/tree.ts";
import { UnsupportedNamesError } from "./scopes.ts";

/** The nodes of the names that an import statement binds. @throws UnsupportedNamesError for `import *` */
export function importedNames(children: readonly PythonNode[]): PythonNode[] {
  const first = children.findIndex((child) => child.type === "import") + 1;
  return children.filter((child, i) => {
    if (i < first) return false;
    if (child.type === "*") throw new UnsupportedNamesError("a star import binds unknown names");
    if (child.type !== "VariableName" || children[i - 1]?.type === ".") return false;
    // `import a.b as c` and `from m import a as c` bind `c` alone.
    return children[i - 1]?.type === "as" || afterDots(children, i)?.type !== "as";
  });
}

/** What follows a dotted name. */
function afterDots(children: readonly PythonNode[], i: number): PythonNode | undefined {
  let at = i + 1;
  while (children[at]?.type === ".") at += 2;
  return children[at];
}

/** The nodes of a parameter list that name parameters; the rest are defaults and annotations. */
export function parameterNames({ children }: PythonNode): Set<PythonNode> {
  const names = new Set<PythonNode>();
  let expectsName = true;
  for (const child of children) {
    if ([",", "(", "*", "**"].includes(child.type)) expectsName = true;
    else if (child.type === "VariableName" && expectsName) {
      names.add(child);
      expectsName = false;
    }
  }
  return names;
}

/** Indices of the nodes of a flat comprehension that are targets, and that of the iterable evaluated outside of it. */
export function comprehensionParts(children: readonly PythonNode[]): {
  targets: Set<number>;
  firstIterable: number;
} {
  const targets = new Set<number>();
  let inTarget = false;
  children.forEach(({ type }, i) => {
    if (type === "for") inTarget = true;
    else if (type === "in") inTarget = false;
    else if (inTarget) targets.add(i);
  });
  const firstFor = children.findIndex(({ type }) => type === "for");
  const firstIn = children.findIndex(({ type }, i) => i > firstFor && type === "in");
  return { targets, firstIterable: firstIn + 1 };
}
