import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { BUG_TYPES } from "../../src/shared/vocabulary.ts";
import { InputError, type Violation } from "../errors.ts";
import { fromRoot } from "../paths.ts";
import { writeFileWhole } from "../store/write-file.ts";

/** One line a survivor of the datasets whose text is committed. */
export const EQUIVALENTS_FILE = "data/equivalents.jsonl";

export const VERDICTS = ["equivalent", "out_of_contract", "distinguished", "undecided"] as const;
/**
 * `equivalent`: no input told the mutant apart; `out_of_contract`: none that the query allows; `distinguished`: one that
 * the query allows, so that the suite needs a test; `undecided`: too few inputs were tried.
 */
export type Verdict = (typeof VERDICTS)[number];

const id = z.string().regex(/^[0-9a-f]{12}$/, "must be 12 hex digits");
const count = z.int().nonnegative();

const ROW = z.strictObject({
  task: z.string(),
  mutant: id,
  /** Snippet id of the canonical: another canonical makes the row void. */
  canonical: id,
  bug_type: z.enum(BUG_TYPES),
  description: z.string(),
  /** The changed lines of the canonical and of the mutant. */
  before: z.string(),
  after: z.string(),
  /** Inputs asked for, and those tried: both gave the same value, or both raised the same expected exception. */
  asked: count,
  tried: count,
  agreed: count,
  raised: count,
  verdict: z.enum(VERDICTS),
  /** By hand: what the query allows, as a Python expression over the function's parameters. */
  contract: z.string().min(1).optional(),
  /** By hand, or by a rule that the edit itself decides: why no input tells mutant and canonical apart. */
  reason: z.string().min(1).optional(),
  reason_by: z.literal("rule").optional(),
  /** An input that tells them apart (for `out_of_contract`: one that the query does not allow), and what each gives. */
  input: z.string().optional(),
  expected: z.string().optional(),
  got: z.string().optional(),
  test: z.string().optional(),
  /** Why too few inputs were tried. */
  note: z.string().optional(),
  /** What decided the search: canonical, mutant, suite, inputs, contract and engine. */
  digest: id,
});

export type EquivalentRow = z.infer<typeof ROW>;

/** Rows of the file in its order; none when there is no file yet. @throws InputError naming each malformed line */
export function readEquivalents(path = fromRoot(EQUIVALENTS_FILE)): EquivalentRow[] {
  return existsSync(path) ? parseEquivalents(readFileSync(path, "utf8")) : [];
}

/** @throws InputError naming each malformed line */
export function parseEquivalents(text: string): EquivalentRow[] {
  const violations: Violation[] = [];
  const report = (line: number, item: string, rule: string, message: string) => {
    const remedy = "See data/README.md for the fields, or delete the line and run `npm run equivalents`.";
    violations.push({ file: EQUIVALENTS_FILE, line, item, rule, message, remedy });
  };
  const rows = text.split("\n").flatMap((content, index) => {
    if (content.trim() === "") return [];
    try {
      const value: unknown = JSON.parse(content);
      const parsed = ROW.safeParse(value);
      if (parsed.success) return [parsed.data];
      const item = String((value as { task?: unknown } | null)?.task ?? "-");
      for (const { path, message } of parsed.error.issues)
        report(index + 1, item, `schema ${path.join(".")}`, `${message}.`);
    } catch (error) {
      report(index + 1, "-", "json", `is not JSON: ${(error as Error).message}.`);
    }
    return [];
  });
  if (violations.length > 0) throw new InputError(violations);
  return rows;
}

const FIELDS = Object.keys(ROW.shape) as (keyof EquivalentRow)[];

/** Rows as JSON lines, sorted by task, then mutant, with their fields in one order. */
export function formatEquivalents(rows: readonly EquivalentRow[]): string {
  const key = ({ task, mutant }: EquivalentRow): string => `${task} ${mutant}`;
  return [...rows]
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map((row) => `${JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, row[field]])))}\n`)
    .join("");
}

export function writeEquivalents(rows: readonly EquivalentRow[], path = fromRoot(EQUIVALENTS_FILE)): void {
  writeFileWhole(path, formatEquivalents(rows));
}
