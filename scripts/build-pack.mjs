// node scripts/build-pack.mjs: completes dist/ with modules, declarations, merged entries, bundles and the tester, and writes
// build/packages/ from it. Needs build-wasm.mjs and build-ts.mjs.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { buildTester } from "./build-tester.mjs";
import { bundle } from "./bundle.mjs";
import { writeCrawlers } from "./crawlers.mjs";
import { mergeEntries } from "./merge.mjs";
import { writePackages } from "./packages.mjs";
import { writeTypes } from "./types.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (path) => join(root, path);
const MODULES = "core/engine/module";

/** Options of a bundle whose `#wasm` is this file of the folder of the module. */
const wasmFrom = (variant) => ({ alias: { "#wasm": `./bindings/${MODULES}/${variant}.ts` } });

/** These entries are one file each: for pages without a bundler, and with another `#wasm` than the rest. */
async function bundleInPlace(entry, variant) {
  writeFileSync(at(`dist/${entry}.js`), await bundle(`bindings/${entry}.ts`, wasmFrom(variant)));
}

/** The module for Node.js. */
async function bundleModule(name) {
  writeFileSync(at(`dist/${name}.js`), await bundle(`bindings/${name}.ts`));
}

/** How programs are written that people do not read: stack traces still name a line of few statements. */
const compact = { format: "esm", target: "esnext", charset: "utf8", minifyWhitespace: true, lineLimit: 100 };

/** The declarations have the docstrings; two fifths of what tsc writes would be comments and white space. */
async function removeSpace() {
  const files = readdirSync(at("dist"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((one) => one.endsWith(".js") && !/^(bulk|cli|merged|tester)\b/.test(one))) {
    const { code } = await transform(readFileSync(at(`dist/${file}`), "utf8"), compact);
    writeFileSync(at(`dist/${file}`), code);
  }
}

export async function buildPack() {
  await removeSpace();
  copyFileSync(at("build/engine.wasm"), at(`dist/${MODULES}/engine.wasm`));
  for (const name of ["embed", "embed-scalar"]) copyFileSync(at(`build/${name}.wasm`), at(`dist/${name}.wasm`));
  await bundleModule(`${MODULES}/node`);
  await bundleInPlace("browser", "inline");
  await bundleInPlace("slim", "none");
  await writeCrawlers(root);
  await writeTypes(root);
  await mergeEntries(root);
  const ofTester = await buildTester(root);
  await writePackages(root, ofTester);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPack();
