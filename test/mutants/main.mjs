// node test/mutants/main.mjs [LIST.json… --only WORD --jobs N]: plants the mistakes of test/mutants/*.json, or of these lists, one at a
// time in a copy of the project, and says whether a test fails that `npm run test:changed` runs for the file, or for the Python
// package one of python/tests. --only takes those
// whose file or reason contains the word. A mutant is {file, text, replacement, reason}: `text` stands once in the file, `reason`
// says what is wrong then. With {equivalent} it says why no test can fail, and is not run. Build first (npm run build).
import { execFileSync, spawn } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { pythonEnvironment } from "../../scripts/python.mjs";
import { modulesOf, nearestTests, runsProgram } from "../../scripts/test-changed.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(folder));
/** No nearest tests take longer, so what does hangs. */
const LIMIT_MS = 180_000;
/** Before the first mutant, all of them run. */
const ALL_LIMIT_MS = 1_800_000;
/** What no commit has: what the build writes. Packages are found above a copy. */
const BUILT = ["bindings", "dist", "build/packages", ":(glob)build/*.*"];

const running = new Set();
const end = (child) => process.kill(-child.pid, "SIGKILL");
process.on("exit", () => running.forEach(end));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));

const filesOf = (...words) =>
  execFileSync("git", ["ls-files", ...words], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((name) => name !== "" && existsSync(join(root, name)));

/** A copy of the project in build/mutants/, whose sources may be wrong for a while. */
class Copy {
  static async make() {
    mkdirSync(join(root, "build/mutants"), { recursive: true });
    const folder = mkdtempSync(join(root, "build/mutants/"));
    process.on("exit", () => rmSync(folder, { recursive: true }));
    for (const name of [...filesOf(), ...filesOf("--others", "--", ...BUILT)])
      cpSync(join(root, name), join(folder, name));
    mkdirSync(join(folder, "build/quick"), { recursive: true });
    const scripts = await Promise.all(
      ["build-wasm", "bundle-cli"].map((name) => import(pathToFileURL(join(folder, `scripts/${name}.mjs`)))),
    );
    return new Copy(folder, Object.assign({}, ...scripts));
  }

  constructor(folder, { buildWasm, refreshCli }) {
    this.folder = folder;
    this.buildWasm = buildWasm;
    this.refreshCli = refreshCli;
  }

  /** "killed", "survived", or what is wrong with the mutant. */
  async judge({ file, text, replacement, equivalent }) {
    if (equivalent !== undefined) return "equivalent";
    const path = join(this.folder, file);
    const original = readFileSync(path, "utf8");
    if (original.split(text).length !== 2) return "stale: its text does not stand once in the file";
    writeFileSync(
      path,
      original.replace(text, () => replacement),
    );
    try {
      return await this.#test(file);
    } finally {
      writeFileSync(path, original);
    }
  }

  async #test(file) {
    if (isPython(file)) return (await this.#passesPython()) ? "survived" : "killed";
    let isEquivalent = file.startsWith("assembly/");
    for (const group of nearestTests([file])) {
      const modules = file.startsWith("assembly/") ? modulesOf(group, [file]) : [];
      if (!(await this.#compiles(modules, group))) return "does not compile";
      isEquivalent &&= modules.every((name) => this.#isUnchanged(name));
      if (!isEquivalent && !(await this.#passes(group, modules))) return "killed";
    }
    return isEquivalent ? "equivalent: the modules are the same" : "survived";
  }

  /** The compiler writes what is wrong to stderr, which is of no use here. */
  async #compiles(modules, tests) {
    const { write } = process.stderr;
    process.stderr.write = () => true;
    try {
      await this.buildWasm(modules, true);
      if (tests.some(runsProgram)) await this.refreshCli(this.folder);
      return true;
    } catch {
      return false;
    } finally {
      process.stderr.write = write;
    }
  }

  #isUnchanged(name) {
    const bytes = readFileSync(join(this.folder, `build/quick/${name}.wasm`));
    return this.originals.get(name).equals(bytes);
  }

  /** The Python package as it stands in the copy, with the module that was built. */
  #installPython() {
    const site = join(this.folder, "build/python");
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    mkdirSync(join(site, `robots_wasm-${version}.dist-info`), { recursive: true });
    const metadata = `Metadata-Version: 2.1\nName: robots-wasm\nVersion: ${version}\n`;
    writeFileSync(join(site, `robots_wasm-${version}.dist-info/METADATA`), metadata);
    symlinkSync(join(this.folder, "python/src/robots_wasm"), join(site, "robots_wasm"));
    copyFileSync(join(root, "dist/embed.wasm"), join(site, "robots_wasm/embed.wasm"));
  }

  #passesPython(options) {
    const { python, missing } = pythonEnvironment(join(root, "python/requirements.txt"));
    if (missing !== undefined) throw new Error(missing);
    const env = { PYTHONPATH: join(this.folder, "build/python"), PYTHONDONTWRITEBYTECODE: "1" };
    const words = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"];
    return this.#succeeds(python, words, { cwd: join(this.folder, "python"), env, limitMs: 5 * LIMIT_MS, ...options });
  }

  /** Compiles the modules as they are, and expects the tests of these files to pass: what fails without a mistake proves nothing. */
  async prepare(files) {
    if (files.some(isPython)) {
      this.#installPython();
      if (!(await this.#passesPython({ limitMs: ALL_LIMIT_MS }))) throw new Error("python/tests fail without a mutant");
    }
    const names = ["node", "parts", "parts-scalar", "embed", "embed-scalar"];
    await this.buildWasm(names, true);
    this.originals = new Map(names.map((name) => [name, readFileSync(join(this.folder, `build/quick/${name}.wasm`))]));
    const tests = nearestTests(files.filter((file) => !isPython(file))).flat();
    if (tests.length === 0) return;
    if (tests.some(runsProgram)) await this.refreshCli(this.folder);
    if (await this.#passes(tests, names, { limitMs: ALL_LIMIT_MS, reporter: "minimal" })) return;
    throw new Error("these tests fail without a mutant; after npm run build they must pass");
  }

  #passes(tests, modules, { limitMs, reporter } = {}) {
    const env = { ROBOTS_FEW: "1", ROBOTS_QUICK_MODULES: modules.join() };
    const words = [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...tests,
      "--bail=1",
      ...(reporter === undefined ? [] : ["--reporter", reporter]),
    ];
    const stdio = reporter === undefined ? "ignore" : "inherit";
    return this.#succeeds(process.execPath, words, { cwd: this.folder, env, limitMs, stdio });
  }

  /** Runs tests in a process group of their own, because a test in an endless loop does not end with its parent. */
  #succeeds(program, words, { cwd, env, limitMs = LIMIT_MS, stdio = "ignore" }) {
    const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, detached: true, stdio });
    running.add(child);
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(child), limitMs);
      child.on("exit", (code) => {
        clearTimeout(timer);
        running.delete(child);
        resolve(code === 0);
      });
    });
  }
}

const isPython = (file) => file.startsWith("python/");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: "1" } },
});
const lists = readdirSync(folder).filter((name) => name.endsWith(".json"));
const mutants = (positionals.length > 0 ? positionals : lists.map((name) => join(folder, name)))
  .flatMap((list) => JSON.parse(readFileSync(list, "utf8")))
  .filter(({ file, reason }) => file.includes(values.only) || reason.includes(values.only));
const results = [];
const left = mutants.values();

/** Takes mutants from the list until it is empty. */
async function work() {
  const copy = await Copy.make();
  await copy.prepare(mutants.map(({ file }) => file));
  for (const mutant of left) {
    const result = await copy.judge(mutant);
    results.push({ ...mutant, result });
    console.log(`${result}: ${mutant.file}: ${mutant.reason}`);
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
const judged = results.filter(({ result }) => result === "killed" || result === "survived");
const survivors = judged.filter(({ result }) => result === "survived");
for (const { file, text, replacement, reason } of survivors)
  console.log(`\nsurvived ${file}: ${reason}\n- ${text}\n+ ${replacement}`);
console.log(
  `\nkilled ${judged.length - survivors.length} of ${judged.length}; not judged ${results.length - judged.length}`,
);
const broken = results.filter(({ result }) => /^(stale|does)/.test(result));
process.exitCode = survivors.length + broken.length > 0 ? 1 : 0;
