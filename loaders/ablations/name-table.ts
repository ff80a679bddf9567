import { parsePython, textOf, type PythonNode } from "../mutation/syntax/tree.ts";
import { comprehensionParts, importedNames, parameterNames } from "./binding-forms.ts";
import {
  declare,
  newScope,
  UnsupportedNamesError,
  type BindingKind,
  type NameTable,
  type Scope,
} from "./scopes.ts";

/**
 * Follows every name of a source through Python's scopes.
 * @throws PythonSyntaxError where the source cannot be read, UnsupportedNamesError for type parameters and star imports
 */
export function nameTable(source: string): NameTable {
  return new Collector(source).run();
}

const COMPREHENSION = /ComprehensionExpression$/;
const SEQUENCE = new Set(["TupleExpression", "ArrayExpression", "ParenthesizedExpression"]);

class Collector {
  readonly #source: string;
  readonly #table: NameTable;

  constructor(source: string) {
    this.#source = source;
    this.#table = {
      source,
      occurrences: [],
      keywords: [],
      parametersOf: new Map(),
      spreadCalls: new Set(),
      shown: new Set(),
    };
  }

  run(): NameTable {
    const { root } = parsePython(this.#source);
    this.#all(root.children, newScope("module", null));
    return this.#table;
  }

  #text = (node: PythonNode): string => textOf(this.#source, node);

  #use(node: PythonNode, scope: Scope): void {
    this.#table.occurrences.push({ name: this.#text(node), from: node.from, to: node.to, scope });
  }

  #bind(node: PythonNode, scope: Scope, kind: BindingKind): void {
    declare(this.#text(node), scope, kind);
    this.#use(node, scope);
  }

  #all(nodes: readonly PythonNode[], scope: Scope): void {
    nodes.forEach((node, i) => {
      if (node.type === "VariableName" && nodes[i - 1]?.type === ".") return; // an attribute
      if (this.#isNamed(nodes, i)) this.#walrus(node, scope);
      else this.#visit(node, scope);
    });
  }

  #isNamed(nodes: readonly PythonNode[], i: number): boolean {
    const next = nodes[i + 1];
    return nodes[i]!.type === "VariableName" && next?.type === "AssignOp" && this.#text(next) === ":=";
  }

  /** `name := value` binds in the scope around the comprehensions that it stands in. */
  #walrus(node: PythonNode, scope: Scope): void {
    let home = scope;
    while (home.kind === "comprehension") home = home.parent!;
    declare(this.#text(node), home, "variable");
    this.#use(node, scope);
  }

  /** Names in a target are bound; subscripts and attributes in it only use theirs. */
  #target(node: PythonNode, scope: Scope): void {
    if (node.type === "VariableName") this.#bind(node, scope, "variable");
    else if (SEQUENCE.has(node.type)) for (const child of node.children) this.#target(child, scope);
    else this.#visit(node, scope);
  }

  #visit(node: PythonNode, scope: Scope): void {
    const { children, type } = node;
    if (COMPREHENSION.test(type)) return this.#comprehension(children, scope);
    switch (type) {
      case "VariableName":
        return this.#use(node, scope);
      case "FunctionDefinition":
        return this.#function(node, scope);
      case "LambdaExpression":
        return this.#lambda(children, scope);
      case "ClassDefinition":
        return this.#class(children, scope);
      case "CallExpression":
        return this.#call(children, scope);
      case "ImportStatement":
        for (const name of importedNames(children)) declare(this.#text(name), scope, "import");
        return;
      case "ScopeStatement":
        return this.#scopeStatement(children, scope);
      case "AssignStatement":
        return this.#assignment(children, scope);
      case "UpdateStatement":
      case "DeleteStatement": {
        const operator = children.findIndex((child) => child.type === "UpdateOp");
        children.forEach((child, i) =>
          operator < 0 || i < operator ? this.#target(child, scope) : this.#visit(child, scope),
        );
        return;
      }
      case "ForStatement": {
        const inAt = children.findIndex((child) => child.type === "in");
        children.forEach((child, i) => (i < inAt ? this.#target(child, scope) : this.#visit(child, scope)));
        return;
      }
      case "WithStatement":
      case "TryStatement":
      case "AsPattern":
        children.forEach((child, i) =>
          children[i - 1]?.type === "as" ? this.#target(child, scope) : this.#visit(child, scope),
        );
        return;
      case "CapturePattern":
        if (this.#text(node) !== "_") for (const child of children) this.#target(child, scope);
        return;
      case "KeywordPattern":
        return this.#all(children.slice(1), scope);
      case "FormatReplacement":
        if (children.some((child) => child.type === "FormatSelfDoc")) this.#show(node);
        return this.#all(children, scope);
      case "TypeParamList":
      case "TypeDefinition":
        throw new UnsupportedNamesError("type parameters and type aliases are not followed");
      default:
        return this.#all(children, scope);
    }
  }

  #show(node: PythonNode): void {
    if (node.type === "VariableName") this.#table.shown.add(this.#text(node));
    for (const child of node.children) this.#show(child);
  }

  #function(node: PythonNode, scope: Scope): void {
    const inner = newScope("function", scope);
    const nameNode = node.children.find((child) => child.type === "VariableName")!;
    this.#bind(nameNode, scope, "function");
    for (const child of node.children) {
      if (child === nameNode) continue;
      if (child.type === "ParamList") this.#parameters(child, scope, inner, this.#text(nameNode));
      else if (child.type === "Body") {
        this.#declareScopes(child, inner);
        this.#all(child.children, inner);
      } else this.#visit(child, scope);
    }
  }

  /** `global` and `nonlocal` count from the start of their function, wherever they stand in it. */
  #declareScopes(node: PythonNode, scope: Scope): void {
    for (const child of node.children) {
      if (["FunctionDefinition", "ClassDefinition", "LambdaExpression"].includes(child.type)) continue;
      if (child.type === "ScopeStatement") this.#scopeNames(child.children, scope);
      else this.#declareScopes(child, scope);
    }
  }

  #scopeNames(children: readonly PythonNode[], scope: Scope): void {
    const names = children[0]?.type === "global" ? scope.globals : scope.nonlocals;
    for (const child of children) if (child.type === "VariableName") names.add(this.#text(child));
  }

  #scopeStatement(children: readonly PythonNode[], scope: Scope): void {
    for (const child of children) if (child.type === "VariableName") this.#use(child, scope);
  }

  /** Defaults and annotations belong to the scope around the function. */
  #parameters(list: PythonNode, outer: Scope, inner: Scope, owner: string): void {
    const names = parameterNames(list);
    const known = this.#table.parametersOf.get(owner) ?? new Set();
    this.#table.parametersOf.set(owner, known);
    for (const child of list.children) {
      if (!names.has(child)) this.#visit(child, outer);
      else {
        this.#bind(child, inner, "parameter");
        known.add(this.#text(child));
      }
    }
  }

  #lambda(children: readonly PythonNode[], scope: Scope): void {
    const inner = newScope("function", scope);
    for (const child of children) {
      // A lambda's parameters count under a name that no call can have: its callers are not followed.
      if (child.type === "ParamList") this.#parameters(child, scope, inner, "lambda");
      else this.#visit(child, inner);
    }
  }

  #class(children: readonly PythonNode[], scope: Scope): void {
    const inner = newScope("class", scope);
    const nameNode = children.find((child) => child.type === "VariableName")!;
    this.#bind(nameNode, scope, "class");
    for (const child of children) {
      if (child === nameNode) continue;
      if (child.type === "ArgList") this.#arguments(child, scope, "metaclass arguments", null);
      else this.#visit(child, child.type === "Body" ? inner : scope);
    }
  }

  /** The first iterable is evaluated outside; everything else has the comprehension's own scope. */
  #comprehension(children: readonly PythonNode[], outer: Scope): void {
    const inner = newScope("comprehension", outer);
    const { targets, firstIterable } = comprehensionParts(children);
    children.forEach((child, i) => {
      if (targets.has(i)) this.#target(child, inner);
      else if (this.#isNamed(children, i)) this.#walrus(child, inner);
      else this.#visit(child, i === firstIterable ? outer : inner);
    });
  }

  #call([callee, ...rest]: readonly PythonNode[], scope: Scope): void {
    this.#visit(callee!, scope);
    const name = callee!.type === "VariableName" ? this.#text(callee!) : null;
    const property = callee!.type === "MemberExpression" ? callee!.children.at(-1)! : null;
    const method = property?.type === "PropertyName" ? this.#text(property) : null;
    for (const child of rest) {
      if (child.type === "ArgList") this.#arguments(child, scope, name, method);
      else this.#visit(child, scope);
    }
  }

  #arguments(list: PythonNode, scope: Scope, callee: string | null, method: string | null): void {
    const { children } = list;
    if (children.some((child) => child.type === "for")) return this.#comprehension(children, scope);
    const passed = children
      .filter((child, i) => child.type === "VariableName" && children[i + 1]?.type !== "AssignOp")
      .map(this.#text);
    children.forEach((child, i) => {
      if (child.type === "**")
        for (const name of [callee, method]) if (name) this.#table.spreadCalls.add(name);
      const isKeyword =
        child.type === "VariableName" &&
        children[i + 1]?.type === "AssignOp" &&
        [undefined, "(", ","].includes(children[i - 1]?.type);
      if (this.#isNamed(children, i)) this.#walrus(child, scope);
      else if (isKeyword) {
        const { from, to } = child;
        this.#table.keywords.push({ name: this.#text(child), from, to, scope, callee, method, passed });
      } else this.#visit(child, scope);
    });
  }

  #assignment(children: readonly PythonNode[], scope: Scope): void {
    const last = children.findLastIndex((child) => child.type === "AssignOp");
    children.forEach((child, i) => {
      if (child.type === "TypeDef") this.#visit(child, scope);
      else if (last < 0 || i < last) this.#target(child, scope);
      else this.#visit(child, scope);
    });
  }
}
