/** The temporary folder of a run: the packed tarball, a fresh app for each runtime, and the runtimes themselves. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { pins } from "./pins.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const sharedFiles = ["suite.mjs", "no-fetch.mjs"].map((name) => fileURLToPath(new URL(name, import.meta.url)));

/** A runtime that is not here and cannot be had: the row says why, and is not green. */
export class NotRun extends Error {}

/** @returns {Promise<string>} what the program printed; rejects with what it complained of. */
export function run(command, words, options = {}) {
  return new Promise((resolve, reject) => {
    const settings = { timeout: 180_000, maxBuffer: 2 ** 26, encoding: "utf8", ...options };
    settings.env = { ...process.env, NO_COLOR: "1", ...options.env };
    execFile(command, words, settings, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.code ?? error.signal}: ${complaintOf(stderr || stdout || error.message)}`));
    });
  });
}

/** The line that names the error, where there is one. */
const complaintOf = (text) => /^.*error.*$/im.exec(text)?.[0].trim() ?? text.trim().slice(-300);

const npm = (words, cwd) => run("npm", [...words, "--no-audit", "--no-fund", "--prefer-offline"], { cwd });

function newFolder(path, manifest) {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "package.json"), JSON.stringify({ private: true, type: "module", ...manifest }));
  return path;
}

export class Workspace {
  folder = mkdtempSync(join(tmpdir(), "robots-wasm-runtimes-"));
  #template;
  #tarball;
  #installed = new Map();

  /** Packs the package, unless ROBOTS_TARBALLS has it, and installs it as an app would. */
  async prepare() {
    const tarballs = resolve(process.env["ROBOTS_TARBALLS"] ?? this.folder);
    const words = ["pack", "--ignore-scripts", "--pack-destination", tarballs, "./build/packages/robots-wasm"];
    if (process.env["ROBOTS_TARBALLS"] === undefined) await run("npm", words, { cwd: root });
    this.#template = newFolder(join(this.folder, "app"));
    this.#tarball = join(tarballs, `robots-wasm-${version}.tgz`);
    await npm(["install", this.#tarball], this.#template);
    this.package = join(this.#template, "node_modules/robots-wasm");
  }

  async writeData(data) {
    writeFileSync(join(this.#template, "data.mjs"), `export default ${JSON.stringify(data)};\n`);
    for (const file of sharedFiles) cpSync(file, join(this.#template, file.split("/").at(-1)));
  }

  /** A fresh app with the package installed and these files beside the suite. */
  app(name, files = {}) {
    const folder = join(this.folder, "apps", name);
    if (!existsSync(folder)) cpSync(this.#template, folder, { recursive: true, verbatimSymlinks: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    return folder;
  }

  /** An app that installs packages of its own beside the package. What cannot be installed is not run. */
  async freshApp(name, { packages, manifest, files }, others) {
    const dependencies = { ...packages, "robots-wasm": `file:${this.#tarball}` };
    const folder = newFolder(join(this.folder, "apps", name), { ...manifest, dependencies });
    for (const [path, text] of Object.entries({ ...files, ...others })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await this.#npmInstall(folder, Object.entries(packages).join(" "));
    return folder;
  }

  /** @returns {Promise<string>} the folder of an installed runtime or tool. */
  install(name) {
    if (!this.#installed.has(name)) this.#installed.set(name, this.#install(name));
    return this.#installed.get(name);
  }

  async #install(name) {
    const { alias, from } = pins[name];
    const folder = newFolder(join(this.folder, "tools", name), { dependencies: { [alias]: from } });
    await this.#npmInstall(folder, `${alias} ${from}`);
    return join(folder, "node_modules", alias);
  }

  async #npmInstall(folder, what) {
    try {
      await npm(["install", "--ignore-scripts"], folder);
    } catch (error) {
      throw new NotRun(`${what} cannot be installed (${error.message.replaceAll(this.folder, "…").slice(0, 160)})`);
    }
  }

  remove() {
    if (process.env["KEEP_RUNTIMES"] === undefined)
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
    else console.log(`kept ${this.folder}`);
  }
}
