import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";

/** Names of the functions that a Python module defines at its top level. */
export function topLevelFunctions(code: string): string[] {
  const names: string[] = [];
  for (let node = parser.parse(code).topNode.firstChild; node; node = node.nextSibling) {
    const definition = node.name === "DecoratedStatement" ? node.getChild("FunctionDefinition") : node;
    if (definition?.name !== "FunctionDefinition") continue;
    const name = definition.getChild("VariableName");
    if (name) names.push(code.slice(name.from, name.to));
  }
  return names;
}

/** Grammar names of the top-level statements, e.g. `AssertStatement`, `WithStatement`. */
export function statementKinds(code: string): string[] {
  const kinds: string[] = [];
  for (let node = parser.parse(code).topNode.firstChild; node; node = node.nextSibling) kinds.push(node.name);
  return kinds;
}

/** Whether the code calls a function of that name anywhere. */
export function callsFunction(code: string, name: string): boolean {
  let found = false;
  parser.parse(code).iterate({
    enter: (node) => {
      if (node.name !== "CallExpression") return !found;
      const callee = (node.node as SyntaxNode).firstChild;
      if (callee?.name === "VariableName" && code.slice(callee.from, callee.to) === name) found = true;
      return !found;
    },
  });
  return found;
}

/** Whether the grammar could parse all of the code. */
export function parses(code: string): boolean {
  let clean = true;
  parser.parse(code).iterate({
    enter: (node) => {
      if (node.type.isError) clean = false;
      return clean;
    },
  });
  return clean;
}
