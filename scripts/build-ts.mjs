// node scripts/build-ts.mjs: compiles bindings/ to dist/, only what has changed since the last time. Needs build-wasm.mjs.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (path) => join(root, path);
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

/** What tsc remembers of the last time (tsconfig.build.json). */
const MEMORY = at("build/dist.tsbuildinfo");
const DROP_IN = "tools/robots-parser";
const MADE_BY_PACK = /^(merged|tester)\//;

const filesOf = (folder) => readdirSync(at(folder), { recursive: true, encoding: "utf8" });

/** What tsc makes of bindings/, by paths in dist/. */
function expectedFiles() {
  const sources = filesOf("bindings").filter((file) => /(?<!\.d)\.ts$/.test(file));
  return new Set(sources.flatMap((file) => [".js", ".d.ts"].map((ending) => file.replace(/\.ts$/, ending))));
}

/** tsc neither removes what it made of files that are gone, nor restores what someone removed. */
function isComplete(expected) {
  const found = existsSync(at("dist")) ? filesOf("dist") : [];
  const made = found.filter((file) => /\.(js|d\.ts)$/.test(file) && !MADE_BY_PACK.test(file));
  for (const file of made) if (!expected.has(file)) rmSync(at(`dist/${file}`));
  return made.filter((file) => expected.has(file)).length === expected.size;
}

export function buildTypeScript() {
  if (!isComplete(expectedFiles())) rmSync(MEMORY, { force: true });
  try {
    execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
  } catch (error) {
    // tsc keeps errors of files whose imports seem unchanged, and @internal members do not count as a change.
    rmSync(MEMORY, { force: true });
    throw error;
  }
  // tsc leaves it alone if nothing has changed; test/support/fresh.ts reads its time.
  utimesSync(MEMORY, new Date(), new Date());
  for (const file of ["index.cjs", "index.d.cts"])
    copyFileSync(at(`bindings/${DROP_IN}/${file}`), at(`dist/${DROP_IN}/${file}`));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildTypeScript();
