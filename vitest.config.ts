import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Where .ci/run wants the counts. */
const report = process.env["VITEST_REPORT"];

export default defineConfig({
  resolve: { alias: { "#wasm": fileURLToPath(new URL("./bindings/core/engine/module/inline.ts", import.meta.url)) } },
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
  },
});
