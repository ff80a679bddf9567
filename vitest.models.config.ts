import { defineConfig } from "vitest/config";

// What needs model weights, Maven or a Python with reference packages: never part of `npm test`.
export default defineConfig({
  test: {
    include: ["loaders/**/*.models-test.ts"],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
});
