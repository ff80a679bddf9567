import { defineConfig } from "vitest/config";

// Needs an optional install and a cluster: `npm run test:ray`, never part of `npm test`.
export default defineConfig({
  test: {
    include: ["loaders/**/*.ray-test.ts"],
    testTimeout: 300_000,
    hookTimeout: 900_000,
  },
});
