import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative, sep } from "node:path";
import sirv from "sirv";

export interface Site {
  /** Address of the site's root, with a trailing slash and whatever base path it was given. */
  root: string;
  close: () => Promise<void>;
}

/** Serves a built site on 127.0.0.1 under `base` (`/` or `/some/path/`), as a plain static host would. */
export async function serve(folder: string, base = "/"): Promise<Site> {
  const handler = sirv(folder, { dev: true, extensions: [] });
  const server = createServer((request, response) => {
    const missing = (): void => void response.writeHead(404).end();
    if (!request.url?.startsWith(base)) return missing();
    request.url = `/${request.url.slice(base.length)}`;
    handler(request, response, missing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    root: `http://127.0.0.1:${port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Every page of a built site, as paths relative to its root: `index.html`, `near-clones/density.html`. */
export function builtPages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => relative(folder, join(folder, path)).split(sep).join("/"))
    .filter((path) => path.endsWith(".html") && !path.startsWith("_") && path !== "404.html")
    .sort();
}
