import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { settled } from "./settled.ts";
import type { Site } from "./serve.ts";

export interface Visit {
  page: Page;
  /** What the page complained about: console errors, exceptions, failed requests, refused ones (policy). */
  complaints: string[];
  /** Every address that the page asked for, data and blob URLs left out. */
  requests: string[];
  /** Size of every response as it arrived in the first view, gzip where the type compresses. */
  bytes: Map<string, number>;
}

export interface Look {
  colorScheme?: "light" | "dark";
  width?: number;
  height?: number;
}

/** Opens one page as a reader would and waits until it has drawn. The caller closes `page`. */
export async function visit(browser: Browser, site: Site, path: string, look: Look = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: look.width ?? 1280, height: look.height ?? 900 },
    colorScheme: look.colorScheme ?? "light",
    acceptDownloads: true,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  const bytes = new Map<string, number>();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("requestfailed", (request) => complaints.push(`failed: ${request.url()}`));
  page.on("request", (request) => {
    if (/^(data|blob):/.test(request.url())) return;
    requests.push(request.url());
  });
  page.on("response", (response) => {
    void response.body().then(
      (body) => bytes.set(response.url(), compressedSize(response.url(), body)),
      () => undefined,
    );
  });
  await page.goto(site.root + path);
  await settled(page);
  return { page, complaints, requests, bytes };
}

/** Hosts compress text on the way; Parquet and fonts are compressed already. */
const compressedSize = (url: string, body: Buffer): number =>
  /\.(parquet|woff2)(\?|$)/.test(url) ? body.length : gzipSync(body).length;
