import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromRoot } from "../paths.ts";
import { loadCorpus } from "../tasks/load-corpus.ts";
import { pageName } from "./name.ts";
import { planPage } from "./plan.ts";
import { sourcePage, sourcePages } from "./source-page.ts";

/** The walk on the page on forking, from the question to the figure: its code is code that stands in the repository. */
const walk = readFileSync(fromRoot("src/method/fork.md"), "utf8");
const [before, after] = [...walk.matchAll(/```ts run=false\n(.*?)\n```/gs)].map(([, code]) => code!);

describe("the walk through one example", () => {
  it("shows the very line that asks the question, once, in what new:ablation makes", () => {
    const name = pageName("many-tests");
    const { created } = planPage(sourcePage("function-length"), name, "Are they harder?");
    const analysis = created.find(({ path }) => path === "loaders/analyses/many-tests.ts")!;
    expect(analysis.text.split(before!)).toHaveLength(2);
    expect(created.map(({ path }) => path)).toEqual(
      [...walk.matchAll(/`((?:loaders|src)\/[a-z/]+\/many-tests[a-z.-]*)`/g)]
        .map(([, path]) => path!)
        .filter((path, at, all) => all.indexOf(path) === at)
        .sort(
          (a, b) =>
            created.findIndex((file) => file.path === a) - created.findIndex((file) => file.path === b),
        ),
    );
  });

  it("puts in its place a question that every canonical answers with a number", async () => {
    const field = /snippets\[canonical!\]!\.([a-z.]+)\)/i.exec(after!)![1]!;
    expect(before!.replace("codeCharacters", field)).toBe(after);
    const { snippets } = await loadCorpus("near-miss");
    const canonicals = snippets.filter(({ kind }) => kind === "canonical");
    expect(field).toBe("outcomes.length");
    expect(canonicals.every(({ outcomes }) => outcomes.length > 0)).toBe(true);
  });
});

describe("a copied page", () => {
  it("has no name of its source left where files, figures and addresses are named", () => {
    for (const source of sourcePages()) {
      const { created } = planPage(source, pageName("my-idea"), "Does it hold?");
      for (const { path, text } of created) {
        expect(path).toMatch(/my-idea/);
        for (const id of source.figures) expect(text).not.toMatch(new RegExp(`${id}(?![a-z0-9-])`));
        for (const file of [source.page, ...source.modules]) expect(text).not.toContain(file);
      }
    }
  });

  it("stands in the list of figures and in the outline once", () => {
    const { changed } = planPage(sourcePage("edit-size"), pageName("my-idea"), 'Is it "so"?');
    expect(changed.map(({ text }) => text.split("...myIdea,").length - 1)).toEqual([1, 0]);
    expect(changed[1]!.text).toContain(`page("ablations/my-idea", "My idea", "Is it \\"so\\"?")`);
  });
});
