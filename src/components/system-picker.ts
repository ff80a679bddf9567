import type { SystemRow } from "../shared/rows.ts";
import { oneOf } from "../shared/url-state.js";
import { bindUrl, type Control } from "./bind-url.js";
import { selectBox } from "./select-box.js";
import { CLASS_LABELS } from "./systems.js";

/** One system, chosen from its class. `extra` are choices that are no system, such as a mean over all. */
export function systemPicker(
  systems: readonly SystemRow[],
  options: {
    label?: string;
    key?: string;
    fallback?: string;
    extra?: { value: string; label: string }[];
  } = {},
): Control<string> {
  const extra = options.extra ?? [];
  const classes = Object.keys(CLASS_LABELS).filter((name) => systems.some((system) => system.class === name));
  const groups = classes.map((name) => ({
    label: CLASS_LABELS[name]!,
    options: systems
      .filter((system) => system.class === name)
      .map(({ system, label }) => ({ value: system, label })),
  }));
  const ids = [...extra.map(({ value }) => value), ...systems.map(({ system }) => system)];
  const fallback = options.fallback ?? ids[0]!;
  const control = selectBox(options.label ?? "System", [{ label: "", options: extra }, ...groups]);
  return bindUrl(control, oneOf(options.key ?? "system", ids, fallback));
}
