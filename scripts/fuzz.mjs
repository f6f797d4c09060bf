// `npm run fuzz`: bundles test/fuzz/ with the sources, which V8 then covers as one script, and runs it.
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outfile = join(root, "build/fuzz.mjs");

await build({
  absWorkingDir: root,
  entryPoints: ["test/fuzz/main.ts"],
  alias: { "#wasm": "./bindings/core/engine/module/node.ts" },
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "error",
});
process.chdir(root);
await import(pathToFileURL(outfile).href);
