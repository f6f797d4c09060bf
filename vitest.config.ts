import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { quickModules } from "./test/support/modules.ts";
import { sized } from "./test/support/sized.ts";

/** Where .ci/run wants the counts. */
const report = process.env["VITEST_REPORT"];

const slow = ["test/slow/**/*.test.ts"];
const weekly = ["test/weekly/**/*.test.ts"];

/**
 * Fast tests share processes, so that a process loads each module once. Those that replace or reload modules run alone,
 * because it cannot be undone. Any other change is to be undone: test/support/no-traces.ts fails a file that leaves one.
 */
const replacesModules = (text: string): boolean => /\bvi\.(mock|doMock|resetModules)\(/.test(text);
const root = new URL("./", import.meta.url);
const alone = readdirSync(new URL("test", root), { recursive: true, encoding: "utf8" })
  .map((file) => `test/${file.replaceAll("\\", "/")}`)
  .filter((file) => /^test\/(?!slow|weekly).*\.test\.ts$/.test(file))
  .filter((file) => replacesModules(readFileSync(new URL(file, root), "utf8")));

/** These take longest though their files are small. They begin first, so that none runs alone at the end. */
const long = [
  /slow\/(examples\/crawlers|site\/site|engines\/dask|embed\/python|bulk\/parquet|owners\/lint|package\/(consumers|ways))/,
  /slow\/(crawl\/(client|pace)\/redis|python\/wheel|tester\/page|vectors\/doors)/,
  /test\/(core\/access\/access|core\/engine\/(compile|flips)|embed\/(abi|bulk|host)|owners\/lint\/checks)/,
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(b) - rankOf(a));
  }
}

/** Files that run alone come before those that share a process, because vitest ends a shared process at the next such file. */
const rankOf = ({ moduleId, project }: TestSpecification): number =>
  2 * Number(project.config.isolate) + Number(long.some((pattern) => pattern.test(moduleId)));

/** A worker for every core: files that grind do not slow each other down. Slow files also wait, for servers and for clocks. */
const perCore = "100%";
const beyondCores = 2 * availableParallelism();
const freshModules = ["test/support/fresh-modules.ts"];
const fast = { include: ["test/**/*.test.ts"], exclude: [...slow, ...weekly, ...alone], isolate: false };

/** A test's tier is its place: `npm test` runs the fast ones, `npm run test:slow` the slow ones, `.ci/weekly` the rest. */
const groups = [
  [
    {
      name: "fast",
      ...fast,
      maxWorkers: perCore,
      globalSetup: freshModules,
      setupFiles: ["test/support/no-traces.ts"],
    },
    { name: "fast-alone", include: alone, maxWorkers: perCore, globalSetup: freshModules },
  ],
  [{ name: "slow", include: slow, maxWorkers: beyondCores }],
  [{ name: "weekly", include: weekly, maxWorkers: 1 }],
];

/** The engine that `npm run test:changed` has just compiled, or else the one that Node.js loads. */
const engine = quickModules.includes("node") ? "test/support/quick-engine.ts" : "bindings/core/engine/module/node.ts";

/** Ends what hangs. A busy machine takes many times as long as a quiet one, so no test sets a shorter limit of its own. */
const hangMs = sized(600_000, 7_200_000);

export default defineConfig({
  resolve: { alias: { "#wasm": fileURLToPath(new URL(engine, root)) } },
  test: {
    testTimeout: hangMs,
    hookTimeout: hangMs,
    teardownTimeout: hangMs,
    globalSetup: ["test/support/run-folder.ts"],
    sequence: { sequencer: LongestFirst },
    // Keeps transformed files under node_modules/, by their content and the configuration, for the next run.
    experimental: { fsModuleCache: true },
    reporters: report === undefined ? ["default"] : ["default", ["json", { outputFile: report }]],
    projects: groups.flatMap((group, groupOrder) =>
      group.map((test) => ({ extends: true as const, test: { ...test, sequence: { groupOrder } } })),
    ),
  },
});
