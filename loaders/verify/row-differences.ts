import type { Column, Row } from "../store/parquet.ts";

/** How rows differ from the committed ones. */
export interface RowDifferences {
  added: number;
  removed: number;
  changed: number;
  /** Whether the same rows stand in another order and nothing else differs. */
  onlyOrder: boolean;
  /** The first of them in words: key columns, then each column that differs with both values. */
  first: string[];
}

const keyOf = (row: Row, columns: readonly string[]): string =>
  columns.map((name) => String(row[name])).join("\u0000");

/** The columns that tell rows apart: names, then whole numbers, as many from the left as it takes; all where rows repeat. */
export function keyColumns(rows: readonly Row[], columns: readonly Column[]): string[] {
  const candidates = ["utf8", "int32"].flatMap((wanted) =>
    columns.filter(({ type }) => type === wanted).map(({ name }) => name),
  );
  const isUnique = (chosen: readonly string[]): boolean =>
    new Set(rows.map((row) => keyOf(row, chosen))).size === rows.length;
  for (let taken = 1; taken < candidates.length; taken++) {
    const chosen = candidates.slice(0, taken);
    if (isUnique(chosen)) return chosen;
  }
  return candidates;
}

/** Rows by key; rows that repeat a key get their number in it. */
function byKey(rows: readonly Row[], key: readonly string[]): Map<string, Row> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const text = keyOf(row, key);
      const times = seen.get(text) ?? 0;
      seen.set(text, times + 1);
      return [`${text}\u0000${times}`, row];
    }),
  );
}

const shown = (value: Row[string] | undefined): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

const nameOf = (row: Row, key: readonly string[]): string =>
  key.map((column) => `${column}=${shown(row[column])}`).join(" ");

/** Compares rows with the committed ones by their key columns. */
export function rowDifferences(
  before: readonly Row[],
  now: readonly Row[],
  columns: readonly Column[],
  limit = 5,
): RowDifferences {
  const key = keyColumns(before, columns);
  const [old, young] = [byKey(before, key), byKey(now, key)];
  const lines: string[] = [];
  const counts = { added: 0, removed: 0, changed: 0 };
  for (const [id, row] of young) {
    const was = old.get(id);
    if (!was) {
      counts.added++;
      lines.push(`new: ${nameOf(row, key)}`);
      continue;
    }
    const cells = columns.filter(({ name }) => !Object.is(was[name], row[name]));
    if (cells.length === 0) continue;
    counts.changed++;
    const values = cells.map(({ name }) => `${name} ${shown(was[name])} then, ${shown(row[name])} now`);
    lines.push(`${nameOf(row, key)}: ${values.join("; ")}`);
  }
  for (const [id, row] of old) {
    if (young.has(id)) continue;
    counts.removed++;
    lines.push(`gone: ${nameOf(row, key)}`);
  }
  return { ...counts, onlyOrder: lines.length === 0, first: lines.slice(0, limit) };
}
