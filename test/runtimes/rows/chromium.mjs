/**
 * Chromium headless, page and Web Worker: built by Vite and esbuild with their defaults, and the pre-bundled file as it
 * is; then under Content-Security-Policies that forbid and allow WebAssembly.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleApp } from "../bundle-app.mjs";
import { findChromium, openPage } from "../chromium.mjs";
import * as entries from "../entries.mjs";

/** Not fetch, which the suite counts. */
const post =
  'const post = (result) => { const request = new XMLHttpRequest(); request.open("POST", "/report"); request.send(JSON.stringify(result)); };\n';
const pageOf = (script) => `<!doctype html><script type="module" src="${script}"></script>`;
const postFromWorker = 'addEventListener("message", () => postMessage(result));\n';
const askWorker = (worker) =>
  `${post}const worker = ${worker};\nworker.onmessage = ({ data }) => post(data);\nworker.postMessage("ask");\n`;
const ownWorker = 'new Worker(new URL("./worker.js", import.meta.url), { type: "module" })';

const files = {
  "page.js": `${entries.imported}${post}post(result);\n`,
  "worker.js": entries.imported + postFromWorker,
  "worker-page.js": askWorker(ownWorker),
};

const bundlers = {
  /** `vite build` with no configuration but the page. */
  async vite(workspace, thread) {
    const vite = await import(pathToFileURL(join(await workspace.install("vite"), "dist/node/index.js")).href);
    const script = thread === "page" ? "/page.js" : "/worker-page.js";
    const root = workspace.app(`vite-${thread.replace(" ", "-")}`, { ...files, "index.html": pageOf(script) });
    await vite.build({ root, logLevel: "silent" });
    return filesIn(join(root, "dist"));
  },
  async esbuild(workspace) {
    const root = workspace.app("esbuild", files);
    const bundled = async (name) => [name, await bundleApp(root, name)];
    return Object.fromEntries(await Promise.all(Object.keys(files).map(bundled)));
  },
  /** No bundler: the file of the package beside the app's own, imported by its path. */
  async none(workspace) {
    const root = workspace.app("no-bundler", {});
    const direct = (text) => text.replaceAll('"robots-wasm"', '"./browser.js"').replaceAll(".mjs", ".js");
    const own = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, direct(text)]));
    const text = (name) => readFileSync(join(root, name), "utf8");
    const shared = { "suite.js": text("suite.mjs"), "no-fetch.js": text("no-fetch.mjs"), "data.js": text("data.mjs") };
    return { ...own, ...shared, "browser.js": text("node_modules/robots-wasm/dist/browser.js") };
  },
};

function filesIn(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
    }),
  );
}

const row = (bundler, thread, form, { policy, engine = "wasm" } = {}) => ({
  runtime: `Chromium, ${thread}`,
  form,
  engine,
  async ask(workspace) {
    const { version } = findChromium();
    const built = await bundlers[bundler](workspace, thread);
    const index = { "index.html": pageOf(thread === "page" ? "/page.js" : "/worker-page.js") };
    return {
      runtime: `Chromium ${version}, ${thread}`,
      ...(await openPage(workspace, { ...index, ...built }, policy)),
    };
  },
});

const strict = { policy: "default-src 'self'", engine: "fallback" };
const allowing = { policy: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'" };

export const rows = ["page", "Web Worker"].flatMap((thread) => [
  row("vite", thread, "vite build"),
  row("esbuild", thread, "esbuild"),
  row("none", thread, "`robots-wasm/browser`, no bundler"),
  row("none", thread, "`robots-wasm/browser` under `default-src 'self'`", strict),
  row("none", thread, "`robots-wasm/browser` with `'wasm-unsafe-eval'`", allowing),
]);
