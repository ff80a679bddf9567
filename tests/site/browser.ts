import { existsSync } from "node:fs";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser } from "playwright-core";

const QUIET = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// One process for everything dies with its first page; and the tests must see the web's own security rules.
const UNWANTED = new Set([
  "--single-process",
  "--no-zygote",
  "--disable-web-security",
  "--allow-running-insecure-content",
]);

const INSTALLED = [
  process.env["CHROME_PATH"] ?? "",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** A real Chromium: the one from the npm package where it starts, an installed Chrome elsewhere. */
export async function launch(): Promise<Browser> {
  const attempts: string[] = [];
  if (process.platform === "linux") {
    try {
      const executablePath = await chromium.executablePath();
      const args = [...chromium.args.filter((argument) => !UNWANTED.has(argument)), ...QUIET];
      return await playwright.launch({ executablePath, args, headless: true });
    } catch (error) {
      attempts.push(`packaged Chromium: ${(error as Error).message.split("\n")[0] ?? ""}`);
    }
  }
  for (const executablePath of INSTALLED.filter((path) => path !== "" && existsSync(path))) {
    try {
      return await playwright.launch({ executablePath, args: QUIET, headless: true });
    } catch (error) {
      attempts.push(`${executablePath}: ${(error as Error).message.split("\n")[0] ?? ""}`);
    }
  }
  throw new Error(
    `No Chromium could be started. Install Google Chrome, or set CHROME_PATH to its executable. Tried: ${attempts.join("; ") || "nothing found"}`,
  );
}
