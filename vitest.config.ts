import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Where .ci/run wants the counts. */
const report = process.env["VITEST_REPORT"];

/** These mostly wait for servers and clocks, so many run at once. */
const waiting = ["test/slow/client/**/*.test.ts", "test/slow/cli/filter-progress.test.ts"];
/** These measure the memory of a process, so each runs alone. */
const measuring = ["test/slow/cli/filter-memory.test.ts", "test/slow/core/engine/memory.test.ts"];

const all = "100%";

/** A test's tier is its place: `npm test` runs `fast`, `npm run test:slow` the others, group after group. */
const groups = [
  { name: "fast", include: ["test/**/*.test.ts"], exclude: ["test/slow/**"], maxWorkers: all },
  { name: "slow", include: ["test/slow/**/*.test.ts"], exclude: [...waiting, ...measuring], maxWorkers: all },
  { name: "slow-waiting", include: waiting, maxWorkers: 8 },
  { name: "slow-measuring", include: measuring, maxWorkers: 1 },
];

export default defineConfig({
  resolve: { alias: { "#wasm": fileURLToPath(new URL("./bindings/core/engine/module/inline.ts", import.meta.url)) } },
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    projects: groups.map((group, groupOrder) => ({ extends: true, test: { ...group, sequence: { groupOrder } } })),
  },
});
