import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The variable Latin subset of JetBrains Mono, from the npm package: bundled, never fetched.
const path = "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2";
process.stdout.write(readFileSync(createRequire(import.meta.url).resolve(path)));
