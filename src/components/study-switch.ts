import type { StudyRow } from "../shared/kafka-rows.ts";
import { oneOf } from "../shared/url-state.js";
import { bindUrl, type Control } from "./bind-url.js";
import { segmented } from "./segmented.js";

/** Which code base a page speaks about; the first row is the default, and a single one needs no control on the page. */
export function studySwitch(studies: readonly StudyRow[]): Control<string> {
  const ids = studies.map(({ study }) => study);
  const options = studies.map(({ study, label }) => ({ value: study, label }));
  const control = bindUrl(segmented("Code base", options), oneOf("study", ids, ids[0]!));
  control.hidden = studies.length < 2;
  return control;
}
