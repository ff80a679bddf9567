/** A thread of `refresh-all.ts`: computes figures of the workbook. */
import { FIGURES } from "./index.ts";
import { refreshBatchOf } from "./refresh-batch.ts";

export default refreshBatchOf(FIGURES);
