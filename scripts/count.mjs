// node scripts/count.mjs FOLDER NAME…: repeats the failures in these reports of .ci/run and prints how many tests passed,
// failed and were skipped. A report that is missing counts as one failure.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [folder = ".", ...names] = process.argv.slice(2);
const read = (name) => {
  const path = join(folder, `${name}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
};

const counts = { passed: 0, failed: 0, skipped: 0 };
function add(name, passed, failed, skipped) {
  if (passed === undefined) console.log(`failed: ${name} wrote no report`);
  counts.passed += passed ?? 0;
  counts.failed += failed ?? 1;
  counts.skipped += skipped ?? 0;
}

/** The end of a log is what is kept and read, so failures are printed there again. */
function repeatFailures({ name, message, assertionResults }) {
  const failures = assertionResults.filter(({ status }) => status === "failed");
  if (failures.length === 0) console.log(`failed: ${name}\n${message}`);
  for (const { fullName, failureMessages } of failures)
    console.log(`failed: ${name} ${fullName}\n${failureMessages.join("\n").slice(0, 2000)}`);
}

function addTests(name, report) {
  for (const file of report.testResults) if (file.status === "failed") repeatFailures(file);
  // A file that cannot be loaded has no tests, so it counts as a failure of its own.
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  add(name, report.numPassedTests, report.numFailedTests + broken.length, report.numPendingTests);
}

for (const name of names) {
  const report = read(name);
  if (report?.testResults !== undefined) addTests(name, report);
  else add(name, report?.passed, report?.failed, report?.notRun);
}

console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (counts.failed > 0) process.exitCode = 1;
