import { expect, it } from "vitest";
import { InputError, UserError } from "../errors.ts";
import { parseRerankers, readRerankers, recipeOf, rerankerById } from "./registry.ts";

const ENTRY = `rerankers:
  - id: mine
    label: Mine
    kind: rerank-api
    licence: none
    source_url: https://example.org
    base_url: http://127.0.0.1:8000/v1
    model: m
`;

it("registers every kind of client, each with an id of its own", () => {
  const entries = readRerankers();
  expect(new Set(entries.map(({ kind }) => kind)).size).toBe(4);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

it.each([
  ["a key in place of the variable's name", ENTRY + "    key: sk-abc123\n", "f:9 mine [key]"],
  ["a kind that there is not", ENTRY.replace("rerank-api", "oracle"), "f:4 mine [kind]"],
  ["a field of another kind", ENTRY + "    dtype: fp32\n", "f:9 mine [dtype]"],
  ["an id used twice", ENTRY + ENTRY.slice(ENTRY.indexOf("  - id")), "f:9 mine [id]"],
  ["broken YAML", "rerankers: [", "(file)"],
])("names line and entry of %s", (_, yaml, words) => {
  expect(() => parseRerankers(yaml, "f")).toThrow(InputError);
  expect(() => parseRerankers(yaml, "f")).toThrow(words);
});

it("gives another recipe to another model, not to another price, address or key", () => {
  const [mine] = parseRerankers(ENTRY, "f");
  const [other] = parseRerankers(ENTRY.replace("model: m", "model: n"), "f");
  const [moved] = parseRerankers(ENTRY.replace(":8000", ":9000") + "    key: MY_KEY\n", "f");
  expect(recipeOf(other!)).not.toBe(recipeOf(mine!));
  expect(recipeOf(moved!)).toBe(recipeOf(mine!));
});

it("lists what there is when an id is unknown", () => {
  expect(() => rerankerById("nobody", parseRerankers(ENTRY, "f"))).toThrow(UserError);
});
