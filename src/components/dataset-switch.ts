import type { DatasetRow } from "../shared/rows.ts";
import { oneOf } from "../shared/url-state.js";
import { bindUrl, type Control } from "./bind-url.js";
import { segmented } from "./segmented.js";

/** Which dataset a page speaks about; the first row is the default. The choice lives in the link. */
export function datasetSwitch(datasets: readonly DatasetRow[]): Control<string> {
  const ids = datasets.map(({ dataset }) => dataset);
  const control = segmented(
    "Dataset",
    datasets.map(({ dataset, label }) => ({ value: dataset, label })),
  );
  return bindUrl(control, oneOf("dataset", ids, ids[0]!));
}
