/** What bundlers keep of the package in an application: only what it asks for, and WebAssembly only where it decides. */
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const app = mkdtempSync(join(tmpdir(), "robots-wasm-shaking-"));
mkdirSync(join(app, "node_modules"));
symlinkSync(root, join(app, "node_modules/robots-wasm"), "dir");
writeFileSync(join(app, "package.json"), '{ "private": true, "type": "module" }');

let count = 0;
function written(source: string): string {
  const file = join(app, `app${count++}.ts`);
  writeFileSync(file, source);
  return file;
}

/** `neutral` knows no conditions, `browser` those of pages. */
async function withEsbuild(source: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: app,
    entryPoints: [written(source)],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "error",
  });
  return outputFiles[0]!.text;
}

async function withRolldown(source: string): Promise<string> {
  const bundle = await rolldown({ input: written(source), cwd: app, platform: "browser" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return output.map((one) => (one.type === "chunk" ? one.code : String(one.source))).join("\n");
}

/** The module as text, in part: bundlers may spell a line end or a quote otherwise, never a run of letters. */
const moduleText = readFileSync(join(root, "bindings/core/engine/module/bytes.ts"), "utf8")
  .match(/[\w!#%&()*+,./:;<=>?@[\]^{|}~-]{24,}/g)!
  .slice(0, 8);

const holdsWasm = (code: string): boolean =>
  /\bWebAssembly\b/.test(code) || moduleText.some((run) => code.includes(run));

describe.each([
  ["esbuild", withEsbuild],
  ["rolldown", withRolldown],
])("%s", (_, bundled) => {
  it.each([
    ["import { parse } from 'robots-wasm'; console.log(parse('').isAllowed('/', 'a'));"],
    ["import { RobotsClient } from 'robots-wasm/client'; console.log(RobotsClient);"],
  ])("brings WebAssembly where it is used: %s", async (source) => {
    const code = await bundled(source);
    expect(code).toMatch(/\bWebAssembly\b/);
    for (const run of moduleText) expect(code).toContain(run);
  });

  it.each([
    ["all of meta", "import * as meta from 'robots-wasm/meta'; console.log(meta);"],
    ["all of lint", "import * as lint from 'robots-wasm/lint'; console.log(lint);"],
    [
      "where a file lives",
      "import { robotsTxtUrl } from 'robots-wasm'; console.log(robotsTxtUrl('https://a.example/'));",
    ],
    [
      "fields",
      "import { cleanUrl, requestRateAt, usageOf } from 'robots-wasm'; console.log(cleanUrl, requestRateAt, usageOf);",
    ],
    ["policies", "import { policies } from 'robots-wasm/client'; console.log(policies);"],
    [
      "the machine",
      "import { start, step, succeed, verdictOf } from 'robots-wasm/client'; console.log(start, step, succeed, verdictOf);",
    ],
    [
      "stores",
      "import { kvStore, memoryStore, redisStore } from 'robots-wasm/client'; console.log(kvStore, memoryStore, redisStore);",
    ],
  ])("brings none with %s", async (_, source) => {
    const code = await bundled(source);
    expect(code).toContain("console.log");
    expect(code.length).toBeGreaterThan(60);
    expect(holdsWasm(code)).toBe(false);
  });

  it.each([
    [
      "types",
      "import type { Explanation } from 'robots-wasm'; import type { Store } from 'robots-wasm/client'; export type Both = [Explanation, Store]; console.log(1);",
    ],
    [
      "names that are not used",
      "import { matchers, parse, trace } from 'robots-wasm'; import { RobotsClient } from 'robots-wasm/client'; console.log(1);",
    ],
    [
      "entries alone",
      "import 'robots-wasm'; import 'robots-wasm/client'; import 'robots-wasm/lint'; import 'robots-wasm/meta'; console.log(1);",
    ],
  ])("brings nothing at all with %s", async (_, source) => {
    expect((await bundled(source)).replaceAll(/\s|\/\/.*$|export\{\};?/gm, "")).toBe("console.log(1);");
  });
});
