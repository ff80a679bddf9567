import { walk } from "./syntax/expressions.ts";
import { findBounds, type Bounds } from "./syntax/bounds.ts";
import { KindInference } from "./syntax/kinds.ts";
import { lineAt, parsePython, textOf, type PythonNode, type PythonTree } from "./syntax/tree.ts";

/** A parsed source with what the operators ask of it. */
export interface Snippet extends PythonTree {
  /** The nodes that may be edited, in source order. */
  editable: PythonNode[];
  kinds: KindInference;
  bounds: Bounds;
  text(node: PythonNode): string;
  line(offset: number): number;
}

/**
 * Parses a source and marks what may be edited: everything that a test could see change. Left alone are strings, the literal
 * parts of f-strings, comments (none of them are nodes), decorators, annotations and type parameters, base classes, imports,
 * `global`/`nonlocal`, what an exception is raised with, the message of an assertion, and `await`, whose operand
 * the grammar misreads.
 * @throws PythonSyntaxError
 */
export function readSnippet(source: string): Snippet {
  const tree = parsePython(source);
  return {
    ...tree,
    editable: [...walk(tree.root, isEditable)],
    kinds: new KindInference(tree),
    bounds: findBounds(tree),
    text: (node) => textOf(source, node),
    line: (offset) => lineAt(source, offset),
  };
}

const CLOSED = new Set([
  ..."Decorator TypeDef TypeParamList TypeDefinition ImportStatement ScopeStatement RaiseStatement".split(
    " ",
  ),
  "AwaitExpression",
]);

function isEditable(node: PythonNode): boolean {
  if (CLOSED.has(node.type)) return false;
  if (node.parent?.type === "ClassDefinition" && node.type === "ArgList") return false;
  if (node.parent?.type === "AssertStatement") {
    const comma = node.parent.children.findIndex((child) => child.type === ",");
    return comma < 0 || node.parent.children.indexOf(node) < comma;
  }
  return true;
}
