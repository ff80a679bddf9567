import { existsSync, readFileSync } from "node:fs";
import { transformSync } from "esbuild";
import { IMPORTED_FIGURES } from "./loaders/figures/imported-files.ts";
import { pageNav } from "./src/components/page-nav.ts";
import { existingOutline } from "./src/shared/outline.ts";

const root = "src";
const sections = existingOutline((path) => existsSync(`${root}${path}.md`));
const { version, license } = JSON.parse(readFileSync("package.json", "utf8")) as {
  version: string;
  license: string;
};

// The preview server needs eval and a web socket; the built site needs nothing but itself.
const previewing = process.argv.includes("preview") || process.argv.includes("dev");
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'none'";

const shell = transformSync(`(() => {${readFileSync(`${root}/components/shell.ts`, "utf8")}})()`, {
  loader: "ts",
  minify: true,
  target: "es2022",
}).code.trim();

const head = `${previewing ? "" : `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`}
<meta name="color-scheme" content="light dark">
<meta name="description" content="Does code retrieval find code that works, when near-identical broken code stands beside it? Figures that anyone can re-run.">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="preload" as="font" type="font/woff2" crossorigin href="/fonts/inter.woff2" data-family="Inter Variable">
<link rel="prefetch" as="font" type="font/woff2" crossorigin href="/fonts/jetbrains-mono.woff2" data-family="JetBrains Mono Variable">
<script>${shell}</script>`;

const mark = `<svg class="mark" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><circle cx="11" cy="13" r="8.2" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="11" cy="13" r="2.4" fill="currentColor"/><circle cx="19.6" cy="4.4" r="3" class="mark-miss"/></svg>`;

export default {
  root,
  output: "dist",
  title: "Near Miss",
  home: `${mark}<span>Near Miss</span>`,
  pages: sections.map(({ name, pages }) => ({
    name,
    open: true,
    collapsible: false,
    pages: pages.map((page) => ({ name: page.name, path: page.path })),
  })),
  dynamicPaths: IMPORTED_FIGURES.map((id) => `/data/${id}.parquet`),
  style: "style.css",
  globalStylesheets: [],
  search: true,
  typographer: true,
  pager: false,
  // Links with their extension work under any base path, from any static server and without rewriting rules.
  preserveIndex: true,
  preserveExtension: true,
  toc: false,
  head,
  header: `<button id="menu-button" type="button" aria-label="Show the list of pages"></button><a href="/">${mark}<span>Near Miss</span></a>`,
  footer: ({ path }: { path: string }) =>
    `${pageNav(sections, path)}<p class="colophon">Near Miss ${version}. Code ${license}, data CC BY 4.0. Every number on this page is computed from the rows you can download on it; nothing is fetched from anywhere else.</p>`,
};
