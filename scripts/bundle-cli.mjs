// The command line as one bundle without dependencies: dist/cli of the package robots-wasm-cli.
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { filesIn } from "./contents.mjs";

/** `main` and the worker threads. All are in one folder, as each worker is beside the file that starts it in bindings/. */
const ENTRIES = {
  main: "cli/main",
  "compile-worker": "bulk/compile/compile-worker",
  "filter-worker": "bulk/filter/filter-worker",
  "parquet-worker": "bulk/parquet/parquet-worker",
  "survey-worker": "bulk/survey/survey-worker",
};

/** What nodeFetch imports of undici, without the rest of it: mocks, proxies, caches, WebSocket. */
const UNDICI = `
  export { default as Pool } from "undici/lib/dispatcher/pool.js";
  export { default as buildConnector } from "undici/lib/core/connect.js";
  export { fetch } from "undici/lib/web/fetch/index.js";
`;

const partsOfUndici = (root) => ({
  name: "parts-of-undici",
  setup(bundler) {
    bundler.onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "parts" }));
    bundler.onLoad({ filter: /.*/, namespace: "parts" }, () => ({ contents: UNDICI, resolveDir: root }));
  },
});

/** @returns {Promise<string[]>} the files that it contains, relative to `root`. */
export async function bundleCli(root, outdir) {
  const files = Object.entries(ENTRIES).map(([name, file]) => [name, join(root, `bindings/${file}.ts`)]);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(files),
    outdir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    chunkNames: "[name]-[hash]",
    alias: { "#wasm": join(root, "bindings/core/engine/module/node.ts") },
    plugins: [partsOfUndici(root)],
    // Names stay, and lines are short: stack traces can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 100,
    charset: "utf8",
    legalComments: "none",
    // Some packages are CommonJS and require modules of Node.
    banner: { js: 'import{createRequire as requireOf}from"node:module";const require=requireOf(import.meta.url);' },
    tsconfigRaw: {},
    metafile: true,
    logLevel: "warning",
  });
  return filesIn(metafile);
}

/** Bundles the program anew into the package that `npm run build` has made, for tests of the command line. */
export async function refreshCli(root) {
  const made = join(root, "build/packages/robots-wasm-cli");
  await bundleCli(root, join(made, "dist/cli"));
  // test/support/fresh.ts reads its time.
  utimesSync(join(made, "package.json"), new Date(), new Date());
}
