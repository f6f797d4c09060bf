/** The package as npm packs it: what is in it, what its types say, how it loads, and where WebAssembly is forbidden. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-pack-"));
let tarball = "";
let files: string[] = [];

function run(command: string, words: readonly string[], cwd = root): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: "utf8", timeout: 110_000 });
  return { status, output: stdout + stderr };
}

beforeAll(() => {
  const packed = spawnSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: root, encoding: "utf8" });
  const [report] = Object.values(JSON.parse(packed.stdout)) as [{ filename: string; files: { path: string }[] }];
  tarball = join(folder, report.filename);
  files = report.files.map(({ path }) => path);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  run("npm", ["install", "--no-audit", "--no-fund", "--offline", tarball], folder);
}, 120_000);

it("holds the build, the documents and nothing else", () => {
  const unexpected = files.filter(
    (path) =>
      !/^(dist\/.*\.(c?js|d\.c?ts|wasm)|docs\/.*\.(md|svg)|package\.json|(README|CHANGELOG)\.md|LICENSE)$/.test(path),
  );
  expect(unexpected).toEqual([]);
  expect(files).toContain("dist/index.js");
});

it("every export leads to a file", () => {
  const targetsOf = (entry: unknown): string[] =>
    typeof entry === "string" ? [entry] : Object.values(entry as object).flatMap(targetsOf);
  for (const target of targetsOf(manifest.exports)) expect(files).toContain(target.replace("./", ""));
});

it("publint finds nothing", () => {
  const { status, output } = run("node_modules/.bin/publint", [tarball, "--strict"]);
  expect({ status, output }).toMatchObject({ status: 0 });
});

it("attw finds nothing", () => {
  const { status, output } = run("node_modules/.bin/attw", [tarball, "--profile", "esm-only", "--no-emoji"]);
  expect({ status, output }).toMatchObject({ status: 0 });
});

const question =
  'const ok = parse("User-agent: *\\nDisallow: /*x$").isAllowed("/ax", "b") === false; if (!ok) process.exit(3);';
const engineName =
  'if (process.argv[2]) import("./node_modules/robots-wasm/dist/engine/load.js").then(({ engine }) => { if (engine.name !== process.argv[2]) process.exit(4); });';

describe("loads in Node", () => {
  it.each([
    ["import", [], "app.mjs", `import { parse } from "robots-wasm"; ${question} ${engineName}`, "wasm"],
    ["require", [], "app.cjs", `const { parse } = require("robots-wasm"); ${question} ${engineName}`, "wasm"],
    [
      "import without WebAssembly",
      ["--jitless"],
      "jitless.mjs",
      `import { parse } from "robots-wasm"; ${question} ${engineName}`,
      "baseline",
    ],
  ])("%s", (_, flags, name, source, engine) => {
    writeFileSync(join(folder, name), source);
    const { status, output } = run(process.execPath, [...flags, "--no-warnings", join(folder, name), engine], folder);
    // Node 20 announces what --jitless implies.
    const unexpected = output.replace("Warning: disabling flag --expose_wasm due to conflicting flags\n", "");
    expect({ status, unexpected }).toEqual({ status: 0, unexpected: "" });
  });
});

/** Loaded by robots-wasm/client alone; test/structure.test.ts shows that the core reaches no package. */
const CLIENT_DEPENDENCIES = ["http-cache-semantics", "lru-cache", "p-limit"];

it("has no runtime dependencies but the client's", () => {
  expect(CLIENT_DEPENDENCIES).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies ?? {})));
});

describe("the module", () => {
  const module = new WebAssembly.Module(readFileSync(join(root, "build/engine.wasm")));
  it("imports nothing", () => expect(WebAssembly.Module.imports(module)).toEqual([]));
  it("exports what the host calls", () => {
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    expect(names.sort()).toEqual([
      "buildIndex",
      "compile",
      "countLines",
      "decideInput",
      "decideLines",
      "empty",
      "indexBytes",
      "memory",
      "resetSteps",
      "stepsTaken",
      "wantsIndex",
    ]);
  });
});
