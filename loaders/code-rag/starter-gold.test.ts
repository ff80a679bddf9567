import { describe, expect, it } from "vitest";
import { checkGold } from "../kafka/gold.ts";
import { manifestOf } from "../kafka/manifest.ts";
import { starterGold } from "./starter-gold.ts";

const files = [
  { path: "app/Router.ts", text: "line\n".repeat(40) },
  { path: "app/errors.ts", text: "line\n".repeat(30) },
  { path: "app/it's #1.ts", text: "line\n".repeat(20) },
  { path: "lib/far.ts", text: "line\n".repeat(35) },
];
const manifest = manifestOf(files, { corpus: "shop", source: "", licence: "" });
const check = (text: string) => checkGold([{ file: "gold.yaml", text }], manifest);

describe("starterGold", () => {
  it("is a whole question about the longest file and its neighbors, refused for its unwritten texts alone", () => {
    const { questions, violations } = check(starterGold("shop", files));
    expect(questions[0]).toMatchObject({
      area: "app",
      retrieval: { primary: [{ path: "app/Router.ts", lines: [1, 40] }] },
      interference: [{ path: "app/errors.ts" }, { path: "app/it's #1.ts" }],
    });
    expect(new Set(violations.map(({ message }) => message))).toEqual(
      new Set(["still holds the starter's text."]),
    );
    expect(violations).toHaveLength(9);
  });

  it("shows what a filled question reads like, in comments", () => {
    const text = starterGold("shop", files);
    expect(text).toMatch(/^#\s+- id: identifier-parts$/m);
    expect(text).toMatch(/^#\s+evaluation: \{ metrics: \[recall, mrr, quorum, paraphrase_drop\] \}$/m);
  });

  it("passes once each text is written", () => {
    let place = 0;
    const texts = [
      "Who picks the page?",
      "route table lookup",
      "route page",
      "Who picks the sheet?",
      "sheet",
      "page",
    ];
    const filled = starterGold("shop", files).replace(
      /"<write: [^\n]*>"/g,
      () => texts[place++] ?? `text ${place}`,
    );
    expect(check(filled).violations).toEqual([]);
  });

  it("needs an owner and two neighbors", () => {
    expect(() => starterGold("shop", files.slice(0, 2))).toThrow("Here are 2.");
  });
});

describe("questions about another code base than Kafka", () => {
  const asked = (human: string, primary: string) => {
    let place = 0;
    const texts = [human, "route table lookup", "route page", "Who picks the sheet?", "sheet", "page"];
    const text = starterGold("shop", files)
      .replace(/"<write: [^\n]*>"/g, () => texts[place++] ?? `text ${place}`)
      .replace(/path: "app\/Router.ts", lines: .*\]/, `path: ${primary}, lines: [1, 9]`)
      .replace(/path: "app\/errors.ts"/, "path: lib/far.ts");
    return check(text).violations.map(({ message }) => message);
  };

  it("may not name the file's class, but use a word that happens to be a file's name", () => {
    expect(asked("What does the router do?", "app/Router.ts")).toEqual([
      'says "router", which names the class Router that it asks for.',
    ]);
    expect(asked("Where do errors go?", "app/errors.ts")).toEqual([]);
  });

  it("name areas of their own, as words that can stand in a link", () => {
    const text = starterGold("shop", files).replace("area: app", "area: The App");
    expect(check(text).violations[0]).toMatchObject({
      rule: "area",
      remedy: expect.stringMatching("`error-handling`"),
    });
  });
});
