import { defineConfig } from "vitest/config";

// Times of day in a test must not depend on where it runs.
process.env.TZ = "UTC";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "loaders/**/*.test.ts", "scripts/**/*.test.ts", "tests/unit/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
