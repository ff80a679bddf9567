import type { GenerationPlan } from "../shared/economics.js";
import { numberWithin } from "../shared/url-state.js";
import { bindUrl, type Control } from "./bind-url.js";
import { element } from "./element.js";
import { numberBox } from "./number-box.js";

interface Field {
  plan: keyof GenerationPlan;
  key: string;
  label: string;
  min: number;
  max: number;
  step: number;
  unit?: string;
  /** How many of the shown unit one of the plan is: 100 for percent. */
  scale?: number;
}

const FIELDS: readonly Field[] = [
  { plan: "tasks", key: "tasks", label: "Tasks", min: 1, max: 10_000_000, step: 100 },
  { plan: "promptTokens", key: "prompt", label: "Prompt tokens a call", min: 0, max: 2_000_000, step: 100 },
  {
    plan: "completionTokens",
    key: "completion",
    label: "Completion tokens a call",
    min: 0,
    max: 2_000_000,
    step: 100,
  },
  {
    plan: "usdInput",
    key: "input",
    label: "Input price",
    min: 0,
    max: 10_000,
    step: 0.5,
    unit: "$ a million",
  },
  {
    plan: "usdOutput",
    key: "output",
    label: "Output price",
    min: 0,
    max: 10_000,
    step: 0.5,
    unit: "$ a million",
  },
  {
    plan: "passRate",
    key: "pass",
    label: "Calls that pass",
    min: 1,
    max: 100,
    step: 1,
    unit: "%",
    scale: 100,
  },
  {
    plan: "batchShare",
    key: "batch",
    label: "Calls in batches",
    min: 0,
    max: 100,
    step: 1,
    unit: "%",
    scale: 100,
  },
  {
    plan: "batchDiscount",
    key: "discount",
    label: "Batch discount",
    min: 0,
    max: 100,
    step: 1,
    unit: "%",
    scale: 100,
  },
  {
    plan: "secondsPerCall",
    key: "seconds",
    label: "A real-time call",
    min: 0,
    max: 86_400,
    step: 10,
    unit: "s",
  },
];

/** Six significant digits, as the box shows it: what stands in the link is what the reader saw. */
const shown = (value: number): number => Number(value.toPrecision(6));

/** What a reader sets of a plan; every box lives in the link, and a button goes back to the values it began with. */
export function costCalculator(defaults: GenerationPlan): Control<GenerationPlan> {
  const boxes = FIELDS.map(({ plan, key, label, min, max, step, unit, scale = 1 }) => {
    const fallback = shown(defaults[plan] * scale);
    const options = { min, max, step, value: fallback, ...(unit === undefined ? {} : { unit }) };
    const box = bindUrl(numberBox(label, options), numberWithin(key, { min, max }, fallback));
    return { plan, scale, fallback, box };
  });
  const reset = element<HTMLButtonElement>`<button type="button" class="plain">Back to the published values</button>`;
  reset.addEventListener("click", () => {
    for (const { box, fallback } of boxes) {
      box.value = fallback;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  const node = element`<div class="controls calculator" role="group" aria-label="What generating tasks costs">${boxes.map(({ box }) => box)}${reset}</div>`;
  Object.defineProperty(node, "value", {
    get: () => Object.fromEntries(boxes.map(({ plan, box, scale }) => [plan, box.value / scale])),
  });
  return node as unknown as Control<GenerationPlan>;
}
