import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Where .ci/run wants the counts. */
const report = process.env["VITEST_REPORT"];

/** These mostly wait for servers and clocks, so many of them run beside each other. */
const waiting = ["test/slow/client/**/*.test.ts", "test/slow/cli/filter-progress.test.ts"];
/** A worker for every core: files that grind do not slow each other down. */
const perCore = "100%";
const globalSetup = ["test/support/run-folder.ts"];

/** These take longest though their files are small. They begin first, so that none runs alone at the end. */
const long =
  /slow\/(examples\/crawlers|site\/site|engines\/dask|embed\/python|bulk\/parquet|tools\/lint|package\/consumers)/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(long.test(b.moduleId)) - Number(long.test(a.moduleId)));
  }
}

/** A test's tier is its place: `npm test` runs `fast`, `npm run test:slow` the slow ones, `.ci/weekly` the rest. */
const groups = [
  { name: "fast", include: ["test/**/*.test.ts"], exclude: ["test/slow/**", "test/weekly/**"], maxWorkers: perCore },
  { name: "slow", include: ["test/slow/**/*.test.ts"], exclude: waiting, maxWorkers: perCore, globalSetup },
  { name: "slow-waiting", include: waiting, maxWorkers: 8 },
  { name: "weekly", include: ["test/weekly/**/*.test.ts"], maxWorkers: 1 },
];

export default defineConfig({
  resolve: { alias: { "#wasm": fileURLToPath(new URL("./bindings/core/engine/module/inline.ts", import.meta.url)) } },
  test: {
    // Ends what hangs. A busy machine takes many times as long as a quiet one, so no test sets a shorter limit of its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: LongestFirst },
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    projects: groups.map((group, groupOrder) => ({ extends: true, test: { ...group, sequence: { groupOrder } } })),
  },
});
