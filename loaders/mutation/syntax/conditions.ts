import type { PythonNode } from "./tree.ts";

/**
 * Lezer's grammar gives `not` the whole rest of a condition (`not a and b` becomes `not (a and b)`) and nests chains to the left.
 * This gives a condition Python's own shape (Language Reference, 6.10-6.12 and 6.17):
 * - `BooleanExpression`: operand, `and`, operand, `and`, ... (one operator, two operands or more);
 * - `NotExpression`: `not`, operand;
 * - `Comparison`: operand, `CompareOp`, operand, ... (`not in` and `is not` are one `CompareOp` each).
 * Any other node, and a condition inside a larger one, is returned as it is.
 */
export function regroupCondition(node: PythonNode, source: string): PythonNode {
  if (!isCondition(node)) return node;
  // A bare condition stands in no arithmetic: inside another expression of these types it is part of a larger condition.
  if (node.parent?.type === "BinaryExpression" || node.parent?.type === "UnaryExpression") return node;
  const reader = new ConditionReader(flatten(node), source);
  return reader.or();
}

const WORDS = new Set(["and", "or", "not", "in", "is"]);

function isCondition(node: PythonNode): boolean {
  if (node.type !== "BinaryExpression" && node.type !== "UnaryExpression") return false;
  return node.children.some((child) => WORDS.has(child.type) || child.type === "CompareOp");
}

/** Operands and operator words in source order. */
function flatten(node: PythonNode): PythonNode[] {
  return isCondition(node) ? node.children.flatMap(flatten) : [node];
}

class ConditionReader {
  private at = 0;

  constructor(
    private readonly parts: PythonNode[],
    private readonly source: string,
  ) {}

  or(): PythonNode {
    return this.chain("or", () => this.chain("and", () => this.not()));
  }

  private chain(word: string, operand: () => PythonNode): PythonNode {
    const children = [operand()];
    while (this.parts[this.at]?.type === word) children.push(this.take(), operand());
    return children.length === 1 ? children[0]! : group("BooleanExpression", children);
  }

  private not(): PythonNode {
    if (this.parts[this.at]?.type !== "not") return this.comparison();
    return group("NotExpression", [this.take(), this.not()]);
  }

  private comparison(): PythonNode {
    const children = [this.take()];
    while (this.startsComparison()) children.push(this.comparisonOperator(), this.take());
    return children.length === 1 ? children[0]! : group("Comparison", children);
  }

  private startsComparison(): boolean {
    const type = this.parts[this.at]?.type;
    return type === "CompareOp" || type === "in" || type === "is" || type === "not";
  }

  private comparisonOperator(): PythonNode {
    const first = this.take();
    const pair = `${first.type} ${this.parts[this.at]?.type ?? ""}`;
    const last = pair === "not in" || pair === "is not" ? this.take() : first;
    return { type: "CompareOp", from: first.from, to: last.to, parent: null, children: [] };
  }

  private take(): PythonNode {
    const part = this.parts[this.at++];
    if (part === undefined) throw new Error(`condition ends early in: ${this.source}`);
    return part;
  }
}

function group(type: string, children: PythonNode[]): PythonNode {
  const node: PythonNode = { type, from: children[0]!.from, to: children.at(-1)!.to, parent: null, children };
  for (const child of children) child.parent = node;
  return node;
}
