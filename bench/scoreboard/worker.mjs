// A contestant in a process of its own: reads a vector a line, answers a line `{ id, allowed }` or `{ id, error }`.
// node worker.mjs NAME FOLDER: the adapter of that name, its packages from FOLDER; node worker.mjs --port MODULE: bench/rivals.mjs.
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { adapters, ofBenchmark } from "./adapters.mjs";
import { bytesOf } from "./vectors.mjs";

const [name, from] = process.argv.slice(2);

/** A package of that folder as `import` sees it from there. */
async function load(specifier) {
  if (specifier === "robots-wasm") return import("../../dist/index.js");
  const { load: loadFrom } = await import(pathToFileURL(resolve(from, "load.mjs")));
  const module = await loadFrom(specifier);
  return module.default ?? module;
}

const allowed =
  name === "--port" ? ofBenchmark((await import(pathToFileURL(resolve(from)))).default) : await adapters[name](load);

/** Path and query as they stand in the URL. */
function pathOf(url) {
  const rest = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#;]*/i, "").replace(/#.*$/s, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

const questionOf = (vector) => {
  const body = bytesOf(vector);
  const { agents, url, dialect } = vector;
  return { body, text: new TextDecoder().decode(body), agent: agents[0], agents, url, path: pathOf(url), dialect };
};

async function answer(vector) {
  try {
    const verdict = await allowed(questionOf(vector));
    return typeof verdict === "boolean" ? { id: vector.id, allowed: verdict } : { id: vector.id, error: "no verdict" };
  } catch (error) {
    return { id: vector.id, error: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
