import type { StudyRow } from "../shared/kafka-rows.ts";
import { oneOf } from "../shared/url-state.js";
import { bindUrl, type Control } from "./bind-url.js";
import { element } from "./element.js";
import { segmented } from "./segmented.js";

/** Which code base a page speaks about; the first row is the default, and a single one needs no control on the page. */
export function studySwitch(studies: readonly StudyRow[]): Control<string> {
  const ids = studies.map(({ study }) => study);
  const options = studies.map(({ study, label }) => ({ value: study, label }));
  const control = bindUrl(segmented("Code base", options), oneOf("study", ids, ids[0]!));
  control.hidden = studies.length < 2;
  control.append(labelNote(studies, control));
  return control;
}

/** Pages say how the first study's questions were labeled; whoever chose another has to know that. */
function labelNote(studies: readonly StudyRow[], control: Control<string>): HTMLElement {
  const note = element`<p class="figure-note" aria-live="polite"></p>`;
  const [first] = studies;
  const tell = (): void => {
    const chosen = studies.find(({ study }) => study === control.value);
    const own = chosen !== undefined && chosen !== first;
    note.hidden = !own;
    note.textContent = own
      ? `Questions and labels of ${chosen.label} come from its own gold file. What the page says of annotators and their limits is said of ${first!.label}.`
      : "";
  };
  control.addEventListener("input", tell);
  tell();
  return note;
}
