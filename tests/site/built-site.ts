import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./browser.ts";
import { serve, type Site } from "./serve.ts";

/** Folder of the site under test: `dist`, or what the environment variable SITE names. */
export const folder = resolve(process.env["SITE"] ?? "dist");

/** The built site on a local server, and a browser: open from before the first test of the importing file to its last. */
export let site: Site;
export let browser: Browser;

beforeAll(async () => {
  site = await serve(folder);
  browser = await launch();
});

afterAll(async () => {
  await browser?.close();
  await site?.close();
});
