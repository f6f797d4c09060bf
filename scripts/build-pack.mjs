// node scripts/build-pack.mjs: completes dist/ to what is published: modules, merged entries, bundles, the tester. Needs
// build-wasm.mjs and build-ts.mjs.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildTester } from "./build-tester.mjs";
import { bundle } from "./bundle.mjs";
import { bundleFetch } from "./bundle-fetch.mjs";
import { mergeEntries } from "./merge.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (path) => join(root, path);
const MODULES = "core/engine/module";

/** These entries are one file each: for pages without a bundler, and with another `#wasm` than the rest. */
async function bundleInPlace(entry, variant) {
  const alias = { "#wasm": `./bindings/${MODULES}/${variant}.ts` };
  writeFileSync(at(`dist/${entry}.js`), await bundle(`bindings/${entry}.ts`, alias));
}

export async function buildPack() {
  copyFileSync(at("build/engine.wasm"), at(`dist/${MODULES}/engine.wasm`));
  for (const name of ["embed", "embed-scalar"]) copyFileSync(at(`build/${name}.wasm`), at(`dist/${name}.wasm`));
  await bundleInPlace(`${MODULES}/node`, "node");
  await bundleInPlace("browser", "inline");
  await bundleInPlace("slim", "none");
  await mergeEntries(root, JSON.parse(readFileSync(at("package.json"), "utf8")));
  const dropIn = "tools/robots-parser/index.cjs";
  copyFileSync(at(`bindings/${dropIn}`), at(`dist/merged/${dropIn}`));
  await bundleFetch(root);
  await buildTester(root);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildPack();
