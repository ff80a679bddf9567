import { parser } from "@lezer/python";
import type { SyntaxNodeRef } from "@lezer/common";
import type { Span } from "../../tasks/types.ts";
import { regroupCondition } from "./conditions.ts";

/**
 * A node of the Python syntax tree, with tight UTF-16 offsets: neither the line break nor a comment after the last
 * token belongs to it. Types are Lezer's, except `BooleanExpression`, `NotExpression` and `Comparison`,
 * which `regroupCondition` builds. Comments are no nodes.
 */
export interface PythonNode {
  type: string;
  from: number;
  to: number;
  parent: PythonNode | null;
  children: PythonNode[];
}

/** A parsed source. */
export interface PythonTree {
  source: string;
  root: PythonNode;
  comments: Span[];
}

/** The grammar cannot read a source; `line` counts from 1. */
export class PythonSyntaxError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is not Python that this grammar reads`);
    this.name = "PythonSyntaxError";
    this.line = line;
  }
}

/**
 * Parses Python source.
 * @throws PythonSyntaxError where the source is no Python, so that nobody edits a misread tree.
 */
export function parsePython(source: string): PythonTree {
  const comments: Span[] = [];
  const root: PythonNode = { type: "Script", from: 0, to: source.length, parent: null, children: [] };
  let open = root;
  parser.parse(withFloatsClosed(source)).iterate({
    enter(ref) {
      if (ref.type.isTop) return true;
      if (ref.name === "Comment") {
        comments.push({ from: ref.from, to: ref.to });
        return false;
      }
      if (ref.type.isError) {
        if (isHarmlessError(ref)) return true;
        throw new PythonSyntaxError(lineAt(source, ref.from));
      }
      const node: PythonNode = { type: ref.name, from: ref.from, to: ref.to, parent: open, children: [] };
      open.children.push(node);
      open = node;
      return true;
    },
    leave(ref) {
      if (ref.type.isTop || ref.name === "Comment" || ref.type.isError) return;
      const node = open;
      open = node.parent ?? root;
      tighten(node);
      const settled = regroupCondition(node, source);
      if (settled !== node) {
        settled.parent = open;
        open.children[open.children.length - 1] = settled;
      }
    },
  });
  return { source, root, comments };
}

/** Line of an offset, from 1. */
export function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let at = source.indexOf("\n"); at >= 0 && at < offset; at = source.indexOf("\n", at + 1)) line++;
  return line;
}

/** Text of a node. */
export function textOf(source: string, node: Span): string {
  return source.slice(node.from, node.to);
}

/**
 * The grammar does not know floats that end in their point (`1.`): gives them a digit instead, which moves no offset. The tree's
 * texts are cut from the true source.
 */
function withFloatsClosed(source: string): string {
  // Cheap to ask, and hardly ever true.
  if (!/\d\.(?!\d)/.test(source)) return source;
  const points: number[] = [];
  parser.parse(source).iterate({
    enter({ type, node }) {
      if (!type.isError || node.parent?.name !== "MemberExpression") return;
      const [object, point] = [node.parent.firstChild, node.parent.firstChild?.nextSibling];
      if (object?.name === "Number" && point?.name === ".") points.push(point.from);
    },
  });
  if (points.length === 0) return source;
  const closed = points.reduce((text, at) => `${text.slice(0, at)}0${text.slice(at + 1)}`, source);
  return withFloatsClosed(closed);
}

/** True for two valid forms that this grammar takes for errors: a bare `yield`, and `case C():`. */
function isHarmlessError(ref: SyntaxNodeRef): boolean {
  const parent = ref.node.parent;
  if (parent?.name === "PatternArgList") return ref.node.firstChild?.name === ")";
  if (ref.from !== ref.to) return false;
  if (parent?.name === "LiteralPattern") return parent.from === parent.to;
  return parent?.name === "YieldStatement" || parent?.name === "YieldExpression";
}

/** Shrinks a node to its tokens; Lezer lets blocks (and nodes before an error) run on over white space. */
function tighten(node: PythonNode): void {
  if (node.type === "String" || node.type === "FormatString") return;
  const last = node.children.at(-1);
  if (last !== undefined) node.to = last.to;
}
