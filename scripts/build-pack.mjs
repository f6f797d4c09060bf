// node scripts/build-pack.mjs: completes dist/ to what is published: modules, merged entries, bundles, the tester. Needs
// build-wasm.mjs and build-ts.mjs.
import { copyFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildTester } from "./build-tester.mjs";
import { bundle } from "./bundle.mjs";
import { bundleForCli } from "./bundle-cli.mjs";
import { mergeEntries } from "./merge.mjs";

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

export async function buildPack() {
  copyFileSync(at("build/engine.wasm"), at(`dist/${MODULES}/engine.wasm`));
  for (const name of ["embed", "embed-scalar"]) copyFileSync(at(`build/${name}.wasm`), at(`dist/${name}.wasm`));
  await bundleModule(`${MODULES}/node`);
  await bundleInPlace("browser", "inline");
  await bundleInPlace("slim", "none");
  await mergeEntries(root);
  await bundleForCli(root);
  await buildTester(root);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPack();
