import { AS_IS } from "../../src/shared/variant-rows.ts";
import type { DenseSystem } from "../embedding/models.ts";
import { PythonSyntaxError } from "../mutation/syntax/tree.ts";
import { present, type Corpus } from "../tasks/corpus.ts";
import { removeComments } from "./remove-comments.ts";
import { neutralNames, rename, withoutFunctionName, type Renaming } from "./rename.ts";
import { UnsupportedNamesError } from "./scopes.ts";

export const ABLATIONS = ["passage-text", "prefix"] as const;
export type Ablation = (typeof ABLATIONS)[number];

/** One way of making the texts that are encoded. */
export interface Variant {
  id: string;
  queryPrefix: string;
  passagePrefix: string;
  /** One a snippet of the search pool, in its order, without prefix. */
  codes: readonly string[];
}

/** What a treatment makes of one task's snippets, canonical first. */
type Treatment = (codes: readonly string[], functionName: string) => readonly string[];

/** A text that cannot be read, or whose names cannot be followed, stays as it is (its file counts it as unchanged). */
function orAsIs(treat: (code: string) => string): (code: string) => string {
  return (code) => {
    try {
      return treat(code);
    } catch (error) {
      if (error instanceof PythonSyntaxError || error instanceof UnsupportedNamesError) return code;
      throw error;
    }
  };
}

/** The canonical's renaming serves its near-clones, so that each still differs by one edit. */
function renamed(
  codes: readonly string[],
  renamingOf: (canonical: string) => Renaming | null,
): readonly string[] {
  let renaming: Renaming | null = null;
  orAsIs((canonical) => {
    renaming = renamingOf(canonical);
    return canonical;
  })(codes[0]!);
  return renaming === null ? codes : codes.map(orAsIs((code) => rename(code, renaming!)));
}

const TREATMENTS: Readonly<Record<string, Treatment>> = {
  "no-comments": (codes) => codes.map(orAsIs(removeComments)),
  "neutral-names": (codes) => renamed(codes, neutralNames),
  "no-function-name": (codes, functionName) =>
    renamed(codes, (canonical) => withoutFunctionName(canonical, functionName)),
};

/** Variants of the passage text: every snippet of the pool gets the same treatment. */
function passageTextVariants(corpus: Corpus, own: readonly number[][], system: DenseSystem): Variant[] {
  const asIs = corpus.snippets.map(({ code }) => present(code));
  const prefixes = { queryPrefix: system.query_prefix, passagePrefix: system.passage_prefix };
  const treated = Object.entries(TREATMENTS).map(([id, treatment]) => {
    const codes = [...asIs];
    own.forEach((snippets, task) => {
      const texts = treatment(
        snippets.map((snippet) => asIs[snippet]!),
        corpus.tasks[task]!.functionName,
      );
      snippets.forEach((snippet, i) => (codes[snippet] = texts[i]!));
    });
    return { id, ...prefixes, codes };
  });
  return [{ id: AS_IS, ...prefixes, codes: asIs }, ...treated];
}

/**
 * Variants of the prefixes. A system that has none is given those of others, as a control.
 * @param others all dense systems, whose prefixes there are
 */
function prefixVariants(corpus: Corpus, system: DenseSystem, others: readonly DenseSystem[]): Variant[] {
  const codes = corpus.snippets.map(({ code }) => present(code));
  const { query_prefix: queryPrefix, passage_prefix: passagePrefix } = system;
  const variants: Variant[] = [{ id: AS_IS, queryPrefix, passagePrefix, codes }];
  if (queryPrefix !== "") variants.push({ id: "query-off", queryPrefix: "", passagePrefix, codes });
  if (passagePrefix !== "") variants.push({ id: "both-off", queryPrefix: "", passagePrefix: "", codes });
  if (variants.length > 1) return variants;
  const foreign = new Map(
    others
      .filter(({ query_prefix }) => query_prefix !== "")
      .map((other) => [other.query_prefix + "\n" + other.passage_prefix, other]),
  );
  for (const other of foreign.values()) {
    variants.push({
      id: `with-${other.family}`,
      queryPrefix: other.query_prefix,
      passagePrefix: other.passage_prefix,
      codes,
    });
  }
  return variants;
}

/** The variants of an ablation for a system, the registered run first. */
export function variantsOf(
  ablation: Ablation,
  corpus: Corpus,
  own: readonly number[][],
  system: DenseSystem,
  dense: readonly DenseSystem[],
): Variant[] {
  return ablation === "prefix"
    ? prefixVariants(corpus, system, dense)
    : passageTextVariants(corpus, own, system);
}
