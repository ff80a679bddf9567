import { DATASETS, hasText } from "../tasks/datasets.ts";

/** Whether imported text is here: all of it, none, or some. */
export type TextState = "present" | "absent" | "partly";

/** Whether the text of datasets that are not committed is on this machine. */
export function textState(): TextState {
  const here = DATASETS.filter(({ importCommand }) => importCommand !== "").map(hasText);
  if (here.every(Boolean)) return "present";
  return here.some(Boolean) ? "partly" : "absent";
}
