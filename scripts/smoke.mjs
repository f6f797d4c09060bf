// node scripts/smoke.mjs: packs the packages, installs them in an empty folder, and uses them as a new user does. CI runs it on
// Windows and macOS too.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-smoke-"));
const isWindows = process.platform === "win32";

/** On Windows npm and npx are batch files, which only a shell starts. */
function run(command, words, { cwd = folder, status = 0 } = {}) {
  const quoted = isWindows ? words.map((word) => `"${word}"`) : words;
  const result = spawnSync(command, quoted, { cwd, encoding: "utf8", shell: isWindows });
  assert.equal(result.status, status, `${command} ${words.join(" ")}: ${result.stdout}${result.stderr}`);
  return result.stdout.replaceAll("\r\n", "\n");
}

try {
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const packages = ["robots-wasm", "robots-wasm-cli"].map((name) => join(root, "build/packages", name));
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, ...packages]);
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  run("npm", ["install", ...flags, ...tarballs.map((name) => join(folder, name))]);
  // As editors on Windows write it.
  writeFileSync(join(folder, "robots.txt"), "User-agent: *\r\nDisallow: /cart\r\n");
  writeFileSync(join(folder, "a.yaml"), "robots: robots.txt\ntests:\n  - agent: ExampleBot\n    refused: /cart\n");
  const check = ["robots-wasm", "check", "robots.txt", "--agent", "ExampleBot", "https://shop.example/cart"];
  assert.match(run("npx", check, { status: 1 }), /^refused/);
  assert.match(run("npx", ["robots-wasm", "lint", "robots.txt"]), /nothing found/);
  run("npx", ["robots-wasm", "test", "a.yaml"]);
  const use = '("robots-wasm").parse("User-agent: *\\nDisallow: /cart").isAllowed("/cart", "ExampleBot")';
  writeFileSync(join(folder, "required.cjs"), `console.log(require${use});\n`);
  writeFileSync(join(folder, "imported.mjs"), `console.log((await import("robots-wasm"))${use.slice(15)});\n`);
  for (const file of ["required.cjs", "imported.mjs"]) assert.equal(run("node", [file]), "false\n");
  console.log(`the packed packages work on ${process.platform}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
