import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launch } from "./browser.ts";
import { builtPages, serve } from "./serve.ts";
import { settled } from "./settled.ts";

/**
 * Pictures of every page in light, dark and 360 px:
 * `npx tsx tests/site/screenshots.ts --out DIR [--site dist] [--only substring] [--views light,dark,narrow] [--search ?dataset=humaneval]`.
 */
const VIEWS = {
  light: { width: 1360, height: 900, colorScheme: "light" },
  dark: { width: 1360, height: 900, colorScheme: "dark" },
  narrow: { width: 360, height: 740, colorScheme: "light" },
} as const;

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    site: { type: "string", default: "dist" },
    only: { type: "string", default: "" },
    views: { type: "string", default: "light,dark,narrow" },
    search: { type: "string", default: "" },
    fold: { type: "boolean", default: false },
  },
});
if (!values.out) {
  console.error("Say where the pictures go: --out DIR");
  process.exit(2);
}

const site = await serve(values.site);
const browser = await launch();
mkdirSync(values.out, { recursive: true });
for (const path of builtPages(values.site).filter((page) => page.includes(values.only))) {
  for (const [name, { width, height, colorScheme }] of Object.entries(VIEWS)) {
    if (!values.views.split(",").includes(name)) continue;
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    page.on("console", (message) => {
      if (message.type() === "error") console.error(`${path} ${name}: ${message.text()}`);
    });
    page.on("pageerror", (error) => console.error(`${path} ${name}: ${error.message}`));
    await page.goto(site.root + path + values.search);
    await settled(page);
    const file = join(values.out, `${path.replace(/\.html$/, "").replaceAll("/", "-")}-${name}.png`);
    await page.screenshot({ path: file, fullPage: !values.fold });
    console.log(file);
    await page.close();
  }
}
await browser.close();
await site.close();
