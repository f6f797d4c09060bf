import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Where .ci/run wants the counts. */
const report = process.env["VITEST_REPORT"];

/** These measure a process's memory: they run alone, one after another. */
const measuring = ["test/slow/cli/filter-memory.test.ts", "test/slow/core/engine/memory.test.ts"];

/** A test's tier is its place: `npm test` runs `fast`, `npm run test:slow` the others. */
export default defineConfig({
  resolve: { alias: { "#wasm": fileURLToPath(new URL("./bindings/core/engine/module/inline.ts", import.meta.url)) } },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    projects: [
      { extends: true, test: { name: "fast", include: ["test/**/*.test.ts"], exclude: ["test/slow/**"] } },
      {
        extends: true,
        test: { name: "slow", include: ["test/slow/**/*.test.ts"], exclude: measuring, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: "slow-alone", include: measuring, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
