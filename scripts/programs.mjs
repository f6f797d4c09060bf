// Starts the scripts of this folder and the programs of node_modules, so that several can run beside each other.
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

/** Keeps transformed files under node_modules/, by their content and the configuration: half a second less next time. */
export const vitest = (words, env) =>
  run(packageFile("vitest", "vitest.mjs"), ["run", ...words, "--experimental.fsModuleCache"], env);
