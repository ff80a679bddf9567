import { defineConfig } from "vitest/config";

// Times of day in a test must not depend on where it runs.
process.env.TZ = "UTC";
// Nor may what the repository says of itself depend on the datasets that were imported here.
process.env.NEAR_MISS_DATASETS ??= "repository";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "loaders/**/*.test.ts", "scripts/**/*.test.ts", "tests/unit/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
