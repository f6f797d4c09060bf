// robots-wasm under several versions of Node.js (--nodes 20,22,24,26), which the npm package `node` brings, side by side. Decisions
// on URL objects stand beside those of the commit before them, which encoded each URL as text.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildAt, floor, ours, under } from "./contestants.mjs";
import { entryFigures } from "./entry.mjs";
import { measure } from "./measure.mjs";
import { withProcesses } from "./sections.mjs";
import { withBuildOf } from "./worktree.mjs";

/** The last commit that handed URL objects over as any text. */
const BEFORE = "69ef884e";

const folderOf = (version) => fileURLToPath(new URL(`../build/bench/node-${version}`, import.meta.url));

/** Installs that version once and returns its program. */
function nodeProgram(version) {
  const folder = folderOf(version);
  const program = join(folder, "node_modules/node/bin/node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--no-save", `node@${version}`], {
    cwd: folder,
    stdio: "ignore",
  });
  return program;
}

const tasksWith = (before) => [
  ["floor: encodeInto + empty call, a URL", floor, "extra", "encode"],
  ["isAllowed, a URL", ours, "query"],
  ["isAllowed, a URL object", ours, "extra", "objects"],
  [`isAllowed, a URL object, at ${BEFORE}`, before, "extra", "objects"],
  ["explain, a URL", ours, "extra", "explain"],
  ["isAllowedLines, a URL", ours, "extra", "lines"],
];
const coldTasks = [
  ["cold, bytes, k = 1, a file", ours, "cold", "bytes", "1"],
  ["cold, bytes, k = 10, a file", ours, "cold", "bytes", "10"],
  ["cold, bytes, k = 100, a file", ours, "cold", "bytes", "100"],
  ["cold, text, k = 1, a file", ours, "cold", "text", "1"],
];

export async function nodeFigures(versions, { made, warm, cold }, pace) {
  const programs = versions.map((version) => {
    const program = nodeProgram(version);
    return { program, name: execFileSync(program, ["--version"], { encoding: "utf8" }).trim() };
  });
  const cases = [made[0], warm.at(-1), cold[0]];
  const rows = await withBuildOf(BEFORE, (dist) =>
    withProcesses(cases, (processes) => rowsOf(cases, programs, buildAt(BEFORE, dist), processes, pace)),
  );
  return [...rows, await importRow(programs)];
}

async function rowsOf(cases, programs, before, processes, pace) {
  const runnersOf = (who) => programs.map(({ program }) => under(program, who));
  const runners = new Map([floor, ours, before].map((who) => [who, runnersOf(who)]));
  const tasks = tasksWith(before);
  const rows = [];
  for (const [i, one] of cases.entries())
    for (const [what, who, name, ...rest] of i === 2 ? coldTasks : tasks) {
      const operations = i === 2 ? one.files.length : one.files.reduce((sum, { urls }) => sum + urls.length, 0);
      const cells = programs.map((node, n) => ({
        name: node.name,
        contestant: runners.get(who)[n],
        command: [name, i, ...rest],
        operations,
      }));
      rows.push({ case: `${one.name}: ${what}`, figures: await measure(cells, processes, pace) });
    }
  return rows;
}

async function importRow(programs) {
  const figures = {};
  for (const { program, name } of programs) {
    const { importMs, firstDecisionMs } = await entryFigures(program);
    figures[name] = { ns: (importMs + firstDecisionMs) * 1e6, spread: 0 };
  }
  return { case: "import and first decision, a process", figures };
}
