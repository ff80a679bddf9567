import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The variable Latin subset of Inter, from the npm package: bundled, never fetched.
const path = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
process.stdout.write(readFileSync(createRequire(import.meta.url).resolve(path)));
