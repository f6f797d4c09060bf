/**
 * workerd through miniflare: bundled as wrangler does (condition `workerd`, the imported module uploaded beside the
 * script), and plainly, where bytes may be compiled at startup only since the compatibility date 2025-06-01.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { bundleApp } from "../bundle-app.mjs";
import * as entries from "../entries.mjs";

const require = createRequire(import.meta.url);
const serve = "export default { fetch: () => Response.json(result) };\n";
const broughtModule = 'import module from "robots-wasm/engine.wasm";';
const files = {
  "worker.mjs": entries.imported + serve,
  "slim-worker.mjs": entries.slim(broughtModule) + serve,
};

/** Leaves imports of `.wasm` files to workerd. */
const uploadWasm = {
  name: "upload-wasm",
  setup({ onResolve }) {
    onResolve({ filter: /\.wasm$/ }, () => ({ path: "./engine.wasm", external: true }));
  },
};

const modulesOf = (contents, wasm) => [
  { type: "ESModule", path: "main.mjs", contents },
  { type: "CompiledWasm", path: "engine.wasm", contents: wasm },
];

/** The version of workerd that miniflare brings. */
const version = () =>
  JSON.parse(readFileSync(require.resolve("workerd/package.json", { paths: [require.resolve("miniflare")] }))).version;

function row(form, engine, { conditions = [], entry = "worker.mjs", compatibilityDate }) {
  return {
    runtime: "workerd",
    form,
    engine,
    async ask(workspace) {
      const contents = await bundleApp(workspace.app("workerd", files), entry, { conditions, plugins: [uploadWasm] });
      const wasm = readFileSync(join(workspace.package, "dist/engine/module/engine.wasm"));
      const modules = conditions.includes("workerd")
        ? modulesOf(contents, wasm)
        : modulesOf(contents, wasm).slice(0, 1);
      const miniflare = new Miniflare({ modules, compatibilityDate, outboundService: refuse });
      try {
        const response = await miniflare.dispatchFetch("http://worker.example/");
        return { runtime: `workerd ${version()}`, ...JSON.parse(await response.text()) };
      } finally {
        await miniflare.dispose();
      }
    },
  };
}

const refuse = () => new Response("nothing may be fetched at run time", { status: 500 });
const conditions = ["workerd", "worker", "browser"];

export const rows = [
  row("import, as wrangler bundles", "wasm", { conditions, compatibilityDate: "2026-07-01" }),
  row("import, as wrangler bundles, date 2024-01-01", "wasm", { conditions, compatibilityDate: "2024-01-01" }),
  row("slim, module imported", "wasm", { conditions, entry: "slim-worker.mjs", compatibilityDate: "2024-01-01" }),
  row("import without the condition", "wasm", { compatibilityDate: "2026-07-01" }),
  row("import without the condition, date 2024-01-01", "fallback", { compatibilityDate: "2024-01-01" }),
];
