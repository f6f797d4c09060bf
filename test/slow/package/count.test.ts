/** The last lines of .ci/run: failures once more, then the counts of both tiers and of the runtimes. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../support/documents.ts";

function count(reports: Readonly<Record<string, object>>): { status: number | null; lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-count-"));
  for (const [name, report] of Object.entries(reports))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(report));
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, "scripts/count.mjs"), folder, "fast", "slow", "runtimes"],
    {
      encoding: "utf8",
    },
  );
  return { status, lines: stdout.trim().split("\n") };
}

const tier = (passed: number, testResults: readonly object[] = []): object => ({
  numPassedTests: passed,
  numFailedTests: testResults.length,
  numPendingTests: 1,
  testResults,
});
const assertion = { status: "failed", fullName: "adds", failureMessages: ["expected 2"] };
const failed = { name: "a.test.ts", status: "failed", message: "", assertionResults: [assertion] };
const broken = { name: "b.test.ts", status: "failed", message: "SyntaxError", assertionResults: [] };
const rows = { passed: 5, failed: 0, notRun: 2 };

it("adds the tests of both tiers and the rows of the runtimes", () =>
  expect(count({ fast: tier(100), slow: tier(10), runtimes: rows })).toEqual({
    status: 0,
    lines: ["115 passed, 0 failed, 4 skipped"],
  }));

it("repeats failures before the counts", () =>
  expect(count({ fast: tier(100, [failed]), slow: tier(10), runtimes: rows })).toEqual({
    status: 1,
    lines: ["failed: a.test.ts adds", "expected 2", "115 passed, 1 failed, 4 skipped"],
  }));

it("counts a file that does not load as a failure", () => {
  const slow = { ...tier(10), testResults: [broken] };
  expect(count({ fast: tier(100), slow, runtimes: rows })).toEqual({
    status: 1,
    lines: ["failed: b.test.ts", "SyntaxError", "115 passed, 1 failed, 4 skipped"],
  });
});

it("counts a missing report as a failure", () =>
  expect(count({ slow: tier(10), runtimes: rows })).toEqual({
    status: 1,
    lines: ["failed: fast wrote no report", "15 passed, 1 failed, 3 skipped"],
  }));
