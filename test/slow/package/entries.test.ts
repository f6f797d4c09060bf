/** The entries that scripts/build-pack.mjs bundles, and what each entry brings into a page; needs the build. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { VERSION } from "../../../bindings/crawl/client/version.ts";
import { bundle } from "../../../scripts/bundle.mjs";
import { entries, manifest } from "../../support/manifest.ts";
import { expectSameBytes } from "../../support/same-bytes.ts";

type Slim = typeof import("../../../bindings/slim.ts");
type Whole = typeof import("../../../bindings/browser.ts");

const root = fileURLToPath(new URL("../../..", import.meta.url));
const module = new WebAssembly.Module(readFileSync(`${root}dist/core/engine/module/engine.wasm`));
const file = "User-agent: *\nDisallow: /private\n";

/** A fresh copy of a bundled entry, as another thread would have. */
async function fresh<T>(entry: string): Promise<T> {
  vi.resetModules();
  return (await import(`${root}dist/${entry}.js`)) as T;
}

describe("the file of the main entry in Node.js", () => {
  const require = createRequire(import.meta.url);
  const tools = `${root}dist/merged/parts/tools.cjs`;
  const merged = require(`${root}dist/merged/index.cjs`);

  it("loads the tools at their first call", () => {
    expect(Object.keys(require.cache)).not.toContain(tools);
    const rules = merged.parse(file).agent("ExampleBot");
    expect(merged.matchers.toRefuse(rules, "/private/x").pass).toBe(true);
    expect(Object.keys(require.cache)).toContain(tools);
    expect(merged.trace(merged.parse(file), "ExampleBot", "/private/x")).toMatchObject({ allowed: false });
    expect(merged.diffVersions("", file, "ExampleBot", ["/private/x"])).toHaveLength(1);
  });

  it("has what the ES module has", async () => {
    const entry = (await import(`${root}dist/index.js`)) as Record<string, unknown>;
    const kindsOf = (values: object) => Object.entries(values).map(([name, value]) => [name, typeof value]);
    expect(kindsOf({ ...merged }).sort()).toEqual(kindsOf({ ...entry }).sort());
    expect(Object.keys(merged.matchers)).toEqual(Object.keys(entry["matchers"] as object));
  });
});

describe("robots-wasm/slim", () => {
  const unready = /expected init\(module\) first/;

  it("says what is missing before init", async () => {
    const { AgentRules, engineInUse, parse } = await fresh<Slim>("slim");
    const { parse: wholeParse } = await fresh<Whole>("browser");
    const saved = wholeParse(file).agent("ExampleBot").toBytes();
    expect(() => parse(file).agent("ExampleBot")).toThrow(unready);
    expect(() => AgentRules.fromBytes(saved).isAllowed("/")).toThrow(unready);
    expect(() => AgentRules.fromBytes(saved).isAllowedMany(["/"])).toThrow(unready);
    expect(() => AgentRules.fromBytes(saved).isAllowedLines(new Uint8Array(1))).toThrow(unready);
    expect(() => engineInUse()).toThrow(unready);
  });

  it("decides by the module it is given, at once", async () => {
    const { engineInUse, init, parse } = await fresh<Slim>("slim");
    init(module);
    expect(engineInUse()).toBe("wasm");
    expect(parse(file).isAllowed("/private/x", "ExampleBot")).toBe(false);
  });

  it("decides by the TypeScript fallback when told that there is no module", async () => {
    const { engineInUse, init, parse } = await fresh<Slim>("slim");
    init(null);
    expect(engineInUse()).toBe("fallback");
    expect(parse(file).isAllowed("/private/x", "ExampleBot")).toBe(false);
  });

  it.each([[[module]], [[null, module]]])("decides the same after another init", async (later) => {
    const { init, parse } = await fresh<Slim>("slim");
    init(module);
    const rules = parse(file).agent("ExampleBot");
    expect(rules.isAllowed("/private/x")).toBe(false);
    for (const one of later) init(one);
    expect(rules.isAllowed("/private/x")).toBe(false);
    expect(parse(file).isAllowed("/private/x", "ExampleBot")).toBe(false);
  });

  it("keeps a bound that was configured before init", async () => {
    const { configure, engineInUse, init, parse } = await fresh<Slim>("slim");
    configure({ maxMemoryBytes: 2 ** 20 });
    init(module);
    expect(engineInUse()).toBe("wasm");
    expect(parse(file).isAllowed("/private/x", "ExampleBot")).toBe(false);
  });

  const foreign = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  const memoryOnly = new WebAssembly.Module(
    Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 8, 7, 10, 1, 6, ...Buffer.from("memory"), 2, 0),
  );
  it.each([
    [undefined, "undefined"],
    ["engine.wasm", "string"],
    [new Uint8Array(8), "Uint8Array"],
    [Promise.resolve(module), "Promise"],
    [foreign, "WebAssembly.Module"],
    [memoryOnly, "WebAssembly.Module"],
  ])("refuses row %#: neither a module nor null", async (value, kind) => {
    const { init } = await fresh<Slim>("slim");
    expect(() => init(value)).toThrow(
      expect.objectContaining({
        name: "TypeError",
        code: "ERR_INVALID_ARG_TYPE",
        message: `module: expected the WebAssembly.Module of robots-wasm/engine.wasm, or null; got ${kind}`,
      }),
    );
  });

  it("exports what the core exports, and init", async () => {
    const names = Object.keys(await fresh<Slim>("slim"));
    expect(names.sort()).toEqual([...Object.keys(await import("../../../bindings/core/index.ts")), "init"].sort());
  });
});

describe("robots-wasm/browser", () => {
  it("is one file that exports what the core exports", async () => {
    expect(readFileSync(`${root}dist/browser.js`, "utf8")).not.toMatch(/\bimport\b|\brequire\b|\bfetch\(/);
    const whole = await fresh<Whole>("browser");
    expect(Object.keys(whole).sort()).toEqual(Object.keys(await import("../../../bindings/core/index.ts")).sort());
    expect(whole.engineInUse()).toBe("wasm");
  });
});

type ModuleTexts = Record<"operators" | "locals", string>;
const texts = (await import(`${root}dist/core/engine/module/bytes.js`)) as ModuleTexts;

describe("what is imported comes alone", () => {
  const inlined = texts.operators.slice(100, 200);
  const textOf = async (entry: string): Promise<string> => new TextDecoder().decode(await bundle(entry));

  it("the core brings the module", async () => expect(await textOf("dist/index.js")).toContain(inlined));
  it.each(["dist/core/meta/index.js", "dist/slim.js"])("%s brings none", async (entry) => {
    const text = await textOf(entry);
    expect(text).not.toContain(inlined);
    expect(text.length).toBeGreaterThan(1000);
  });
});

describe("the inlined module", () => {
  it.each(["operators", "locals"] as const)(
    "is printable ASCII, so it survives every character set and minifier: %s",
    (name) => expect(texts[name]).toMatch(/^[ !#-~]+$/),
  );
  it("has the bytes of engine.wasm", () => {
    const locals = texts.locals[Symbol.iterator]();
    const bytes: number[] = [];
    for (const [, prefix, character] of texts.operators.matchAll(/([ !]?)(.)/g)) {
      const value = character!.charCodeAt(0) - 40 + 91 * ["", "!", " "].indexOf(prefix!);
      const byte = (value & 6) === 2 ? value ^ 0x20 : value;
      bytes.push(byte);
      if (byte < 0x20 || byte > 0x22) continue;
      // After local.get, local.set and local.tee; a prefix says that the byte stands among the operators.
      const local = locals.next().value!;
      if (!/[ !]/.test(local)) bytes.push(local.charCodeAt(0) - 40);
    }
    expectSameBytes(Uint8Array.from(bytes), readFileSync(`${root}dist/core/engine/module/engine.wasm`), "engine.wasm");
  });
});

const exportsOf = (compiled: WebAssembly.Module): readonly unknown[] => WebAssembly.Module.exports(compiled);

describe("the module for Node.js", () => {
  /** What Node.js alone calls (assembly/node.ts). */
  const expected = [...exportsOf(module), { name: "encodeUtf16", kind: "function" }];
  const namesIn = (list: readonly unknown[]): readonly string[] => list.map((one) => JSON.stringify(one)).sort();
  const load = async (): Promise<unknown> => {
    vi.resetModules();
    return ((await import(`${root}dist/core/engine/module/node.js`)) as { wasmModule: unknown }).wasmModule;
  };
  it("is one file that compiles", async () => {
    expect(readFileSync(`${root}dist/core/engine/module/node.js`, "utf8")).not.toMatch(/\bimport\b|\brequire\b/);
    expect(namesIn(exportsOf((await load()) as WebAssembly.Module))).toEqual(namesIn(expected));
  });
  it("compiles without Buffer", async () => {
    vi.stubGlobal("Buffer", undefined);
    const loaded = await load().finally(() => vi.unstubAllGlobals());
    expect(namesIn(exportsOf(loaded as WebAssembly.Module))).toEqual(namesIn(expected));
  });
});

interface Conditions {
  readonly node: { readonly default: string };
  readonly default: string;
}

/** Every entry with its files: in Node.js, and for pages. */
const files = entries.map((path) => {
  const { node, default: page } = manifest.exports[path] as Conditions;
  return { path, file: node.default, page };
});

/** What Node.js itself loads, without Vitest's own loader: for each entry its names, and those that differ by an import. */
const COMPARE = `
  import { createRequire } from "node:module";
  const require = createRequire(process.argv[1]);
  const answers = JSON.parse(process.argv[2]).map(async ([required, ...imported]) => {
    const loaded = require(required);
    const names = typeof loaded === "function" ? { default: loaded } : loaded;
    const modules = await Promise.all(imported.map((one) => import(one)));
    const differing = Object.keys(names).filter((name) => modules.some((module) => names[name] !== module[name]));
    // What Node.js adds to the names of CommonJS.
    const isOwn = (name) => name in names || !["default", "module.exports"].includes(name);
    return { names: Object.keys(names), modules: modules.map((module) => Object.keys(module).filter(isOwn)), differing };
  });
  console.log(JSON.stringify(await Promise.all(answers)));`;

interface Compared {
  readonly names: readonly string[];
  /** The names that each import gives. */
  readonly modules: readonly (readonly string[])[];
  readonly differing: readonly string[];
}

function compare(flags: readonly string[] = []): readonly Compared[] {
  const hrefOf = (file: string): string => pathToFileURL(root + file).href;
  const ways = files.map(({ file }) => [root + file, hrefOf(file)]);
  const words = [...flags, "--input-type=module", "-e", COMPARE, root, JSON.stringify(ways)];
  return JSON.parse(spawnSync(process.execPath, words, { encoding: "utf8" }).stdout) as Compared[];
}

describe("in Node.js", () => {
  const compared = compare();

  it.each(files.map(({ path }, i) => [path, i] as const))(
    "import and require of %s give the same functions and classes, those of its modules elsewhere",
    async (_, i) => {
      const { names, modules, differing } = compared[i]!;
      expect(names.length).toBeGreaterThan(0);
      expect(differing).toEqual([]);
      for (const module of [...modules, Object.keys(await import(root + files[i]!.page))])
        expect([...module].sort()).toEqual([...names].sort());
    },
  );

  it("require loads no ES module", () => {
    // From Node.js 20.19 on, require() of one works. Tools with a require() of their own, such as Jest, cannot.
    const flag = "--no-experimental-require-module";
    expect(compare(process.allowedNodeEnvironmentFlags.has(flag) ? [flag] : [])).toEqual(compared);
  });

  it("the core is three files, which name each other by path: each further file and each name takes half a millisecond", () => {
    const requiredBy = (file: string): string[] =>
      Array.from(
        readFileSync(`${root}dist/merged/${file}`, "utf8").matchAll(/^const \w+ = require\("([^"]+)"\)/gm),
        (match) => match[1]!,
      ).sort();
    expect(requiredBy("index.cjs")).toEqual(["./parts/base.cjs", "./parts/core.cjs"]);
    expect(requiredBy("parts/core.cjs")).toEqual(["./base.cjs"]);
    expect(requiredBy("parts/base.cjs")).toEqual([]);
  });

  it("parts export values; getters, which take longer to load, are left to variables that change", () => {
    const gettersOf = (part: string): string[] =>
      Array.from(
        readFileSync(`${root}dist/merged/parts/${part}.cjs`, "utf8").matchAll(/defineProperty\(exports, "([^"]+)"/g),
        (match) => match[1]!,
      );
    expect(gettersOf("base")).toEqual([]);
    expect(gettersOf("core")).toEqual(["engine"]);
  });

  it("the files have ASCII alone, of which Node.js keeps one byte a character", () => {
    const files = readdirSync(`${root}dist/merged`, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((one) => one.endsWith(".cjs")))
      expect(readFileSync(`${root}dist/merged/${file}`, "utf8"), file).not.toMatch(/[^\0-\x7f]/);
  });

  it("the merged files are strict, as ES modules are", () => {
    const merged = readdirSync(`${root}dist/merged`, { recursive: true, encoding: "utf8" });
    for (const file of merged.filter((one) => one.endsWith(".cjs")))
      expect(readFileSync(`${root}dist/merged/${file}`, "utf8"), file).toMatch(/^(\/\*!.*?\*\/\s*)*"use strict";/s);
  });

  it.each(["AgentRules", "RobotsTxt"])("all entries but slim share the class %s", (name) => {
    const holding = readdirSync(`${root}dist/merged`, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".cjs") && readFileSync(`${root}dist/merged/${file}`, "utf8").includes(`class ${name} {`),
    );
    expect(holding).toEqual([join("parts", "core.cjs")]);
  });
});

it("package.json's exports are those of scripts/entries.mjs", () => {
  const { status, stderr } = spawnSync(process.execPath, [`${root}scripts/exports.mjs`, "--check"], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("decision records name the version of package.json", () => {
  expect(VERSION).toBe(manifest.version);
});
