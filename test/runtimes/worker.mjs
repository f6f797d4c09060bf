/** Runs a built Cloudflare Worker in workerd, through miniflare, where it can fetch nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Miniflare } from "miniflare";

const refuse = () => new Response("nothing may be fetched at run time", { status: 500 });

const types = { js: "ESModule", mjs: "ESModule", wasm: "CompiledWasm" };

/** The modules of a folder that a bundler wrote, its entry first. */
export function modulesIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(m?js|wasm)$/.test(path),
  );
  const isEntry = (path) => path === basename(path) && /js$/.test(path);
  return files
    .sort((a, b) => Number(isEntry(b)) - Number(isEntry(a)))
    .map((path) => ({ type: types[path.split(".").at(-1)], path, contents: readFileSync(join(folder, path)) }));
}

/** @returns {Promise<object>} what the worker answers, as JSON. */
export async function askWorker(modules, compatibilityDate, path = "/") {
  const miniflare = new Miniflare({ modules, compatibilityDate, outboundService: refuse });
  try {
    return JSON.parse(await (await miniflare.dispatchFetch(`http://worker.example${path}`)).text());
  } finally {
    await miniflare.dispose();
  }
}
