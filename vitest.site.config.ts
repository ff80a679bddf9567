import { defineConfig } from "vitest/config";

process.env.TZ = "UTC";

/** Browser tests against the built site in `dist/`: build first. One browser, one file after the other. */
export default defineConfig({
  test: {
    include: ["tests/site/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
