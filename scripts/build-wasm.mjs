// node scripts/build-wasm.mjs [--quick] [engine | node | steps | embed | embed-scalar | parts | parts-scalar | debug]…: compiles assembly/ to
// build/*.wasm, all modules but debug or those named, and writes what TypeScript needs of them. A module whose sources have not
// changed is kept. node is the engine for Node.js (assembly/node.ts), debug has names and a source map (docs/debugging.md).
// --quick does not optimise, takes a third of the time and writes to build/quick/, for tests only.
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { writeTables } from "./crawlers.mjs";
import { writeDialects } from "./dialects.mjs";
import { writeChanged, writeCodes } from "./files.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (path) => join(root, path);
const ascFolder = dirname(createRequire(import.meta.url).resolve("assemblyscript/package.json"));

/**
 * The configuration of a module, the target that asc compiles it by, whether assembly/embed/ and assembly/bulk/ are in it, and a
 * file whose exports it has besides those of the configuration.
 */
const modules = {
  engine: { config: "asconfig.json", target: "release", isEmbed: false },
  node: { config: "asconfig.json", target: "release", isEmbed: false, entry: "assembly/node.ts" },
  steps: { config: "asconfig.json", target: "steps", isEmbed: false, entry: "assembly/measuring.ts" },
  embed: { config: "asconfig.embed.json", target: "embed", isEmbed: true },
  "embed-scalar": { config: "asconfig.embed.json", target: "embed-scalar", isEmbed: true },
  parts: { config: "asconfig.parts.json", target: "parts", isEmbed: false },
  "parts-scalar": { config: "asconfig.parts.json", target: "parts-scalar", isEmbed: false },
  debug: { config: "asconfig.json", target: "debug", isEmbed: false, entry: "assembly/node.ts" },
};
const isPublished = (name) => !/^(parts|steps|debug)/.test(name);
/** What every build makes. */
const usual = Object.keys(modules).filter((name) => name !== "debug");

const folderOf = (isQuick) => at(isQuick ? "build/quick" : "build");
const fileOf = (name, isQuick) =>
  join(folderOf(isQuick), `${["steps", "debug"].includes(name) ? `engine.${name}` : name}.wasm`);
const hashOf = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

/** Changes when the module may: with its sources, the compiler and its options, this script, and with the file itself. */
function stampOf(name, isQuick) {
  const { config, isEmbed } = modules[name];
  const files = readdirSync(at("assembly"), { recursive: true, encoding: "utf8" }).sort();
  const sources = files.filter((file) => file.endsWith(".ts") && (isEmbed || !/^(?:embed|bulk)\//.test(file)));
  const inputs = [config, ...sources.map((file) => `assembly/${file}`)].flatMap((file) => [
    file,
    readFileSync(at(file)),
  ]);
  const file = fileOf(name, isQuick);
  const made = existsSync(file) ? readFileSync(file) : "";
  const tools = [join(ascFolder, "package.json"), fileURLToPath(import.meta.url)];
  return hashOf(...tools.map((file) => readFileSync(file)), ...inputs, made);
}

/**
 * Further rounds of the optimiser, for size. What the first one inlined stays inlined, so nothing gets slower, and the core
 * loses 170 bytes after gzip. docs/performance.md says what it costs to inline less.
 */
function shrink(file) {
  const tool = createRequire(join(ascFolder, "package.json")).resolve("binaryen/package.json");
  const features = ["simd", "bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int"];
  const words = [...features.map((feature) => `--enable-${feature}`), "-Os", "--converge", file, "-o", file];
  execFileSync(process.execPath, [join(dirname(tool), "bin/wasm-opt"), ...words], { stdio: "inherit" });
}

/** Modules are compiled one after another in a process, because the compiler takes seconds to get fast. */
async function compile(name, arena, isQuick) {
  const { config, target, isEmbed, entry } = modules[name];
  const file = fileOf(name, isQuick);
  const { main } = (await import(pathToFileURL(join(ascFolder, "dist/asc.js")))).default;
  rmSync(file, { force: true });
  const base = isEmbed ? ["--memoryBase", String(arena)] : [];
  const level = isQuick ? ["--optimizeLevel", "0"] : [];
  // Debuggers know the module by a hash of its bytes, so a relative address would lead nowhere.
  const map = name === "debug" ? ["--sourceMap", pathToFileURL(`${file}.map`).href] : [];
  const entries = entry === undefined ? [] : [entry];
  const words = [
    ...entries,
    "--config",
    at(config),
    "--baseDir",
    root,
    "--target",
    target,
    "--outFile",
    file,
    ...base,
    ...level,
    ...map,
  ];
  const { error, stderr } = await main(words);
  if (error) throw new Error(`${stderr}\n${error.message}`);
  if (isPublished(name) && !isQuick && existsSync(file)) shrink(file);
  // asc answers an unknown target or entry with no error and no file, so the file itself is the evidence.
  if (!WebAssembly.validate(readFileSync(file))) throw new Error(`${name}: expected a valid WebAssembly module`);
}

const stampFileOf = (name, isQuick) => join(folderOf(isQuick), `${name}.stamp`);

/** Whether a module is compiled from the sources as they are now. */
export function isFresh(name, isQuick = false) {
  const file = stampFileOf(name, isQuick);
  return existsSync(file) && readFileSync(file, "utf8") === stampOf(name, isQuick);
}

async function compileHere(names, arena, isQuick) {
  for (const name of names) {
    rmSync(stampFileOf(name, isQuick), { force: true });
    await compile(name, arena, isQuick);
    writeChanged(stampFileOf(name, isQuick), stampOf(name, isQuick));
  }
}

/** Another process compiles modules of embed/ while this one compiles the others, which takes as long. */
async function compileAll(names, arena, isQuick) {
  const [apart, here] = [true, false].map((isEmbed) => names.filter((name) => modules[name].isEmbed === isEmbed));
  if (apart.length === 0 || here.length === 0) return compileHere(names, arena, isQuick);
  const words = [fileURLToPath(import.meta.url), ...apart, ...(isQuick ? ["--quick"] : [])];
  const beside = promisify(execFile)(process.execPath, words);
  await Promise.all([compileHere(here, arena, isQuick), beside]);
}

/** A byte from 251 to 85 as one character, any other as a prefix and one. */
function charactersOf(byte) {
  const value = (byte + 5) % 256;
  return ["", "!", " "][Math.floor(value / 91)] + String.fromCharCode((value % 91) + 35);
}

/** Brings the frequent 0x6a (addition) and 0x6b (subtraction) below 86, in place of two comparisons. */
const swapped = (byte) => ((byte & 6) === 2 ? byte ^ 0x20 : byte);

/** The module in two texts, as bindings/core/engine/module/inline.ts puts them together. */
function textsOf(bytes) {
  const [operators, locals] = [[], []];
  for (let at = 0; at < bytes.length; at++) {
    operators.push(charactersOf(swapped(bytes[at])));
    if (bytes[at] < 0x20 || bytes[at] > 0x22) continue;
    const local = charactersOf(bytes[at + 1]);
    locals.push(local[0]);
    if (local.length === 1) at++;
  }
  return { operators: operators.join(""), locals: locals.join("") };
}

/** The module in spellings for hosts that compile bytes: see inline.ts and node.ts beside them. */
function writeInlineModule(file, texts) {
  const lines = Object.entries(texts).map(
    ([name, text]) => `export const ${name}: string =\n  ${JSON.stringify(text)};\n`,
  );
  const source = `// Made by scripts/build-wasm.mjs from assembly/.\n${lines.join("")}`;
  writeChanged(at(`bindings/core/engine/module/${file}.ts`), source);
}

const constants = {
  "assembly/bytes/characters.ts": "bindings/base/characters.ts",
  "assembly/bytes/layout.ts": "bindings/core/layout.ts",
};

/**
 * The constants that both languages need, as TypeScript: every `export const NAME: type = value` of these files, worked
 * out to a number. assembly/ is their one source.
 */
function writeConstants() {
  const known = {};
  for (const [file, outFile] of Object.entries(constants)) {
    const lines = [`// Made by scripts/build-wasm.mjs from ${file}.`];
    for (const [, name, expression] of readFileSync(at(file), "utf8").matchAll(/^export const (\w+): \w+ = (.+);$/gm)) {
      known[name] = Function(...Object.keys(known), `return ${expression}`)(...Object.values(known));
      if (!Number.isInteger(known[name])) throw new Error(`${file}: ${name} is not an integer`);
      lines.push(`export const ${name} = ${known[name]};`);
    }
    writeChanged(at(outFile), `${lines.join("\n")}\n`);
  }
  return known;
}

/** Writes the sources that are made of others, and returns the constants. */
export async function writeShared() {
  const known = writeConstants();
  await writeDialects(root);
  writeTables(root);
  writeCodes(root);
  return known;
}

/** Compiles the modules whose sources have changed, and returns their names. */
export async function buildWasm(names = usual, isQuick = false) {
  const unknown = names.find((name) => !Object.hasOwn(modules, name));
  if (unknown !== undefined) throw new Error(`expected ${Object.keys(modules).join(", ")}; got ${unknown}`);
  for (const folder of [folderOf(isQuick), at("bindings/core/engine/module")]) mkdirSync(folder, { recursive: true });
  const { ARENA } = await writeShared();
  const compiled = names.filter((name) => !isFresh(name, isQuick));
  await compileAll(compiled, ARENA, isQuick);
  if (isQuick) return compiled;
  if (names.includes("engine")) writeInlineModule("bytes", textsOf(readFileSync(fileOf("engine"))));
  if (names.includes("node")) writeInlineModule("base64", { base64: readFileSync(fileOf("node"), "base64") });
  return compiled;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const names = words.filter((word) => word !== "--quick");
  const compiled = await buildWasm(names.length > 0 ? names : undefined, names.length < words.length);
  console.log(compiled.length > 0 ? `compiled ${compiled.join(", ")}` : "assembly/ is unchanged");
}
