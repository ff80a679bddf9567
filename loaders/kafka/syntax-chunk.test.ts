import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasCorpus, readCorpus } from "./imported-corpus.ts";
import { IMPORT_COMMAND } from "./manifest.ts";
import { syntaxCuts, syntaxSpans } from "./syntax-chunk.ts";
import { type Language, nonCodeSpans } from "./syntax-chunk-scan.ts";

const LONE_SURROGATE = /\p{Surrogate}/u;

/** The text without comments and literals. */
function codeOf(text: string, language: Language): string {
  let code = "";
  let at = 0;
  for (const { start, end } of nonCodeSpans(text, language)) {
    code += text.slice(at, start);
    at = end;
  }
  return code + text.slice(at);
}

describe("nonCodeSpans", () => {
  it.each<[Language, string, string]>([
    ["java", 'a = "{\\"}"; b', "a = ; b"],
    ["java", "c = '{'; d = '\\''; e = '\\u007b';", "c = ; d = ; e = ;"],
    ["java", "f(); // {\ng();", "f(); \ng();"],
    ["java", "/* { /* */ h();", " h();"],
    ["java", 'i = """\n  { "x" \\""" }\n  """;', "i = ;"],
    ["java", 'j = "not closed {\nk();', "j = \nk();"],
    ["scala", "/* { /* { */ } */ h", " h"],
    ["scala", 'val s = s"$a{${ if (x) { "}" } else { s"${y}" } }}" + t', "val s = s + t"],
    ["scala", 'val r = """\\{"""" + t', "val r =  + t"],
    ["scala", "val t = 'symbol; def `odd{name` = '{'", "val t = 'symbol; def  = "],
    ["scala", 'val dollars = s"$${not code" + t', "val dollars = s + t"],
  ])("%s: %s", (language, text, code) => {
    expect(codeOf(text, language)).toBe(code);
  });

  it.skipIf(!hasCorpus())(
    `leaves balanced braces in every file (skipped until \`${IMPORT_COMMAND}\`)`,
    () => {
      const unbalanced = readCorpus().filter(({ path, text }) => {
        const code = codeOf(text, path.endsWith(".scala") ? "scala" : "java");
        let depth = 0;
        for (const brace of code.match(/[{}]/g) ?? []) {
          depth += brace === "{" ? 1 : -1;
          if (depth < 0) return true;
        }
        return depth !== 0;
      });
      expect(unbalanced.map(({ path }) => path)).toEqual([]);
    },
  );
});

const CLASS = [
  /*  1 */ "package a;",
  /*  2 */ "",
  /*  3 */ "class A {",
  /*  4 */ "  int x;",
  /*  5 */ "",
  /*  6 */ "  /** Says {",
  /*  7 */ "",
  /*  8 */ "   nothing. */",
  /*  9 */ "  void first() {",
  /* 10 */ "    if (x) {",
  /* 11 */ "      go();",
  /* 12 */ "    } else {",
  /* 13 */ "      stop();",
  /* 14 */ "    }",
  /* 15 */ "    last();",
  /* 16 */ "  }",
  /* 17 */ "  void second() { }",
  /* 18 */ "",
  /* 19 */ "}",
  /* 20 */ "class B { }",
].join("\n");

const lineBefore = (offset: number): number => CLASS.slice(0, offset).split("\n").length - 1;

describe("syntaxCuts", () => {
  it("cuts after blank lines and closed blocks, not in comments and not before a closing brace", () => {
    expect(syntaxCuts(CLASS, "java").map(({ offset, depth }) => [lineBefore(offset), depth])).toEqual([
      [2, 0],
      [5, 1],
      [14, 2],
      [16, 1],
      [19, 0],
    ]);
  });
});

describe("syntaxSpans", () => {
  const linesAt = (limit: number) =>
    syntaxSpans(CLASS, limit, "java").map(({ start, end }) => [
      lineBefore(start) + 1,
      lineBefore(end - 1) + 1,
    ]);

  it("keeps together what fits", () => {
    expect(linesAt(1500)).toEqual([[1, 20]]);
  });

  it("cuts what does not fit at the lowest nesting, and lets it begin a chunk", () => {
    expect(linesAt(160)).toEqual([
      [1, 2],
      [3, 16],
      [17, 20],
    ]);
    expect(linesAt(130)).toEqual([
      [1, 2],
      [3, 5],
      [6, 16],
      [17, 20],
    ]);
  });

  it("goes down to line ends, then to characters", () => {
    expect(syntaxSpans("aaaa\nbbbb\ncccc\n", 11, "java")).toEqual([
      { start: 0, end: 10 },
      { start: 10, end: 15 },
    ]);
    expect(syntaxSpans("a".repeat(25), 11, "java").map(({ end }) => end)).toEqual([10, 20, 25]);
  });

  it("parts a text without gap or overlap, and never exceeds the limit", () => {
    const parts = fc.constantFrom("{\n", "}\n", "\n", "x;\n", "/*", "*/", '"', "😀", "word");
    fc.assert(
      fc.property(fc.array(parts), fc.integer({ min: 4, max: 40 }), (list, limit) => {
        const text = list.join("");
        const spans = syntaxSpans(text, limit, "scala");
        expect(spans.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        for (const { start, end } of spans) {
          expect(end - start).toBeGreaterThan(0);
          expect(end - start).toBeLessThanOrEqual(limit);
          expect(text.slice(start, end)).not.toMatch(LONE_SURROGATE);
        }
      }),
    );
  });
});
