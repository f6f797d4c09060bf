// node scripts/build-ts.mjs: compiles bindings/ to dist/, only what has changed since the last time. Needs build-wasm.mjs.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (path) => join(root, path);
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

/** What tsc remembers of the last time (tsconfig.build.json). */
const MEMORY = at("build/dist.tsbuildinfo");
const NOT_BY_TSC = /^(merged|tester|types)\//;

const filesOf = (folder) =>
  existsSync(at(folder)) ? readdirSync(at(folder), { recursive: true, encoding: "utf8" }) : [];

/** What tsc makes of bindings/. */
function expectedFiles() {
  const sources = filesOf("bindings").filter((file) => /(?<!\.d)\.ts$/.test(file));
  const stems = sources.map((file) => file.replaceAll("\\", "/").replace(/\.ts$/, ""));
  return new Set(stems.flatMap((stem) => [`dist/${stem}.js`, `build/types/${stem}.d.ts`]));
}

/** tsc neither removes what it made of files that are gone, nor restores what someone removed. */
function isComplete(expected) {
  const found = ["dist", "build/types"].flatMap((folder) =>
    filesOf(folder)
      .map((file) => file.replaceAll("\\", "/"))
      .filter((file) => /\.(js|ts)$/.test(file) && !(folder === "dist" && NOT_BY_TSC.test(file)))
      .map((file) => `${folder}/${file}`),
  );
  for (const file of found) if (!expected.has(file)) rmSync(at(file));
  return found.filter((file) => expected.has(file)).length === expected.size;
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
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildTypeScript();
