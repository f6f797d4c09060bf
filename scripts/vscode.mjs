// npm run vscode: the VS Code extension as build/robots-txt.vsix. `--folder` writes only build/vscode, which the tests open.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const VSCE = "@vscode/vsce@3.9.2";
/** On the web, the extension is downloaded. */
const MAX_GZIP_BYTES = 120_000;

const root = fileURLToPath(new URL("..", import.meta.url));
const source = join(root, "editors/vscode");
const out = join(root, "build/vscode");

const read = (path) => JSON.parse(readFileSync(path, "utf8"));

/** One file for Node.js and the web. */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [join(source, "extension.ts")],
    bundle: true,
    minify: true,
    format: "cjs",
    platform: "browser",
    target: "es2022",
    external: ["vscode"],
    alias: {
      "#wasm": join(root, "bindings/core/engine/module/inline.ts"),
      "vscode-languageserver": join(source, "protocol.ts"),
    },
    legalComments: "none",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].contents;
}

/** The sources are ES modules, the bundle is CommonJS. Lists of names come from the engine and the linter. */
async function manifest() {
  const { type: _, ...written } = read(join(source, "package.json"));
  const { dialects } = await import("../dist/core/dialects.js");
  const { codes, profiles } = await import("../dist/owners/lint/index.js");
  const properties = written.contributes.configuration.properties;
  properties["robotsTxt.dialect"].enum = ["", ...dialects.map(({ name }) => name)];
  properties["robotsTxt.profile"].enum = Object.keys(profiles);
  properties["robotsTxt.ignore"].items.enum = Object.keys(codes);
  return { ...written, version: read(join(root, "package.json")).version };
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "dist"), { recursive: true });
cpSync(source, out, { recursive: true, filter: (path) => !path.endsWith(".ts") });
cpSync(join(root, "LICENSE"), join(out, "LICENSE"));
for (const name of ["vscode.png", "vscode-hover.png"])
  cpSync(join(root, "docs/public", name), join(out, "pictures", name));
writeFileSync(join(out, "package.json"), `${JSON.stringify(await manifest(), undefined, 2)}\n`);
const code = await bundle();
writeFileSync(join(out, "dist/extension.js"), code);
const gzipBytes = gzipSync(code, { level: 9 }).length;
console.log(`dist/extension.js: ${code.length} bytes, ${gzipBytes} after gzip, at most ${MAX_GZIP_BYTES}`);
if (gzipBytes > MAX_GZIP_BYTES) process.exitCode = 1;

function vsce(...words) {
  const { status } = spawnSync("npx", ["--yes", VSCE, ...words], { cwd: out, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

if (!process.argv.includes("--folder")) {
  vsce("ls", "--no-dependencies");
  vsce(
    "package",
    "--no-dependencies",
    "--no-rewrite-relative-links",
    "--allow-missing-repository",
    "--out",
    join(root, "build/robots-txt.vsix"),
  );
}
