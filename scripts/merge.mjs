// Merges the package for Node.js into one CommonJS graph, which `require` and `import` load: they share classes, configuration
// and state, and tools that cannot require ES modules (Jest) load it too. Merging also saves half a millisecond for each file
// that Node.js need not load. Bundlers get the files of dist/ as they are.
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, posix } from "node:path";
import { rolldown } from "rolldown";
import { entries } from "./entries.mjs";

const require = createRequire(import.meta.url);

/** Dependencies that exist as ES modules only: a CommonJS graph cannot require them everywhere. */
const INCLUDED = ["p-limit", "yocto-queue"];

const WASM = "#wasm";
const isExternal = (id) => !id.startsWith(".") && !isAbsolute(id) && id !== WASM && !INCLUDED.includes(id);

/** Their licence asks for its text in every copy. */
function licenceOf(name) {
  const folder = dirname(require.resolve(name));
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version}, under this licence:\n\n${readFileSync(join(folder, "license"), "utf8").trim()}`;
}

const licencesIn = (chunk) =>
  INCLUDED.filter((name) => chunk.moduleIds.some((id) => id.replaceAll("\\", "/").includes(`/node_modules/${name}/`)))
    .map((name) => `/*!\nThis file contains ${licenceOf(name)}\n*/`)
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
const PEER = /^let (\w+) = require\("(undici|sax)"\);$/gm;
const namePeers = (code, { fileName }) =>
  code.replace(PEER, (_, name, peer) => {
    const base = JSON.stringify(posix.relative(posix.dirname(fileName), "parts/base.cjs").replace(/^(?!\.)/, "./"));
    const failure = `require(${base}).namingPackage("${peer}", "this entry of robots-wasm", error)`;
    return `let ${name};\ntry { ${name} = require("${peer}"); } catch (error) { throw ${failure}; }`;
  });

/** Writes each entry of dist/ to the same path in dist/merged/. The entries share their parts, so each class exists once. */
export async function mergeEntries(root) {
  const dist = join(root, "dist");
  rmSync(join(dist, "merged"), { recursive: true, force: true });
  // slim.js is one file already: it has another `#wasm` and shares nothing.
  const merged = [...new Set(entries.map(({ inNode }) => inNode))];
  const graph = await rolldown({
    input: Object.fromEntries(merged.map((source) => [source, join(dist, `${source}.js`)])),
    platform: "node",
    external: isExternal,
    // Merged, because a program that starts would wait a millisecond until Node.js has found the file by package.json.
    resolve: { alias: { [WASM]: join(dist, "core/engine/module/node.js") } },
    preserveEntrySignatures: "strict",
    treeshake: { moduleSideEffects: false },
    plugins: [{ name: "values", renderChunk: (code, chunk) => namePeers(exportValues(code), chunk) }],
  });
  await graph.write({
    dir: join(dist, "merged"),
    format: "cjs",
    exports: "auto",
    // Jest has no import() in CommonJS files.
    dynamicImportInCjs: false,
    // Node.js reads whole files before the first decision. Line ends stay, so that stack traces and errors can be read.
    comments: false,
    banner: (chunk) => `${licencesIn(chunk)}\n${STRICT}`.trim(),
    entryFileNames: "[name].cjs",
    chunkFileNames: "parts/[name].cjs",
    // Some entries need the base and nothing of the core. What needs an optional package is apart.
    codeSplitting: {
      groups: [
        { name: "base", test: /[\\/]dist[\\/]base[\\/]/, priority: 1 },
        { name: "core", test: /[\\/]dist[\\/]core[\\/]/ },
        { name: "client", test: /[\\/]dist[\\/](access|client)[\\/](?!node[\\/])/, minShareCount: 2 },
        { name: "crawl", test: /[\\/]dist[\\/]crawl[\\/](?!polite[\\/]node[\\/])/, minShareCount: 2 },
      ],
    },
  });
  await graph.close();
}
