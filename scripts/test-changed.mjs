// npm run test:changed [-- --since COMMIT | FILE…]: builds what changed files need, checks types and style, and runs the tests
// that mirror the files: test/core/robots/text*.test.ts for bindings/core/robots/body.ts, and without such a test those of its
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

/** Every change of the module concerns these: the engine in JavaScript, and the same sources in another host. */
const ENGINE_TESTS = ["test/core/cases.test.ts", ...testsIn("test/core/engine")];
const HOST_TESTS = ["test/embed/host.test.ts"];
const EMBED_TESTS = testsIn("test/embed");
const isOfEmbed = (file) => file.startsWith("assembly/embed/") || file === "assembly/bytes/scalar.ts";

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
  if (isOfEmbed(file)) return EMBED_TESTS;
  if (file.startsWith("assembly/")) return [...ENGINE_TESTS, ...HOST_TESTS];
  if (file.startsWith("bindings/cli/")) return commandTests(file);
  if (file.startsWith("tester/")) return mirroredTests(`test/${dirname(file)}`, name);
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

/** Few lines and generated files: what an answer in seconds allows. `npm test` takes more. */
const FEW = { ROBOTS_LINES: "300", ROBOTS_CASES: "500" };

/** Runs a program of node_modules, and resolves to whether it succeeded. */
function run(name, file, words) {
  const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  const options = { cwd: root, stdio: "inherit", env: { ...FEW, ...process.env } };
  const child = spawn(process.execPath, [join(folder, file), ...words], options);
  return new Promise((resolve) => child.on("exit", (code) => resolve(code === 0)));
}

const runTests = async (tests, words = []) =>
  tests.length === 0 || run("vitest", "vitest.mjs", ["run", ...tests, ...words]);

/** The engine's tests begin before the other modules are compiled. */
async function buildAndTest(files, tests) {
  const needsModules = files.some((file) => file.startsWith("assembly/") || file === "bindings/core/dialects.ts");
  if (files.some((file) => file.startsWith("bindings/cli/"))) buildTypeScript();
  if (!needsModules) return runTests(tests);
  await buildWasm(["engine"]);
  const first = runTests(tests.filter((test) => !EMBED_TESTS.includes(test)));
  const isScalar = files.some(isOfEmbed);
  await buildWasm(isScalar ? ["embed", "embed-scalar"] : ["embed"]);
  const withoutScalar = isScalar ? [] : ["--testNamePattern", "^(?!.*embed-scalar)"];
  const embedTests = tests.filter((test) => EMBED_TESTS.includes(test));
  return [await first, await runTests(embedTests, withoutScalar)].every(Boolean);
}

const files = changedFiles(process.argv.slice(2));
const mirrored = [...new Set(files.flatMap(testsOf))];
const left = mirrored.filter((test) => isSlow(test) && !test.startsWith("test/slow/cli/"));
const tests = mirrored.filter((test) => !left.includes(test));
const checked = files.filter((file) => /\.(ts|tsx|mjs|json)$/.test(file));
if (tests.length === 0) console.log("no fast tests mirror the changed files");
const results = await Promise.all([
  run("typescript", "bin/tsc", ["-p", "tsconfig.json"]),
  checked.length === 0 || run("@biomejs/biome", "bin/biome", ["check", "--no-errors-on-unmatched", ...checked]),
  buildAndTest(files, tests),
]);
if (left.length > 0) console.log(`not run, because they are slow: npx vitest run ${left.join(" ")}`);
process.exitCode = results.every(Boolean) ? 0 : 1;
