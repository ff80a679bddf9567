import type { AuditRow } from "../../src/shared/rows.ts";
import { columnsOf, CORPUS_INPUTS, type Figure } from "../figures/figure.ts";
import { AUDIT_FILE, readAttempts } from "../tasks/audit-file.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";

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
