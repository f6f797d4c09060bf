// npm run test:changed [-- --since COMMIT | FILE…]: checks types and style, and runs the tests that mirror changed files,
// test/core/reader/text*.test.ts for bindings/core/reader/text.ts, and if they pass, the others of the file's room, here
// test/core/. Tests of what rests on the files, slow tests, and host tests of the engine are left out, and named at the end.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isFresh, writeShared } from "./build-wasm.mjs";
import { refreshCli } from "./bundle-cli.mjs";
import { lint, script, typecheck, vitest } from "./test.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (path) => join(root, path);
const isTest = (file) => file.endsWith(".test.ts");
const isPartTest = (test) => test.startsWith("test/assembly/");
const isMirror = (test, name) => basename(test).startsWith(name);

/** They take seconds, so they run only if they have been changed. */
const LONG = ["test/crawl/client/access.test.ts", "test/owners/lint/hostile.test.ts"];
const CORE_TESTS = testsOfEngine();
const EMBED_TESTS = testsIn("test/embed");
/** These rooms of the core are one, because many tests of a part stand beside what asks for it. */
const ENGINE = ["engine", "program", "reader", "robots"];

function testsOfEngine() {
  return [
    ...testsIn("test/core"),
    ...["engine", "program", "reader", "robots"].flatMap((room) => testsIn(`test/core/${room}`, true)),
  ];
}

function testsIn(folder, recursive = false) {
  const files = existsSync(at(folder)) ? readdirSync(at(folder), { recursive }) : [];
  return files.filter(isTest).map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
}

/** The tests that begin with the name of the file, or else those of the next folder upward that has some. */
function mirroredTests(folder, name) {
  const tests = testsIn(folder);
  const own = tests.filter((test) => isMirror(test, name));
  if (own.length > 0) return own;
  return tests.length > 0 || folder === "test" ? tests : mirroredTests(dirname(folder), basename(folder));
}

/** The tests that mirror a file, whose folder has its tests in `folder`, and then the others of the house; of the core, those of the room. */
function testsOfRoom(folder, name) {
  const [, house, room] = folder.split("/");
  return [mirroredTests(folder, name), house === "core" ? testsOfCore(room) : testsOfHouse(house)];
}

/** The client's tests are those of what it does with answers, too. */
const ACCESS_TESTS = [...testsIn("test/core/access"), ...testsIn("test/crawl/client")];

function testsOfCore(room) {
  if (room === undefined || ENGINE.includes(room)) return CORE_TESTS;
  return room === "access" ? ACCESS_TESTS : testsIn(`test/core/${room}`, true);
}

/** Reports of strangers are about all that a house does. */
const testsOfHouse = (house) =>
  house === undefined ? [] : [...testsIn(`test/${house}`, true), ...testsIn("test/reports")];

/** Tests that have another name than their file. */
const OTHER_TESTS = {
  check: ["slow/cli/cli", "slow/cli/arguments", "slow/cli/live"],
  explain: ["slow/cli/cli", "slow/cli/arguments", "slow/cli/readings"],
  filter: ["slow/cli/filter", "slow/cli/filter-input"],
  "language-server": ["cli/editor/server", "slow/cli/editor/process"],
  main: ["slow/cli/cli", "slow/cli/help"],
  "origin-key": ["slow/cli/shards"],
  proxies: ["reports/web"],
  test: ["slow/cli/assertions"],
  tester: ["slow/tester/server"],
};
/** Of what is a part of many commands. */
const MOST_COMMAND_TESTS = 4;
const COMMANDS = ["cli", "arguments", "fetch"].map((name) => `test/slow/cli/${name}.test.ts`);

/** The tests of the command line that have the name of a file; all of them would take minutes. */
function ownCommandTests(file) {
  const name = basename(file, ".ts");
  if (Object.hasOwn(OTHER_TESTS, name)) return OTHER_TESTS[name].map((test) => `test/${test}.test.ts`);
  const folders = [dirname(file), "bindings/cli"].flatMap((folder) =>
    ["test/slow", "test"].map((tier) => folder.replace("bindings", tier)),
  );
  const tests = [...new Set(folders)].flatMap((folder) => testsIn(folder));
  return tests.filter((test) => [`${name}.test.ts`, `filter-${name}.test.ts`].includes(basename(test)));
}

/** Those of the file, and unless they run the program, those of the commands that import it. */
function commandTests(file) {
  const own = ownCommandTests(file);
  if (own.some(runsProgram)) return own;
  const importers = importersOf([file], "bindings/cli").filter((one) => one !== file);
  const tests = new Set(importers.flatMap(commandTests));
  return [...own, ...(tests.size > 0 && tests.size <= MOST_COMMAND_TESTS ? tests : COMMANDS)];
}

/** Tests of assembly/: its functions, and then the engine in JavaScript, or exports that only hosts without it call. */
function assemblyTests(file) {
  const room = file.split("/")[1];
  const name = basename(file, ".ts");
  if (room === "bulk" || room === "embed") return [EMBED_TESTS.filter((test) => isMirror(test, name)), EMBED_TESTS];
  const parts = testsIn("test/assembly");
  const own = parts.filter((test) => isMirror(test, room));
  return [
    own.length > 0 ? own : parts,
    [...parts, ...(file === "assembly/bytes/scalar.ts" ? EMBED_TESTS : CORE_TESTS)],
  ];
}

/** The tests of a changed file, those that mirror it first; none if no test speaks about files of its kind. */
function testsOf(file) {
  const name = basename(file).replace(/\.\w+$/, "");
  if (isTest(file)) return [[file]];
  if (file.startsWith("assembly/")) return assemblyTests(file);
  if (/^bindings\/cli\/(?!editor\/)/.test(file)) return [commandTests(file)];
  if (file.startsWith("tester/")) return testsOfRoom(`test/${dirname(file)}`, name);
  if (file.startsWith("bindings/")) {
    const groups = testsOfRoom(dirname(file).replace("bindings", "test"), name);
    return groups.flat().length > 0 ? groups : [testsOfImporters([file])];
  }
  return file.startsWith("test/") ? [testsIn(dirname(file))] : [];
}

/** The files of a folder of which each imports some of these files, by what stands in their imports. */
const importersOf = (files, folder) =>
  readdirSync(at(folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts") && importsSome(file, files));

const importsSome = (file, files) => importsOf(file).some((path) => files.includes(path));

/** By file, because each is asked for again and again. */
const imports = new Map();

function importsOf(file) {
  if (!imports.has(file)) {
    const paths = readFileSync(at(file), "utf8").matchAll(/\bfrom "(\.[^"]+)"/g);
    imports.set(
      file,
      Array.from(paths, ([, path]) => join(dirname(file), path).replaceAll("\\", "/")),
    );
  }
  return imports.get(file);
}

/** For a room without tests: the tests that import its file, or else those that import what imports it. */
function testsOfImporters(files) {
  const tests = importersOf(files, "test").filter(isTest);
  if (tests.length > 0) return tests;
  const importers = importersOf(files, dirname(dirname(files[0]))).filter((file) => !files.includes(file));
  return importers.length === 0 ? [] : testsOfImporters([...importers, ...files]);
}

/** A misspelt word would run no test and succeed. */
function checkWords(words) {
  if (words[0] === "--since" && words.length === 2) return;
  const strange = words.find((word) => !existsSync(at(word)));
  if (strange === undefined) return;
  console.error(`test:changed: expected --since COMMIT, or files; got ${strange}`);
  process.exit(2);
}

function changedFiles(words) {
  if (words.length > 0 && words[0] !== "--since") return words;
  const git = (...options) => execFileSync("git", options, { cwd: root, encoding: "utf8" }).split("\n");
  const untracked = git("ls-files", "--others", "--exclude-standard");
  return [...git("diff", "--name-only", words[1] ?? "HEAD"), ...untracked].filter(
    (file) => existsSync(at(file)) && file,
  );
}

/** Tests in processes of their own run the program as it is published. */
export const runsProgram = (test) => test.startsWith("test/slow/");

/** Slow tests of the command line have no fast twin, so they run. */
function takesLong(test, files) {
  if (/^test\/(slow|weekly)\//.test(test)) return !/^test\/slow\/(cli|tester)\//.test(test);
  return LONG.includes(test) && !files.includes(test);
}

/** The tests of changed files, each once, in two groups: those that mirror a file run first, because they name the mistake. */
function mirroredAndOthers(files) {
  const tests = files.map(testsOf);
  const mirrored = new Set(tests.flatMap(([first = []]) => first));
  const others = new Set(tests.flatMap(([, second = []]) => second));
  return [[...mirrored], [...others].filter((test) => !mirrored.has(test))];
}

/** The groups of tests that run for changed files, one after the other. */
export const nearestTests = (files) =>
  mirroredAndOthers(files)
    .map((group) => group.filter((test) => !takesLong(test, files)))
    .filter((group) => group.length > 0);

/** The modules that these tests load: those of the functions, or the engine, and others with the tests of their exports. */
export const modulesOf = (tests, files) => [
  ...(tests.some((test) => !isPartTest(test)) ? ["node"] : []),
  ...(tests.some(isPartTest) ? ["parts", "parts-scalar"] : []),
  ...(tests.some((test) => EMBED_TESTS.includes(test)) ? ["embed"] : []),
  ...(files.includes("assembly/bytes/scalar.ts") && tests.some((test) => EMBED_TESTS.includes(test))
    ? ["embed-scalar"]
    : []),
];

/** Compiles modules whose sources have changed, without optimising them; returns their names. */
async function compileQuickly(names) {
  const stale = names.filter((name) => !isFresh(name));
  const isCompiled = stale.length === 0 || (await script("build-wasm.mjs", "--quick", ...stale));
  return isCompiled ? stale : undefined;
}

async function compileAndTest(files, groups) {
  if (groups.length === 0) return true;
  if (groups.flat().some(runsProgram)) await refreshCli(root);
  const quick = await compileQuickly(modulesOf(groups.flat(), files));
  const env = { ROBOTS_FEW: "1", ROBOTS_QUICK_MODULES: quick?.join() };
  if (quick === undefined) return false;
  for (const group of groups) if (!(await vitest(group, env))) return false;
  return true;
}

function tellWhatIsLeftOut(files, left) {
  const sources = files.filter((file) => /^(bindings|tester)\/.*\.tsx?$/.test(file));
  const isAssembly = files.some((file) => file.startsWith("assembly/"));
  if (left.length > 0) console.log(`not run, because they take long: npx vitest run ${left.join(" ")}`);
  if (isAssembly)
    console.log("not run: the optimised modules and their hosts (npm run build && npx vitest run test/embed)");
  if (sources.length > 0)
    console.log(
      `not run: tests of what imports these files (npx vitest related --run --project "fast*" ${sources.join(" ")})`,
    );
  console.log("npm test runs all fast tests, at their usual sizes");
}

async function main(words) {
  checkWords(words);
  const files = changedFiles(words);
  const left = mirroredAndOthers(files)
    .flat()
    .filter((test) => takesLong(test, files));
  const groups = nearestTests(files);
  const checked = files.filter((file) => /\.(ts|tsx|mjs|json)$/.test(file));
  if (groups.length === 0) console.log("no fast tests mirror the changed files");
  // Before the types are checked, which read what it writes.
  if (files.some((file) => /^assembly\/|^bindings\/(core\/dialects\.ts|owners\/agents\/crawlers)/.test(file)))
    await writeShared();
  const results = await Promise.all([
    typecheck(),
    checked.length === 0 || lint(...checked),
    compileAndTest(files, groups),
  ]);
  tellWhatIsLeftOut(files, left);
  process.exitCode = results.every(Boolean) ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
