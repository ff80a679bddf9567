import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { UserError } from "../errors.ts";
import { STARTER_TEXT } from "../kafka/gold-rules.ts";
import { CONFUSIONS, METRIC_FAMILIES, RELATIONS, STRENGTHS } from "../kafka/gold-schema.ts";
import { fromRoot } from "../paths.ts";
import { countLines } from "../kafka/chunk-lines.ts";

/** Five filled questions to look at. */
export const EXAMPLE_GOLD = "data/code-rag/near-miss.yaml";

const write = (about: string): string => JSON.stringify(`${STARTER_TEXT} ${about}>`);

/** One of them as comment lines. */
function filledExample(id: string): string {
  const entries = readFileSync(fromRoot(EXAMPLE_GOLD), "utf8").split(/^(?= {2}- id: )/m);
  const entry = entries.find((text) => text.startsWith(`  - id: ${id}\n`)) ?? "";
  return entry.trimEnd().replace(/^/gm, "#");
}

/** The longest file that has two neighbors, and those: what is worth asking about is rarely in a short one. */
function firstExample(files: readonly { path: string; text: string }[]) {
  const byLength = [...files].sort((a, b) => b.text.length - a.text.length);
  const besides = (path: string) => {
    const others = byLength.filter((file) => file.path !== path);
    const near = others.filter((file) => posix.dirname(file.path) === posix.dirname(path));
    return [...new Set([...near, ...others])].slice(0, 2);
  };
  const [primary] = byLength;
  const [medium, strong] = primary ? besides(primary.path) : [];
  if (!primary || !medium || !strong) {
    throw new UserError(
      `A question needs three files at least: an owner and two that may be taken for it. Here are ${files.length}.`,
      "Widen --include.",
      2,
    );
  }
  return { primary, medium, strong };
}

/** A gold file with one example of these files, comments on each layer, and texts to be written; checks reject those. */
export function starterGold(id: string, files: readonly { path: string; text: string }[]): string {
  const { primary, medium, strong } = firstExample(files);
  const quoted = (path: string): string => JSON.stringify(path);
  const area = posix.dirname(primary.path).split("/").at(-1)!.toLowerCase();
  return `# Questions with known answers about ${id}. Five are a beginning: copy the entry below, and write over each <write: ...>.
# Five filled ones: ${EXAMPLE_GOLD}. Run \`npm run code-rag -- --corpus DIR --gold FILE --check\` until nothing is left to mend.
version: 1
corpus: ${id}
questions:
  - id: first-question # lower-case words joined by hyphens
    area: ${/^[a-z0-9]+(-[a-z0-9]+)*$/.test(area) ? area : "general"} # the part of the code base, in a word of your own

    # 1. Retrieval: which file owns the behavior, in other words decides it, and on which lines. Secondary files help to explain it.
    retrieval:
      primary:
        - { path: ${quoted(primary.path)}, lines: [1, ${countLines(primary.text)}] }
      secondary: [] # - { path: ..., why: ... }

    # 2. Cognitive: the same question in other words. No two texts of the file may have the same words.
    cognitive:
      human: ${write(`as a colleague would ask who does not know ${posix.basename(primary.path)}; its name must not be in it`)}
      ai_optimized: ${write("in the code's own terms, with its identifiers")}
      keyword: ${write("three to six search words")}
      wrong_terminology:
        text: ${write("a human question with exactly one wrong term, as a newcomer would have it")}
        wrong_term: ${write("that term, as it stands in the text")}
        right_term: ${write("the right one, which must not be in the text")}
      # cross_module: from the view of another part of the code base, where that makes sense

    # 3. Interference: two to five files that may be taken for the owner.
    #    relation: ${RELATIONS.join(", ")}
    #    strength: ${STRENGTHS.join(", ")}
    #    confusion: ${CONFUSIONS.join(", ")}
    interference:
      - { path: ${quoted(medium.path)}, relation: sibling, strength: medium, confusion: shared_vocabulary }
      - { path: ${quoted(strong.path)}, relation: caller, strength: strong, confusion: caller_vs_owner }

    # 4. Rationale: who owns it, how one sees that, and why the strongest neighbor is not the answer.
    rationale:
      owner: ${write("the function or class that decides it")}
      reason: ${write("what it does that answers the question")}
      boundary: ${write("what the neighbor does instead")}

    # 5. Evaluation: the metric families that matter here (${METRIC_FAMILIES.join(", ")}).
    evaluation: { metrics: [recall, mrr] }

# Filled, a question reads like this one about the code of Near Miss:
${filledExample("identifier-parts")}
`;
}
