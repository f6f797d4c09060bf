// node scripts/build.mjs: builds the package from source. AssemblyScript becomes build/*.wasm and a TypeScript module of the
// same bytes, TypeScript becomes dist/, and the packages that are published are made from it (build/packages/).
import { buildPack } from "./build-pack.mjs";
import { buildTypeScript } from "./build-ts.mjs";
import { buildWasm } from "./build-wasm.mjs";

await buildWasm();
buildTypeScript();
await buildPack();
