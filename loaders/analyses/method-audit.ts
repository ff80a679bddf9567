import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { AuditRow } from "../../src/shared/rows.ts";
import { InputError } from "../errors.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import { fromRoot } from "../paths.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";

const AUDIT_FILE = "data/audit.jsonl";

/** One attempt at writing a task's function from its query and signature alone. */
const ATTEMPT = z.strictObject({
  task: z.string(),
  passed: z.boolean(),
  /** What was done about an attempt that failed; empty when it passed. */
  mended: z.string(),
});

function readAttempts(): Map<string, z.infer<typeof ATTEMPT>> {
  if (!existsSync(fromRoot(AUDIT_FILE))) return new Map();
  const lines = readFileSync(fromRoot(AUDIT_FILE), "utf8").trim().split("\n");
  return new Map(
    lines.map((line, index) => {
      const parsed = ATTEMPT.safeParse(JSON.parse(line));
      if (parsed.success) return [parsed.data.task, parsed.data];
      const message = parsed.error.issues
        .map((issue) => `${issue.path.join(".")}: ${issue.message}`)
        .join("; ");
      const remedy = "Each line holds task, passed and mended.";
      throw new InputError([
        { file: AUDIT_FILE, line: index + 1, item: "-", rule: "schema", message, remedy },
      ]);
    }),
  );
}

export const methodAudit: Figure<AuditRow> = {
  id: "method/audit",
  title: "Blind audit: the function written from query and signature alone",
  source: "loaders/analyses/method-audit.ts",
  inputs: [...CORPUS_INPUTS, AUDIT_FILE],
  columns: columnsOf<AuditRow>({
    dataset: ["utf8", "", "dataset id"],
    domain: ["utf8", "", "task domain"],
    attempts: ["int32", "count", "tasks whose function was written from query and signature alone"],
    passed: ["int32", "count", "attempts that passed the whole suite at once"],
    mended: ["int32", "count", "tasks mended afterwards"],
    unaudited: ["int32", "count", "tasks that were not audited"],
  }),
  compute: async () => {
    const attempts = readAttempts();
    const { tasks, dataset } = await loadCorpus("near-miss");
    return [...new Set(tasks.map(({ domain }) => domain))].sort().map((domain) => {
      const own = tasks.filter((task) => task.domain === domain);
      const audited = own.flatMap(({ id }) => attempts.get(id) ?? []);
      return {
        dataset: dataset.id,
        domain,
        attempts: audited.length,
        passed: audited.filter(({ passed }) => passed).length,
        mended: audited.filter(({ mended }) => mended !== "").length,
        unaudited: own.length - audited.length,
      };
    });
  },
};
