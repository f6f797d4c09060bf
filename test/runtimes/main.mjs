/**
 * node test/runtimes/main.mjs: packs the package, installs it into fresh apps and runs one suite in every runtime. Prints the
 * table of docs/runtimes.md; `--docs` writes it there, `--only TEXT` runs matching rows, `--weekly` those that take minutes too,
 * `--report FILE` counts them as JSON. Needs the build. Status 1 for a row that is not as expected; a runtime that cannot
 * be had is "not run".
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { makeData } from "./data.mjs";
import { rows as bun } from "./rows/bun.mjs";
import { rows as chromium } from "./rows/chromium.mjs";
import { rows as deno } from "./rows/deno.mjs";
import { rows as edgeRuntime } from "./rows/edge-runtime.mjs";
import { rows as frameworks } from "./rows/frameworks.mjs";
import { rows as node } from "./rows/node.mjs";
import { rows as workerd } from "./rows/workerd.mjs";
import { casesOf } from "./suite.mjs";
import { tableOf, writeDocs } from "./table.mjs";
import { NotRun, Workspace } from "./workspace.mjs";

const { values } = parseArgs({
  options: {
    docs: { type: "boolean" },
    only: { type: "string" },
    report: { type: "string" },
    weekly: { type: "boolean" },
  },
});

/** Production builds take minutes, but for three of them. */
const builds = frameworks.filter(({ isQuick }) => isQuick || values.weekly || values.docs);
const allRows = [...node, ...bun, ...deno, ...workerd, ...edgeRuntime, ...chromium, ...builds];

/** What one row came to: `problem` is why it is red, `notRun` why it was not asked. */
async function answerOf(row, workspace, cases) {
  const total = row.total ?? cases;
  const about = { runtime: row.runtime, form: row.form, total };
  try {
    const answer = await row.ask(workspace);
    return { ...about, ...answer, problem: problemOf(row, answer, total) };
  } catch (error) {
    return error instanceof NotRun
      ? { ...about, notRun: error.message }
      : { ...about, problem: error.message.replaceAll(workspace.folder, "…") };
  }
}

function problemOf({ engine }, answer, total) {
  if (answer.failures.length > 0) return `${answer.failures.length} failed, first ${answer.failures[0]}`;
  if (answer.passed !== total) return `expected ${total} cases; got ${answer.passed}`;
  if (answer.engine !== engine) return `expected the engine ${engine}; got ${answer.engine}`;
  return undefined;
}

function show({ runtime, form, engine, passed, total, problem, notRun }) {
  const state = notRun ? "not run" : problem ? "RED" : "ok";
  console.log(
    `${state} | ${runtime} | ${form} | ${engine ?? "-"} | ${passed ?? 0} of ${total} ${problem ?? notRun ?? ""}`,
  );
}

async function askAll(workspace) {
  await workspace.prepare();
  const robots = await import(pathToFileURL(join(workspace.package, "dist/index.js")).href);
  const data = makeData(robots);
  workspace.writeData(data);
  const total = casesOf(robots, data).length;
  const rows = allRows.filter(({ runtime, form }) => `${runtime} ${form}`.includes(values.only ?? ""));
  return inPairs(rows, async (row) => {
    const answer = await answerOf(row, workspace, total);
    show(answer);
    return answer;
  });
}

/** Two at a time, the answers in order: installing waits for the network, browsers for themselves. */
async function inPairs(rows, ask) {
  const answers = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < rows.length; i = next++) answers[i] = await ask(rows[i]);
  };
  await Promise.all([work(), work()]);
  return answers;
}

const workspace = new Workspace();
process.once("exit", () => workspace.remove());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const answers = await askAll(workspace);
console.log(`\n${tableOf(answers)}`);
const count = (predicate) => answers.filter(predicate).length;
const counts = {
  passed: count(({ problem, notRun }) => !problem && !notRun),
  failed: count(({ problem }) => problem),
  notRun: count(({ notRun }) => notRun),
};
console.log(`${counts.passed} rows green, ${counts.failed} red, ${counts.notRun} not run`);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
if (values.docs) writeDocs(tableOf(answers));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
