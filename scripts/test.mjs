// npm test [-- FILE…]: the build, style, types and the fast tests. Style is checked beside the build, which mostly keeps one
// core busy, and types beside the tests.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const scripts = dirname(fileURLToPath(import.meta.url));

/** Resolves to whether it succeeded. `env` is added to the environment, and does not replace what is set there. */
function run(file, words, env = {}) {
  const options = { cwd: dirname(scripts), stdio: "inherit", env: { ...env, ...process.env } };
  const child = spawn(process.execPath, [file, ...words], options);
  return new Promise((resolve) => child.on("exit", (code) => resolve(code === 0)));
}

const packageFile = (name, file) => join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);

export const script = (name, ...words) => run(join(scripts, name), words);
export const typecheck = () => run(packageFile("typescript", "bin/tsc"), ["-p", "tsconfig.json"]);
export const lint = (...files) =>
  run(packageFile("@biomejs/biome", "bin/biome"), ["check", "--no-errors-on-unmatched", ...files]);

export const vitest = (words, env) => run(packageFile("vitest", "vitest.mjs"), ["run", ...words], env);

async function testAll() {
  const linted = lint(".");
  const build = await script("build.mjs");
  const tested = () => vitest(["--project", "fast*", ...process.argv.slice(2)]);
  const [types, tests] = build ? await Promise.all([typecheck(), tested()]) : [];

  const results = { build, style: await linted, types, tests };
  const failed = Object.keys(results).filter((name) => results[name] === false);
  if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await testAll();
