import type { SystemRow } from "../../src/shared/rows.ts";
import { isDense } from "../embedding/models.ts";
import { runSystems } from "../embedding/registered.ts";
import { columnsOf, SYSTEM_INPUTS, type Figure } from "../figures/figure.ts";

export const systems: Figure<SystemRow> = {
  id: "near-clones/systems",
  title: "The systems and how each is invoked",
  source: "loaders/analyses/systems.ts",
  inputs: SYSTEM_INPUTS,
  columns: columnsOf<SystemRow>({
    system: ["utf8", "", "system id"],
    label: ["utf8", "", "name as printed"],
    class: ["utf8", "", "lexical, local_dense, hosted or baseline"],
    family: ["utf8", "", "one for all numeric types of a model"],
    dtype: ["utf8", "", "numeric type of the weights"],
    dimensions: ["int32", "count", "dimensions of a vector, 0 for none"],
    token_limit: ["int32", "tokens", "longest text that is read whole, 0 for any length"],
  }),
  compute: () =>
    Promise.resolve(
      runSystems().map((system) => ({
        system: system.id,
        label: system.label,
        class: system.class,
        family: isDense(system) ? system.family : system.id,
        dtype: isDense(system) ? system.dtype : "",
        dimensions: isDense(system) ? system.dimensions : 0,
        token_limit: isDense(system) ? system.token_limit : 0,
      })),
    ),
};
