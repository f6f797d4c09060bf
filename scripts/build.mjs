// Builds the package from source: AssemblyScript to build/*.wasm, those bytes to a TypeScript module, TypeScript to dist/.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildTester } from "./build-tester.mjs";
import { bundle } from "./bundle.mjs";
import { bundleFetch } from "./bundle-fetch.mjs";
import { mergeEntries } from "./merge.mjs";
import { writeDialects } from "./profiles.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const at = (path) => join(root, path);
const run = (script, args) => execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: "inherit" });

function compileAssembly(config, target, outFile, options = []) {
  rmSync(outFile, { force: true });
  const asc = join(dirname(require.resolve("assemblyscript/package.json")), "bin/asc.js");
  run(asc, ["--config", config, "--target", target, ...options]);
  // asc answers an unknown target or entry with status 0 and no file, so the file itself is the evidence.
  const bytes = readFileSync(outFile);
  if (!WebAssembly.validate(bytes)) throw new Error(`${outFile}: expected a valid WebAssembly module`);
  return bytes;
}

/** As bindings/core/engine/module/inline.ts reads it: a byte from 251 to 85 is one character, others are a prefix and one. */
function textOf(bytes) {
  const character = (value) => JSON.stringify(String.fromCharCode(value + 35)).slice(1, -1);
  const rotated = Array.from(bytes, (byte) => (byte + 5) % 256);
  return rotated.map((value) => ["", "!", " "][Math.floor(value / 91)] + character(value % 91)).join("");
}

/** Two spellings of the module: see inline.ts and node.ts beside them. */
function writeInlineModule(bytes) {
  const write = (file, name, text) => {
    const source = `// Made by scripts/build.mjs from assembly/.\nexport const ${name}: string =\n  "${text}";\n`;
    writeFileSync(at(`bindings/core/engine/module/${file}.ts`), source);
  };
  write("bytes", "text", textOf(bytes));
  write("base64", "base64", bytes.toString("base64"));
}

/**
 * The constants that both languages need, as TypeScript: every `export const NAME: type = value` of these files, worked
 * out to a number. assembly/ is their one source.
 */
function writeConstants() {
  const lines = ["// Made by scripts/build.mjs from assembly/characters.ts and assembly/layout.ts."];
  const known = {};
  for (const file of ["characters", "layout"]) {
    const source = readFileSync(at(`assembly/${file}.ts`), "utf8");
    for (const [, name, expression] of source.matchAll(/^export const (\w+): \w+ = (.+);$/gm)) {
      known[name] = Function(...Object.keys(known), `return ${expression}`)(...Object.values(known));
      if (!Number.isInteger(known[name])) throw new Error(`assembly/${file}.ts: ${name} is not an integer`);
      lines.push(`export const ${name} = ${known[name]};`);
    }
  }
  writeFileSync(at("bindings/core/constants.ts"), `${lines.join("\n")}\n`);
}

/** Needs dist/. Static data lies above the arena's start, because the addresses below it are taken (assembly/layout.ts). */
async function compileEmbedded() {
  await writeDialects(root);
  const { ARENA } = await import("../dist/core/constants.js");
  for (const name of ["embed", "embed-scalar"]) {
    const outFile = at(`build/${name}.wasm`);
    compileAssembly("asconfig.embed.json", name, outFile, ["--memoryBase", String(ARENA)]);
    copyFileSync(outFile, at(`dist/${name}.wasm`));
  }
}

function compileTypeScript() {
  rmSync(at("dist"), { recursive: true, force: true });
  run(join(dirname(require.resolve("typescript/package.json")), "bin/tsc"), ["-p", "tsconfig.build.json"]);
}

/** These entries are one file each: for pages without a bundler, and with another `#wasm` than the rest. */
async function bundleInPlace(entry, alias) {
  writeFileSync(at(entry), await bundle(entry, alias));
}

mkdirSync(at("build"), { recursive: true });
mkdirSync(at("bindings/core/engine/module"), { recursive: true });
writeInlineModule(compileAssembly("asconfig.json", "release", at("build/engine.wasm")));
compileAssembly("asconfig.json", "steps", at("build/engine.steps.wasm"));
writeConstants();
compileTypeScript();
const dropIn = "tools/robots-parser";
for (const file of ["index.cjs", "index.d.cts"])
  copyFileSync(at(`bindings/${dropIn}/${file}`), at(`dist/${dropIn}/${file}`));
copyFileSync(at("build/engine.wasm"), at("dist/core/engine/module/engine.wasm"));
await compileEmbedded();
await mergeEntries(root, JSON.parse(readFileSync(at("package.json"), "utf8")));
copyFileSync(at(`bindings/${dropIn}/index.cjs`), at(`dist/merged/${dropIn}/index.cjs`));
await bundleInPlace("dist/core/engine/module/node.js");
await bundleInPlace("dist/browser.js");
await bundleInPlace("dist/slim.js", { "#wasm": "./dist/core/engine/module/none.js" });
await bundleFetch(root);
await buildTester(root);
