import { binaryParts, calleeOf, readArguments, readBindings, readSubscript, walk } from "./expressions.ts";
import { textOf, type PythonNode, type PythonTree } from "./tree.ts";

/**
 * What an expression surely evaluates to: a number, a string, list or tuple, surely something else (a set, a date, a
 * boolean), or nobody can tell from the source.
 */
export type Kind = "number" | "sequence" | "other" | "unknown";

const words = (...lines: string[]): Set<string> => new Set(lines.flatMap((line) => line.split(" ")));

const SEQUENCE_NODES = words(
  "String FormatString ContinuedString ArrayExpression ArrayComprehensionExpression TupleExpression",
);
const OTHER_NODES = words(
  "DictionaryExpression DictionaryComprehensionExpression SetExpression SetComprehensionExpression",
  "ComprehensionExpression LambdaExpression None Boolean Ellipsis Comparison NotExpression",
);
const NUMBER_CALLS = words("len sum abs int float ord round pow gcd lcm sqrt floor ceil");
const SEQUENCE_CALLS = words("str list tuple sorted repr bytes bytearray chr hex bin oct format divmod");
const OTHER_CALLS = words(
  "dict set frozenset range zip enumerate map filter reversed iter type bool any all isinstance Counter defaultdict deque",
  "OrderedDict date datetime timedelta isclose",
);
const NUMBER_METHODS = words(
  "count index find rfind rindex bit_length bit_count toordinal weekday isoweekday total_seconds",
);
const SEQUENCE_METHODS = words(
  "join split rsplit strip lstrip rstrip lower upper title replace format splitlines zfill ljust rjust center capitalize",
  "swapcase casefold encode decode strftime isoformat group groups partition rpartition most_common findall sub",
);
const OTHER_METHODS = words(
  "startswith endswith isdigit isalpha isalnum isspace isupper islower items keys values union intersection difference",
  "groupdict fullmatch match search finditer append extend add update",
);
const NUMBER_ATTRIBUTES = words("year month day hour minute second microsecond days seconds real imag");
const NUMBER_HINTS = new Set(["int", "float"]);
const OPAQUE_HINTS = new Set(["Any", "object", "T", "Number"]);

/**
 * A small, cautious inference that keeps edits which could only crash (adding 1 to a list) out of the enumeration.
 * It is never needed for an edit to be valid Python.
 */
export class KindInference {
  private names = new Map<string, Kind>();

  constructor(private readonly tree: PythonTree) {
    // The second round knows the names of the first: `n = len(x)`, then `half = n // 2`.
    this.names = this.collectNames();
    this.names = this.collectNames();
  }

  /** Kind of an expression. */
  of(node: PythonNode): Kind {
    if (node.type === "Number") return "number";
    if (SEQUENCE_NODES.has(node.type)) return "sequence";
    if (OTHER_NODES.has(node.type)) return "other";
    switch (node.type) {
      case "ParenthesizedExpression":
        return this.of(node.children[1]!);
      case "NamedExpression":
        return this.of(node.children[2]!);
      case "UnaryExpression":
        return this.of(node.children[1]!) === "other" ? "other" : "number";
      case "BinaryExpression":
        return this.ofBinary(node);
      case "BooleanExpression":
        return allOf(node.children.filter((_, at) => at % 2 === 0).map((child) => this.of(child)));
      case "ConditionalExpression":
        return allOf([this.of(node.children[0]!), this.of(node.children[4]!)]);
      case "CallExpression":
        return this.ofCall(node);
      case "MemberExpression":
        return this.ofMember(node);
      case "VariableName":
        return this.names.get(textOf(this.tree.source, node)) ?? "unknown";
      default:
        return "unknown";
    }
  }

  /** Kind that a type annotation promises. */
  ofHint(hint: PythonNode): Kind {
    const text = textOf(this.tree.source, hint).replace(/^(:|->)\s*/, "");
    if (NUMBER_HINTS.has(text)) return "number";
    if (/^["']?(str|bytes|(typing\.)?(list|tuple|sequence))\b/i.test(text)) return "sequence";
    return OPAQUE_HINTS.has(text) || /^(Union|Optional)|\|/.test(text) ? "unknown" : "other";
  }

  private ofBinary(node: PythonNode): Kind {
    const { left, operator, right } = binaryParts(node)!;
    const kinds = [this.of(left), this.of(right)];
    const strange = kinds.find((kind) => kind === "sequence") ?? kinds.find((kind) => kind === "other");
    switch (textOf(this.tree.source, operator)) {
      case "/":
      case "//":
      case "**":
      case "<<":
      case ">>":
        return strange ?? "number";
      case "%":
        // A string on the left formats; the right operand tells nothing.
        return kinds[0] === "unknown" ? "number" : kinds[0]!;
      case "*":
      case "@":
        return allOf(kinds);
      default:
        return strange ?? (kinds.includes("number") ? "number" : "unknown");
    }
  }

  private ofCall(node: PythonNode): Kind {
    const callee = calleeOf(node, this.tree.source);
    const list = node.children.at(-1);
    if (callee === null || list?.type !== "ArgList") return "unknown";
    if (callee.name === "min" || callee.name === "max") {
      const values = readArguments(list).filter((argument) => argument.kind === "positional");
      if (values.length < 2) return "unknown";
      return values.some((value) => this.of(value.node) === "number")
        ? "number"
        : allOf(values.map((v) => this.of(v.node)));
    }
    const isMethod = callee.object !== null && textOf(this.tree.source, callee.object) !== "math";
    if ((isMethod ? NUMBER_METHODS : NUMBER_CALLS).has(callee.name)) return "number";
    if ((isMethod ? SEQUENCE_METHODS : SEQUENCE_CALLS).has(callee.name)) return "sequence";
    return (isMethod ? OTHER_METHODS : OTHER_CALLS).has(callee.name) ? "other" : "unknown";
  }

  private ofMember(node: PythonNode): Kind {
    const entries = readSubscript(node);
    if (entries !== null) return entries.some((entry) => "start" in entry) ? "sequence" : "unknown";
    const name = node.children.at(-1)!;
    return NUMBER_ATTRIBUTES.has(textOf(this.tree.source, name)) ? "number" : "unknown";
  }

  private collectNames(): Map<string, Kind> {
    const seen = new Map<string, Kind>();
    const note = (name: PythonNode, kind: Kind): void => {
      const text = textOf(this.tree.source, name);
      const before = seen.get(text);
      // A name that is a number here and a list there is not safely a number.
      const overrules = kind === "sequence" || kind === "other";
      if (before === undefined || before === "unknown" || overrules) seen.set(text, kind);
    };
    for (const node of walk(this.tree.root)) {
      for (const { name, value } of readBindings(node, this.tree.source)) {
        if (value !== null) note(name, this.of(value));
      }
      const iterable = loopIterable(node);
      if (iterable !== null) this.noteLoopNames(node, iterable, note);
      const hint = node.type === "TypeDef" ? node.parent : null;
      if (hint?.type === "ParamList" || hint?.type === "AssignStatement") {
        const name = hint.children[hint.children.indexOf(node) - 1];
        if (name?.type === "VariableName") note(name, this.ofHint(node));
      }
    }
    return seen;
  }

  /** `for i in range(..)` and `for i, x in enumerate(..)` make numbers. */
  private noteLoopNames(
    node: PythonNode,
    iterable: PythonNode,
    note: (name: PythonNode, kind: Kind) => void,
  ): void {
    const callee = calleeOf(iterable, this.tree.source);
    const target = node.children[node.children.indexOf(iterable) - 2];
    const first = node.children[node.children.findIndex((child) => child.type === "for") + 1];
    if (callee?.object !== null) return;
    if (callee.name === "range" && target === first && target?.type === "VariableName")
      note(target, "number");
    if (callee.name === "enumerate" && first?.type === "VariableName" && first !== target)
      note(first, "number");
  }
}

/** The iterable of a `for` statement or comprehension (of its first `for`, which is where numbers mostly come from). */
function loopIterable(node: PythonNode): PythonNode | null {
  const loop = node.children.findIndex((child) => child.type === "for");
  if (loop < 0) return null;
  const word = node.children.findIndex((child, at) => at > loop && child.type === "in");
  return node.children[word + 1] ?? null;
}

function allOf(kinds: Kind[]): Kind {
  const strange = kinds.find((kind) => kind === "sequence") ?? kinds.find((kind) => kind === "other");
  if (strange !== undefined) return strange;
  return kinds.every((kind) => kind === "number") ? "number" : "unknown";
}
