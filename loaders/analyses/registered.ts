import type { RegisteredRow } from "../../src/shared/rows.ts";
import { taskOf, type Role } from "../embedding/encoded-text.ts";
import { isRemote, type DenseSystem } from "../embedding/models.ts";
import { needOf, registeredOnly, runCommand } from "../embedding/registered.ts";
import { columnsOf, type Figure, SYSTEM_INPUTS } from "../figures/figure.ts";

/** What a role's text is sent with, in words. */
function sideOf(system: DenseSystem, role: Role): string {
  const task = taskOf(system, role);
  const prefix = role === "query" ? system.query_prefix : system.passage_prefix;
  const parts = [task === undefined ? "" : `task type ${task}`, prefix === "" ? "" : `“${prefix}”`];
  return parts.filter((part) => part !== "").join(", ") || "raw";
}

export function registeredRow(system: DenseSystem): RegisteredRow {
  const price = isRemote(system) ? system.price : undefined;
  return {
    system: system.id,
    label: system.label,
    class: system.class,
    provider: system.provider,
    need: needOf(system),
    query_side: sideOf(system, "query"),
    passage_side: sideOf(system, "passage"),
    similarity: system.similarity,
    dimensions: system.dimensions,
    token_limit: system.token_limit,
    usd_per_million_tokens: price?.usd_per_million_tokens ?? 0,
    price_date: price?.date ?? "",
    source_url: system.source_url,
    command: runCommand(system),
  };
}

export const registered: Figure<RegisteredRow> = {
  id: "method/registered",
  title: "Systems that are registered with their invocation and have not been run",
  source: "loaders/analyses/registered.ts",
  inputs: SYSTEM_INPUTS,
  columns: columnsOf<RegisteredRow>({
    system: ["utf8", "", "system id"],
    label: ["utf8", "", "name as printed"],
    class: ["utf8", "", "local_dense or hosted"],
    provider: ["utf8", "", "what would run it"],
    need: ["utf8", "", "what a run needs that is not here"],
    query_side: ["utf8", "", "what a question is sent with"],
    passage_side: ["utf8", "", "what a snippet is sent with"],
    similarity: ["utf8", "", "cosine or dot"],
    dimensions: ["int32", "count", "dimensions of a vector"],
    token_limit: ["int32", "tokens", "longest text that is read whole"],
    usd_per_million_tokens: ["float64", "USD", "list price of a million tokens, 0 where none is registered"],
    price_date: ["utf8", "", "day of the price, or empty"],
    source_url: ["utf8", "", "model card or documentation"],
    command: ["utf8", "", "what runs it"],
  }),
  compute: () => Promise.resolve(registeredOnly().map(registeredRow)),
};
