// Merges the package for Node.js into one CommonJS graph, which `require` and `import` load: they share classes, configuration
// and state, and tools that cannot require ES modules (Jest) load it too. Merging also saves half a millisecond for each file
// that Node.js need not load. Bundlers get the files of dist/ as they are.
import { rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { bannerOf } from "./contents.mjs";
import { entries } from "./entries.mjs";

/** Dependencies that exist as ES modules only: a CommonJS graph cannot require them everywhere. */
const INCLUDED = ["p-limit", "yocto-queue"];

const WASM = "#wasm";
const isExternal = (id) => !id.startsWith(".") && !isAbsolute(id) && id !== WASM && !INCLUDED.includes(id);

const licencesIn = (root, chunk) =>
  INCLUDED.filter((name) => chunk.moduleIds.some((id) => id.replaceAll("\\", "/").includes(`/node_modules/${name}/`)))
    .map((name) => bannerOf(root, name))
    .join("\n");

/** ES modules are strict without saying so. */
const STRICT = '"use strict";';

const GETTER =
  /^Object\.defineProperty\(exports, "([\w$]+)", \{\s*enumerable: true,\s*get: function ?\(\) \{\s*return ([\w$]+);\s*\}\s*\}\);$/gm;

/** TypeScript does not let programs assign to these. Rolldown writes classes as `var`. */
const isConstant = (code, name) =>
  [
    `const ${name} = `,
    `function ${name}(`,
    `function* ${name}(`,
    `async function ${name}(`,
    `async function* ${name}(`,
    `var ${name} = class `,
  ].some((start) => code.includes(`\n${start}`));

/** Rolldown exports by getters, which follow a `let`. For what never changes, values save 0.4 ms of each start. */
const exportValues = (code) =>
  code.replace(GETTER, (getter, exported, name) =>
    isConstant(code, name) ? `exports.${exported} = ${name};` : getter,
  );

/** An entry that needs an optional peer when it loads says what to install. */
const PEER = /^let (\w+) = require\("(undici)"\);$/gm;
const namePeers = (code) =>
  code.replace(PEER, (_, name, peer) => {
    const text = `expected the package ${peer} for this entry of robots-wasm; it is not installed: run npm install ${peer}`;
    const named = `Object.assign(new Error("${text}"), { code: "ERR_MISSING_PACKAGE" })`;
    const failure = `error.code === "MODULE_NOT_FOUND" && error.message.includes("'${peer}'") ? ${named} : error`;
    return `let ${name};\ntry { ${name} = require("${peer}"); } catch (error) { throw ${failure}; }`;
  });

/** The rooms of the core that decide; the others are tools beside them. */
const IN_CORE = /[\\/]dist[\\/]core[\\/](?:(?:engine|program|reader|robots)[\\/]|\w+\.js)/;
/** Files of the core that compare rules. A program that only decides does not load them. */
const NOT_BY_CORE =
  /[\\/]dist[\\/]core[\\/](program[\\/](pattern-states|rule-positions|telling-rules|url-tokens)|reader[\\/]group-index|robots[\\/]comparison)\./;

/** Node.js keeps a file with one other character as two bytes for each, and reads it slower. */
const inAscii = (code) =>
  code.replace(/[\x80-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Rolldown indents by tabs, and no text of the sources begins a line with one. */
const withoutIndent = (code) => code.replace(/^\t+/gm, "");

const called = (path) => `(...given) => tools().${path}(...given)`;
const membersOf = (name, value) => Object.keys(value).map((key) => `${key}: ${called(`${name}.${key}`)}`);

/** What most programs never call of the main entry: Node.js loads its file at the first call. */
const deferTools = (code, values) =>
  code
    .replace(/^const require_tools = (require\(.*\));$/m, "const tools = () => $1;")
    .replace(/^exports\.(\w+) = require_tools\.\1;$/gm, (_, name) => {
      const value = values[name];
      return `exports.${name} = ${typeof value === "function" ? called(name) : `{ ${membersOf(name, value)} }`};`;
    });

/** Writes each entry of dist/ to the same path in dist/merged/. The entries share their parts, so each class exists once. */
export async function mergeEntries(root) {
  const dist = join(root, "dist");
  rmSync(join(dist, "merged"), { recursive: true, force: true });
  // slim.js is one file already: it has another `#wasm` and shares nothing.
  const merged = [...new Set(entries.map(({ inNode }) => inNode))];
  const values = await import(pathToFileURL(join(dist, "index.js")));
  const graph = await rolldown({
    input: Object.fromEntries(merged.map((source) => [source, join(dist, `${source}.js`)])),
    platform: "node",
    external: isExternal,
    // Merged, because a program that starts would wait a millisecond until Node.js has found the file by package.json.
    resolve: { alias: { [WASM]: join(dist, "core/engine/module/node.js") } },
    preserveEntrySignatures: "strict",
    treeshake: { moduleSideEffects: false },
    plugins: [{ name: "values", renderChunk: (code) => deferTools(namePeers(exportValues(code)), values) }],
  });
  const { output } = await graph.write({
    dir: join(dist, "merged"),
    format: "cjs",
    exports: "auto",
    // Jest has no import() in CommonJS files.
    dynamicImportInCjs: false,
    // Node.js reads whole files before the first decision. Line ends stay, so that stack traces and errors can be read.
    comments: false,
    banner: (chunk) => `${licencesIn(root, chunk)}\n${STRICT}`.trim(),
    entryFileNames: "[name].cjs",
    chunkFileNames: "parts/[name].cjs",
    // Some entries need the base and nothing of the core. What needs an optional package is apart.
    codeSplitting: {
      groups: [
        { name: "base", test: /[\\/]dist[\\/]base[\\/]/, priority: 2 },
        { name: "core", test: (id) => IN_CORE.test(id) && !NOT_BY_CORE.test(id), priority: 1 },
        { name: "comparison", test: IN_CORE },
        { name: "tools", test: /[\\/]dist[\\/]core[\\/](diff|lines|matchers|stream|trace)[\\/]/ },
        {
          name: "client",
          test: /[\\/]dist[\\/](core[\\/]access|crawl[\\/]client)[\\/](?!node[\\/])/,
          minShareCount: 2,
        },
        {
          name: "crawl",
          test: /[\\/]dist[\\/]crawl[\\/](?!polite[\\/]node[\\/]|client[\\/]|archive[\\/])/,
          minShareCount: 2,
        },
      ],
    },
  });
  await graph.close();
  for (const { fileName, code } of output) writeFileSync(join(dist, "merged", fileName), inAscii(withoutIndent(code)));
}
