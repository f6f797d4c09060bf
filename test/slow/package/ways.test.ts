/** Every way into the package, from the tarball: test runners, ts-node, and TypeScript with moduleResolution node10. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { entries } from "../../support/manifest.ts";
import { appFolder, pack, type Result, removeFolders, root, run } from "../../support/packed.ts";
import { sized } from "../../support/sized.ts";

/** They take half a minute of processor time: the weekly run has them. */
const runners = ["jest@30.5.2", "jest-environment-jsdom@30.5.2", "mocha@11.7.5", "vitest@4.1.12", "ts-node@10.9.2"];
const hasRunners = sized(false, true);

/** The last TypeScript with moduleResolution node10 is 6. 5.4 is the oldest that knows all of our types. */
const packages = [
  ...(hasRunners ? runners : []),
  "tsx@4.23.15",
  "typescript@5.4.5",
  "@types/node@20.19.25",
  "undici@7.30.2",
  "undici6@npm:undici@6.29.1",
  "structured-headers@2.1.0",
  "sax@1.6.1",
];

/** Says why the programs cannot be installed; undefined if they were. */
let missing: string | undefined;
let folder = "";
try {
  folder = await appFolder(await pack(), packages, {});
} catch (error) {
  if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|network/.test(String(error))) throw error;
  missing = "npm's registry does not answer";
}
afterAll(removeFolders);

const because = missing === undefined ? "" : `: skipped, ${missing}`;
const names = entries.map((path) => path.replace(".", "robots-wasm"));

function write(file: string, text: string): string {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  return file;
}

const bin = (name: string, ...words: string[]): Promise<Result> =>
  run(process.execPath, [join(folder, "node_modules", name), ...words], {
    cwd: folder,
    // Vitest's own variables would reach the runners that this test starts.
    env: { NODE_ENV: "", VITEST: "", VITEST_WORKER_ID: "", VITEST_POOL_ID: "", NO_COLOR: "1", FORCE_COLOR: "0" },
  });

/** What each runner checks: every entry loads, its classes are one, and it decides. */
const asserts = `
const FILE = "User-agent: *\\nDisallow: /cart\\n";
function check(load, equal) {
  const { AgentRules, RobotsTxt, configure, engineInUse, parse } = load("robots-wasm");
  equal(engineInUse(), "wasm");
  configure({ maxMemoryBytes: 2 ** 20 });
  equal(parse(FILE).agent("ExampleBot") instanceof AgentRules, true);
  equal(load("robots-wasm/browser").RobotsTxt, RobotsTxt);
  equal(parse(FILE).isAllowed("https://shop.example/cart", "ExampleBot"), false);
  const parser = load("robots-wasm/robots-parser");
  equal((parser.default ?? parser)("https://shop.example/robots.txt", FILE).isAllowed("https://shop.example/cart"), false);
  equal(load("robots-wasm").matchers.toAllow.call({}, parse(FILE), "/cart", { agent: "ExampleBot" }).pass, false);
}
`;
const nodeEqual = 'const equal = require("node:assert/strict").equal;\n';

const imports = names.map((name, i) => `import * as entry${i} from ${JSON.stringify(name)};`).join("\n");
const loaded = `const loaded = { ${names.map((name, i) => `${JSON.stringify(name)}: entry${i}`).join(", ")} };\n`;

describe.skipIf(missing !== undefined)(`the packed package${because}`, () => {
  it.runIf(hasRunners)("Jest 30 requires every entry in its default environment", async () => {
    const each = `test.each(${JSON.stringify(names)})("%s", (name) => expect(require(name)).toBeDefined());\n`;
    const checked = 'test("decides", () => check(require, (a, b) => expect(a).toBe(b)));\n';
    write("jest/entries.test.js", `${asserts}${each}${checked}`);
    const { status, stderr } = await bin("jest/bin/jest.js", "--rootDir", join(folder, "jest"), "--ci");
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(`${names.length + 1} passed`) });
  });

  it.runIf(hasRunners)(
    "Jest's jsdom requires every entry but those for Node.js, with the setup file of docs/runtimes.md",
    async () => {
      const [, setup] = /```js\n(const \{ TextDecoder[\s\S]*?)```/.exec(
        readFileSync(join(root, "docs/runtimes.md"), "utf8"),
      )!;
      const loadable = names.filter((name) => !name.endsWith("/node"));
      const each = `test.each(${JSON.stringify(loadable)})("%s", (name) => expect(require(name)).toBeDefined());\n`;
      const bytes =
        'expect(require("robots-wasm").parse(new TextEncoder().encode(FILE)).isAllowed("/cart", "A")).toBe(false);';
      const checked = `test("decides", () => { ${bytes} check(require, (a, b) => expect(a).toBe(b)); });\n`;
      write("jsdom/setup.js", setup!);
      write("jsdom/entries.test.js", `${asserts}${each}${checked}test("DOM", () => expect(document).toBeDefined());\n`);
      const config = JSON.stringify({ testEnvironment: "jsdom", setupFiles: ["<rootDir>/setup.js"] });
      const words = ["--rootDir", join(folder, "jsdom"), "--config", config, "--ci"];
      const { status, stderr } = await bin("jest/bin/jest.js", ...words);
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: expect.stringContaining(`${loadable.length + 2} passed`),
      });
    },
  );

  it.runIf(hasRunners)("Vitest imports every entry, the same functions as require gives", async () => {
    const same = `test("identity", () => {
      const require = createRequire(import.meta.url);
      for (const [name, module] of Object.entries(loaded))
        for (const key of Object.keys(module).filter((one) => one !== "default")) expect(require(name)[key], name + key).toBe(module[key]);
      expect(require("robots-wasm/robots-parser")).toBe(loaded["robots-wasm/robots-parser"].default);
      check((name) => loaded[name], (a, b) => expect(a).toBe(b));
    });\n`;
    const head = 'import { createRequire } from "node:module";\nimport { expect, test } from "vitest";\n';
    write("vitest/entries.test.mjs", `${head}${imports}\n${loaded}${asserts}${same}`);
    const { status, stdout, stderr } = await bin("vitest/vitest.mjs", "run", "--root", join(folder, "vitest"));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("1 passed");
  });

  it.runIf(hasRunners)("Mocha loads it in CommonJS and in ES modules", async () => {
    write("mocha/a.cjs", `${nodeEqual}${asserts}it("requires", () => check(require, equal));\n`);
    const esm = `import { equal } from "node:assert/strict";\n${imports}\n${loaded}${asserts}`;
    write("mocha/b.mjs", `${esm}it("imports", () => check((name) => loaded[name], equal));\n`);
    const { status, stdout } = await bin("mocha/bin/mocha.js", "mocha/a.cjs", "mocha/b.mjs");
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("2 passing") });
  });

  it("tsx gives import and require the same classes, although it compiles ES modules that CommonJS requires", async () => {
    const same = 'console.log(imported.AgentRules === require("robots-wasm").AgentRules);\n';
    const head = 'import { createRequire } from "node:module";\nimport * as imported from "robots-wasm";\n';
    write("tsx/a.mts", `${head}const require = createRequire(import.meta.url);\n${same}`);
    write("tsx/b.cts", `import("robots-wasm").then((imported) => ${same.trim().slice(0, -1)});\n`);
    for (const file of ["tsx/a.mts", "tsx/b.cts"]) {
      const { stdout, stderr } = await bin("tsx/dist/cli.mjs", join(folder, file));
      expect({ stdout, stderr }, file).toEqual({ stdout: "true\n", stderr: "" });
    }
  });

  it("node:test loads it in CommonJS and in ES modules", async () => {
    const body = 'test("decides", () => check';
    write("node/a.cjs", `${nodeEqual}${asserts}const test = require("node:test");\n${body}(require, equal));\n`);
    const head = 'import { equal } from "node:assert/strict";\nimport test from "node:test";\n';
    write("node/b.mjs", `${head}${imports}\n${loaded}${asserts}${body}((name) => loaded[name], equal));\n`);
    const words = ["--test", "--test-reporter=tap", join(folder, "node/a.cjs"), join(folder, "node/b.mjs")];
    const { status, stdout } = await run(process.execPath, words, { cwd: folder });
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^# pass 2$/m) });
  });

  describe("TypeScript 5.4 in CommonJS with moduleResolution node10", () => {
    const program = `${imports}
import robotsParser, { type Robot } from "robots-wasm/robots-parser";
import { type AgentRules, parse, type RobotsTxt } from "robots-wasm";
import { lint } from "robots-wasm/lint";
const robots: RobotsTxt = parse("User-agent: *\\nDisallow: /cart\\n");
const rules: AgentRules = robots.agent("ExampleBot");
const robot: Robot = robotsParser("https://shop.example/robots.txt", "");
export const all: object[] = [${names.map((_, i) => `entry${i}`).join(", ")}];
console.log(rules.isAllowed("/cart"), robot.isAllowed("https://shop.example/"), lint("").length, all.length);
`;
    const compilerOptions = {
      module: "commonjs",
      moduleResolution: "node10",
      target: "es2022",
      lib: ["es2022"],
      types: ["node"],
      strict: true,
      esModuleInterop: true,
    };

    it("compiles strictly with our declarations checked, and runs", async () => {
      write("node10/app.ts", program);
      write("node10/tsconfig.json", JSON.stringify({ compilerOptions, include: ["app.ts"] }));
      const compiled = await bin("typescript/bin/tsc", "-p", join(folder, "node10"));
      expect(compiled).toEqual({ status: 0, stdout: "", stderr: "" });
      const { stdout, stderr } = await run(process.execPath, [join(folder, "node10/app.js")], { cwd: folder });
      expect({ stdout, stderr }).toEqual({ stdout: `false true 0 ${names.length}\n`, stderr: "" });
    });

    it.runIf(hasRunners)("runs in ts-node, types checked", async () => {
      write("ts-node/app.ts", program);
      write("ts-node/tsconfig.json", JSON.stringify({ compilerOptions }));
      const { stdout, stderr } = await bin("ts-node/dist/bin.js", join(folder, "ts-node/app.ts"));
      expect({ stdout, stderr }).toEqual({ stdout: `false true 0 ${names.length}\n`, stderr: "" });
    });

    it("reports a wrong argument", async () => {
      write("wrong/app.ts", 'import { parse } from "robots-wasm";\nparse("").isAllowed(5, "x");\n');
      write(
        "wrong/tsconfig.json",
        JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true, skipLibCheck: true } }),
      );
      const { status, stdout } = await bin("typescript/bin/tsc", "-p", join(folder, "wrong"));
      expect({ status, stdout }).toEqual({ status: 2, stdout: expect.stringContaining("TS2345") });
    });
  });

  describe("RobotsClient accepts the fetch of the runtime and of undici 6 and 7, strictly", () => {
    const program = (undici: string): string => `
import { RobotsClient } from "robots-wasm/client";
import { nodeFetch } from "robots-wasm/client/node";
import * as undici from ${JSON.stringify(undici)};
const dispatcher = new undici.Agent();
const agent = "ExampleBot";
new RobotsClient({ agent, fetch });
new RobotsClient({ agent, fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, via: "proxy" } }) });
new RobotsClient({ agent, fetch: undici.fetch });
new RobotsClient({ agent, fetch: (url, init) => undici.fetch(url, { ...init, dispatcher }) });
new RobotsClient({ agent, fetch: async () => new Response("") });
new RobotsClient({ agent, fetch: async () => new undici.Response("") });
new RobotsClient({ agent, fetch: nodeFetch() });
export const text: Promise<string> = nodeFetch()("https://shop.example/").then((response) => response.text());
// @ts-expect-error a Response is needed
new RobotsClient({ agent, fetch: async () => "User-agent: *" });
`;
    const compilers = { "TypeScript 7": join(root, "node_modules/typescript"), "5.4": "node_modules/typescript" };
    const libraries = [["es2022"], ["es2022", "dom", "dom.iterable"], ["es2022", "dom"]].slice(0, sized(2, 3));
    const cases = Object.entries(compilers).flatMap(([name, compiler]) =>
      libraries.map((lib) => [name, lib, compiler] as const),
    );

    it.each(cases)("%s with %o and the types of Node", async (_, lib, compiler) => {
      write("fetch/undici6.mts", program("undici6"));
      write("fetch/undici7.mts", program("undici"));
      const compilerOptions = {
        module: "nodenext",
        target: "es2022",
        lib,
        types: ["node"],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
      };
      write("fetch/tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.mts"] }));
      const words = [join(compiler, "bin/tsc"), "-p", "fetch"];
      expect(await run(process.execPath, words, { cwd: folder })).toEqual({ status: 0, stdout: "", stderr: "" });
    });
  });
});
