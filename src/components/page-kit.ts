/** What almost every page needs, in one import: controls, prose helpers, rows. Figures are imported one by one. */
export { bindUrl } from "./bind-url.js";
export { datasetSwitch } from "./dataset-switch.js";
export { element } from "./element.js";
export { finding } from "./finding.js";
export { forkBlock } from "./fork-block.js";
export { readRows } from "./read-rows.js";
export { segmented } from "./segmented.js";
export { slider } from "./slider.js";
export { stat } from "./stat.js";
export { systemIndex, systemLabel } from "./systems.js";
export { systemPicker } from "./system-picker.js";
export * from "../shared/format.js";
export { freeText, oneNumberOf, oneOf } from "../shared/url-state.js";
