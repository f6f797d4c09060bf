// Writes two ES modules beside each CommonJS entry of dist/merged/. Both export what it does, by names that are known now.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { entries } from "./entries.mjs";

const require = createRequire(import.meta.url);

/** The names of an entry by the files that give them: first the files that it requires, then itself. */
function namesBySource(file) {
  const loaded = require(file);
  const required = Array.from(readFileSync(file, "utf8").matchAll(/\brequire\("(\.[^"]+)"\)/g), ([, path]) => path);
  const sources = [];
  let left = Object.keys(loaded);
  for (const path of [...required, `./${basename(file)}`]) {
    const source = require(join(dirname(file), path));
    const isFound = (name) => source[name] === loaded[name];
    if (left.some(isFound)) sources.push([path, left.filter(isFound)]);
    left = left.filter((name) => !isFound(name));
  }
  return sources;
}

const isFunction = (file) => typeof require(file) === "function";
const destructured = (names, value) => `export const { ${names.join(", ")} } = ${value};`;

/**
 * For Node.js: it takes 2 ms longer to import a CommonJS file than to require it, and 0.3 ms to load a file that only names
 * others. Tools that copy the files of a program, such as @vercel/nft, follow a `require` of this form.
 */
function doorForNode(file) {
  const exported = isFunction(file)
    ? [`export default require("./${basename(file)}");`]
    : namesBySource(file).map(([path, names]) => destructured(names, `require("${path}")`));
  return [
    'import { createRequire } from "node:module";',
    "const require = createRequire(import.meta.url);",
    ...exported,
  ];
}

/** For bundlers that do not know the condition `module`: they would leave out what such a `require` loads. */
function doorForBundlers(file) {
  const exported = isFunction(file) ? "export default entry;" : destructured(Object.keys(require(file)), "entry");
  return [`import entry from "./${basename(file)}";`, exported];
}

const writeLines = (file, lines) => writeFileSync(file, `${lines.join("\n")}\n`);

export function writeDoors(root) {
  for (const { inNode } of entries) {
    const entry = join(root, "dist/merged", inNode);
    writeLines(`${entry}.mjs`, doorForNode(`${entry}.cjs`));
    writeLines(`${entry}.js`, doorForBundlers(`${entry}.cjs`));
  }
}
