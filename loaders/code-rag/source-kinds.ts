/** File endings of the languages that are read unless `--include` says otherwise. */
const ENDINGS =
  "c cc clj cljs cpp cs cxx dart erl ex exs fs go groovy h hh hpp hs java jl js jsx kt kts lua m mjs cjs ml mli mm mts cts " +
  "php pl pm ps1 py r rb rs scala sh sql svelte swift ts tsx vue zig";

/** What is read without `--include`. */
export const SOURCE_PATTERNS = [`**/*.{${ENDINGS.split(" ").join(",")}}`];

/** Folders of code that others wrote. */
const VENDORED = [
  "node_modules",
  "bower_components",
  "vendor",
  "third_party",
  "third-party",
  "site-packages",
];

/** Folders that tools write; only where git does not say what is ignored, since a project may keep its own code in one. */
const BUILT = ["dist", "build", "out", "target", "coverage", "venv", "env", "__pycache__"];

/** Patterns of files that are never looked at. @param byGit whether git says what is ignored */
export const ignoredPatterns = (byGit: boolean): string[] =>
  [...VENDORED, ...(byGit ? [] : BUILT)].map((name) => `**/${name}/**`);

/** A larger file is data, a bundle, or generated. */
export const LARGEST_BYTES = 1_000_000;

/** Names that tools give to what they write. */
const GENERATED_NAME = /(\.min\.[cm]?js|_pb2(_grpc)?\.pyi?|\.pb\.(go|cc|h)|\.g\.(dart|cs)|\.designer\.cs)$/i;

/** What tools write into the head of what they write. */
const GENERATED_HEAD =
  /@generated\b|automatically generated|auto-?generated|code generated .{0,80}do not edit/i;

/** No hand writes a line this long. */
const LONGEST_LINE = 5000;

const HEAD = 1000;

/** Why a file is left out. */
export const LEFT_OUT = ["generated", "binary", "too large", "empty"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** A file's text, or why it is left out. @param path for its name alone */
export function sourceText(path: string, bytes: Uint8Array): { text: string } | { leftOut: LeftOut } {
  if (bytes.length > LARGEST_BYTES) return { leftOut: "too large" };
  if (bytes.includes(0)) return { leftOut: "binary" };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { leftOut: "binary" };
  }
  if (text.trim() === "") return { leftOut: "empty" };
  const generated = GENERATED_NAME.test(path) || GENERATED_HEAD.test(text.slice(0, HEAD));
  if (generated || text.split("\n").some((line) => line.length > LONGEST_LINE)) {
    return { leftOut: "generated" };
  }
  return { text };
}
