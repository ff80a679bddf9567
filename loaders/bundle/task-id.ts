import type { BundleData } from "./read-data.ts";

/** Task id of a query: `<domain>/<query_id>`. */
export const taskIdOf = ({ queries }: BundleData, query: number): string =>
  `${queries[query]!.domain}/${queries[query]!.id}`;
