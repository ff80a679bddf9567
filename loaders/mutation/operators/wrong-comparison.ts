import type { Edit, Operator } from "./edit.ts";

/** What each relational operator is mistaken for: its neighbor (strict or not), and its mirror image. */
const SWAPS: Record<string, readonly string[]> = {
  "<": ["<=", ">"],
  "<=": ["<", ">="],
  ">": [">=", "<"],
  ">=": [">", "<="],
  "==": ["!="],
  "!=": ["=="],
  in: ["not in"],
  "not in": ["in"],
  is: ["is not"],
  "is not": ["is"],
};

/** `wrong_comparison`: swaps one relational operator, each one of a chain by itself. */
export const wrongComparison: Operator = (snippet) =>
  snippet.editable.flatMap((node): Edit[] => {
    if (node.type !== "CompareOp") return [];
    const operator = snippet.text(node).replace(/\s+/, " ");
    return (SWAPS[operator] ?? []).map((other) => ({
      bugType: "wrong_comparison",
      rule: `comparison:${operator}:${other}`,
      span: node,
      replacement: other,
    }));
  });
