import { readSetting, writeSetting, type Setting } from "../shared/url-state.js";

/** A form control as Framework's `view` expects it: a value, and an `input` event when it changes. */
export type Control<T> = HTMLElement & { value: T };

/**
 * Ties a control to the query string: it starts from the link, and each change rewrites the address in place (a reader's
 * Back button leaves the page; it does not replay a slider).
 */
export function bindUrl<T>(control: Control<T>, setting: Setting<T>): Control<T> {
  control.value = readSetting(setting, location.search);
  control.addEventListener("input", () => {
    const search = writeSetting(setting, control.value, location.search);
    history.replaceState(history.state, "", `${location.pathname}${search}${location.hash}`);
  });
  addEventListener("popstate", () => {
    const value = readSetting(setting, location.search);
    if (value === control.value) return;
    control.value = value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return control;
}
