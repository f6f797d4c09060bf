/**
 * workerd through miniflare: what wrangler makes of an app with its defaults, and the app bundled without the condition
 * `workerd`, where bytes may be compiled at startup only, and only since the compatibility date 2025-06-01.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundleApp } from "../bundle-app.mjs";
import * as entries from "../entries.mjs";
import { askWorker, modulesIn } from "../worker.mjs";
import { run } from "../workspace.mjs";

const require = createRequire(import.meta.url);
const serve = "export default { fetch: () => Response.json(result) };\n";
const files = {
  "worker.mjs": entries.imported + serve,
  "slim-worker.mjs": entries.slim('import module from "robots-wasm/engine.wasm";') + serve,
};

/** The version of workerd that miniflare brings. */
function version() {
  const path = require.resolve("workerd/package.json", { paths: [require.resolve("miniflare")] });
  return JSON.parse(readFileSync(path, "utf8")).version;
}

const bundlers = {
  /** What `wrangler deploy` would upload; wrangler itself wants Node 22. */
  async wrangler(workspace, entry, date) {
    const root = workspace.app(`wrangler-${entry}-${date}`, files);
    const [node, wrangler] = [await workspace.install("node-22"), await workspace.install("wrangler")];
    const words = ["deploy", entry, "--name=app", `--compatibility-date=${date}`, "--dry-run", "--outdir=out"];
    const env = { WRANGLER_SEND_METRICS: "false", XDG_CONFIG_HOME: join(workspace.folder, "wrangler") };
    await run(join(node, "bin/node"), [join(wrangler, "bin/wrangler.js"), ...words], { cwd: root, env });
    return modulesIn(join(root, "out"));
  },
  async esbuild(workspace, entry) {
    const contents = await bundleApp(workspace.app("workerd", files), entry);
    return [{ type: "ESModule", path: "worker.js", contents }];
  },
};

const row = (bundler, form, date, { entry = "worker.mjs", engine = "wasm" } = {}) => ({
  runtime: "workerd",
  form: `${form}, ${date}`,
  engine,
  async ask(workspace) {
    const modules = await bundlers[bundler](workspace, entry, date);
    return { runtime: `workerd ${version()}`, ...(await askWorker(modules, date)) };
  },
});

export const rows = [
  row("wrangler", "wrangler", "2026-07-01"),
  row("wrangler", "wrangler", "2024-01-01"),
  row("wrangler", "wrangler and `robots-wasm/slim`", "2024-01-01", { entry: "slim-worker.mjs" }),
  row("esbuild", "without the condition", "2026-07-01"),
  row("esbuild", "without the condition", "2024-01-01", { engine: "fallback" }),
];
