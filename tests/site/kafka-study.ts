import { beforeAll } from "vitest";
import type { OfStudy, StudyRow } from "../../src/shared/kafka-rows.ts";
import { builtRows } from "./built-rows.ts";
import { folder } from "./built-site.ts";

/** The first study of the built site, which the Kafka pages open with; known from the first test on. */
export let study: StudyRow;

beforeAll(async () => {
  [study] = (await builtRows<StudyRow>(folder, "kafka/studies")) as [StudyRow];
});

/** Its rows of a figure: `ofStudy<KafkaCellRow>("kafka/cells")`. */
export async function ofStudy<Row extends object>(figure: string): Promise<OfStudy<Row>[]> {
  const rows = await builtRows<OfStudy<Row>>(folder, figure);
  return rows.filter((row) => row.study === study.study);
}
