// node scripts/exports.mjs: writes package.json's main, types, typesVersions and exports from scripts/entries.mjs. With --check it
// writes nothing and fails if they differ.
import { readFileSync, writeFileSync } from "node:fs";
import { entries } from "./entries.mjs";

const file = new URL("../package.json", import.meta.url);

const typesOf = ({ source, isExportAssigned }) => `./dist/types/${source}${isExportAssigned ? ".d.cts" : ".d.ts"}`;

/**
 * Node.js finds the names of a CommonJS file when it imports it. There is no condition `module` for it, which bundlers know and
 * Node.js does not: a tool that traces files by it, as Nitro does, would copy other files than Node.js loads.
 */
function conditionsOf(entry) {
  const { source, inNode, isExportAssigned } = entry;
  const [module, types] = [`./dist/${source}.js`, `./dist/types/${source}.d.mts`];
  return {
    node: { types: typesOf(entry), default: `./dist/merged/${inNode}.cjs` },
    ...(isExportAssigned && { require: { types: typesOf(entry), default: `./dist/${source}.cjs` } }),
    types,
    default: module,
  };
}

const [main, ...others] = entries;

/** Tools that do not read `exports`: TypeScript with moduleResolution node10 reads `types` and `typesVersions`. */
const legacy = {
  main: `./dist/merged/${main.source}.cjs`,
  types: typesOf(main),
  typesVersions: { "*": Object.fromEntries(others.map((entry) => [entry.path.slice(2), [typesOf(entry)]])) },
};

const files = {
  "./crawlers.json": "./dist/crawlers.json",
  "./crawlers.schema.json": "./dist/crawlers.schema.json",
  "./embed-scalar.wasm": "./dist/embed-scalar.wasm",
  "./embed.wasm": "./dist/embed.wasm",
  "./engine.wasm": "./dist/core/engine/module/engine.wasm",
  "./package.json": "./package.json",
};

const text = readFileSync(file, "utf8");
const { main: _, types: __, typesVersions: ___, exports: ____, ...rest } = JSON.parse(text);
const written = {};
for (const [key, value] of Object.entries(rest)) {
  if (key === "imports") {
    const exports = { ...Object.fromEntries(entries.map((entry) => [entry.path, conditionsOf(entry)])), ...files };
    Object.assign(written, legacy, { exports });
  }
  written[key] = value;
}
const expected = `${JSON.stringify(written, null, 2)}\n`;

if (!process.argv.includes("--check")) writeFileSync(file, expected);
else if (text !== expected) {
  console.error(
    "package.json: exports differ from scripts/entries.mjs: list each entry there, then run node scripts/exports.mjs",
  );
  process.exitCode = 1;
}
