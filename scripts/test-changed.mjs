// npm run test:changed [-- --since COMMIT | FILE…]: builds what changed files need, checks types and style, and runs the tests
// that mirror the files: test/core/robots/text*.test.ts for bindings/core/robots/text.ts, and without such a test those of its
// folder. The tests of the command line are slow ones; other slow ones are only named.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildTypeScript } from "./build-ts.mjs";
import { buildWasm } from "./build-wasm.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (path) => join(root, path);
const isTest = (file) => file.endsWith(".test.ts");
const isSlow = (file) => /^test\/(slow|weekly)\//.test(file);

/** Every change of the module concerns these. */
const ENGINE_TESTS = ["test/core/cases.test.ts", ...testsIn("test/core/engine")];
const EMBED_TESTS = testsIn("test/embed");

function testsIn(folder) {
  const files = existsSync(at(folder)) ? readdirSync(at(folder)) : [];
  return files.filter(isTest).map((file) => `${folder}/${file}`);
}

/** The tests that begin with the name of the file, or else those of the next folder upward that has some. */
function mirroredTests(folder, name) {
  const tests = testsIn(folder);
  const own = tests.filter((test) => basename(test).startsWith(name));
  if (own.length > 0) return own;
  return tests.length > 0 || folder === "test" ? tests : mirroredTests(dirname(folder), basename(folder));
}

/** Mirrored tests of the command line have the name of its file; all of them would take minutes. */
function commandTests(file) {
  const name = basename(file, ".ts");
  const tests = [dirname(file), "bindings/cli"].flatMap((folder) => testsIn(folder.replace("bindings", "test/slow")));
  return tests.filter((test) => [`${name}.test.ts`, `filter-${name}.test.ts`].includes(basename(test)));
}

/** The tests of a changed file; none if no test speaks about files of its kind. */
function testsOf(file) {
  const name = basename(file).replace(/\.\w+$/, "");
  if (isTest(file)) return [file];
  if (file.startsWith("assembly/embed/")) return EMBED_TESTS;
  if (file.startsWith("assembly/")) return [...ENGINE_TESTS, ...EMBED_TESTS];
  if (file.startsWith("bindings/cli/")) return commandTests(file);
  if (file.startsWith("bindings/")) return mirroredTests(dirname(file).replace("bindings", "test"), name);
  return file.startsWith("test/") ? testsIn(dirname(file)) : [];
}

function changedFiles(words) {
  if (words.length > 0 && words[0] !== "--since") return words;
  const git = (...options) => execFileSync("git", options, { cwd: root, encoding: "utf8" }).split("\n");
  const untracked = git("ls-files", "--others", "--exclude-standard");
  return [...git("diff", "--name-only", words[1] ?? "HEAD"), ...untracked].filter(
    (file) => existsSync(at(file)) && file,
  );
}

/** Runs a program of node_modules, and resolves to whether it succeeded. */
function run(name, file, words) {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const child = spawn(process.execPath, [join(folder, file), ...words], { cwd: root, stdio: "inherit" });
  return new Promise((resolve) => child.on("exit", (code) => resolve(code === 0)));
}

async function build(files) {
  const isAssembly = files.some((file) => file.startsWith("assembly/"));
  if (isAssembly || files.includes("bindings/core/dialects.ts")) await buildWasm(["engine", "embed", "embed-scalar"]);
  if (files.some((file) => file.startsWith("bindings/cli/"))) buildTypeScript();
}

const files = changedFiles(process.argv.slice(2));
await build(files);
const mirrored = [...new Set(files.flatMap(testsOf))];
const left = mirrored.filter((test) => isSlow(test) && !test.startsWith("test/slow/cli/"));
const tests = mirrored.filter((test) => !left.includes(test));
const checked = files.filter((file) => /\.(ts|tsx|mjs|json)$/.test(file));
if (tests.length === 0) console.log("no fast tests mirror the changed files");
const results = await Promise.all([
  run("typescript", "bin/tsc", ["-p", "tsconfig.json"]),
  checked.length === 0 || run("@biomejs/biome", "bin/biome", ["check", "--no-errors-on-unmatched", ...checked]),
  tests.length === 0 || run("vitest", "vitest.mjs", ["run", ...tests]),
]);
if (left.length > 0) console.log(`not run, because they are slow: npx vitest run ${left.join(" ")}`);
process.exitCode = results.every(Boolean) ? 0 : 1;
