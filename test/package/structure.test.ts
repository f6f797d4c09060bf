/** The shape of the source: imports go down only, there are no cycles, and the core depends on nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** From assembly/, by scripts/build-wasm.mjs. */
const MADE_BY_BUILD = ["base64", "bytes"].map((name) => `bindings/core/engine/module/${name}.ts`);
const isModuleFile = (specifier: string): boolean => /\.wasm(\?module)?$/.test(specifier);

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !MADE_BY_BUILD.includes(`${folder}/${name}`))
    .map((name) => `${folder}/${name}`);
}

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** Import and re-export specifiers of a file. */
function specifiersOf(file: string): string[] {
  const statements = textOf(file).matchAll(
    /^(?:import|export)\s[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gm,
  );
  return Array.from(statements, ([, from, bare, dynamic]) => (from ?? bare ?? dynamic)!);
}

function resolve(file: string, specifier: string): string {
  if (specifier === "#wasm") return "bindings/core/engine/module/inline.ts";
  const path = relative(root, join(root, dirname(file), specifier));
  return /\.tsx?$/.test(path) ? path : `${path}.ts`;
}

const isLocal = (specifier: string): boolean => specifier.startsWith(".") || specifier === "#wasm";

function graphOf(files: readonly string[]): Map<string, string[]> {
  return new Map(
    files.map((file) => [
      file,
      specifiersOf(file)
        .filter((one) => isLocal(one) && !isModuleFile(one))
        .map((one) => resolve(file, one)),
    ]),
  );
}

/** A path of imports that comes back to where it began, if there is one. */
function findCycle(graph: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file]);
      if (cycle !== undefined) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

const CORE = [
  "core/byte-set",
  "core/constants",
  "core/errors",
  "core/options",
  "core/dialects",
  "core/utf8",
  "core/reader",
  "core/engine",
  "core/robots",
];
const DOOR = [...CORE, "index"];

/** What each room of bindings/ may import besides itself. Every room stands below those that name it. */
const rooms: Record<string, readonly string[]> = {
  "core/byte-set": [],
  "core/constants": [],
  "core/errors": [],
  "core/options": ["core/errors"],
  node: ["core/errors"],
  "core/dialects": ["core/byte-set", "core/constants", "core/errors"],
  "core/utf8": [],
  "core/reader": ["core/byte-set", "core/constants", "core/errors", "core/dialects", "core/utf8"],
  "core/engine": [
    "core/byte-set",
    "core/constants",
    "core/errors",
    "core/options",
    "core/dialects",
    "core/utf8",
    "core/reader",
  ],
  "core/robots": [
    "core/constants",
    "core/errors",
    "core/options",
    "core/dialects",
    "core/utf8",
    "core/reader",
    "core/engine",
  ],
  index: CORE,
  browser: ["index"],
  slim: ["core/errors", "core/engine", "index"],
  "tools/meta": ["core/errors", "core/options"],
  "tools/usage": ["core/errors", "core/options", "core/robots", "tools/meta"],
  "tools/agents": CORE,
  "tools/lint": CORE,
  "tools/build": [...CORE, "tools/lint"],
  "tools/matchers": DOOR,
  "tools/stream": CORE,
  "tools/trace": CORE,
  "tools/diff": CORE,
  "tools/robots-parser": DOOR,
  access: DOOR,
  client: [...DOOR, "access"],
  crawl: [...DOOR, "access", "client"],
  "bulk/archive": [...DOOR, "access"],
  "bulk/parquet": ["core/constants", "core/errors", "node"],
  "bulk/filter": [...DOOR, "access", "bulk/archive", "node"],
  "bulk/compile": [...DOOR, "access", "bulk/archive", "bulk/filter", "node"],
  tester: [...DOOR, "tools", "cli"],
  cli: [...DOOR, "tools", "access", "client", "crawl", "bulk", "node"],
};

/** The room of a file: its longest prefix among the rooms. */
const roomOf = (file: string): string => {
  const path = file.replace(/^bindings\//, "").replace(/\.tsx?$/, "");
  const found = Object.keys(rooms).filter((room) => path === room || path.startsWith(`${room}/`));
  return found.sort((a, b) => b.length - a.length)[0] ?? `${path}: not in a room`;
};

const mayImport = (from: string, to: string): boolean =>
  from === to || (rooms[from] ?? []).some((allowed) => to === allowed || to.startsWith(`${allowed}/`));

const bindings = sourcesOf("bindings");
const assembly = sourcesOf("assembly");

describe.each([
  ["assembly", assembly],
  ["bindings", bindings],
])("%s", (_, files) => {
  const graph = graphOf(files);

  it("imports files that exist", () => {
    const missing = [...graph].flatMap(([file, imports]) =>
      imports.filter((one) => !files.includes(one) && !MADE_BY_BUILD.includes(one)).map((one) => [file, one]),
    );
    expect(missing).toEqual([]);
  });

  it("has no import cycle", () => expect(findCycle(graph)).toBeUndefined());
});

it("finds a cycle where there is one", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["b"]],
  ]);
  expect(findCycle(graph)).toEqual(["b", "c", "b"]);
});

it("imports go down only through the rooms of bindings/", () => {
  const wrong = [...graphOf(bindings)].flatMap(([file, imports]) =>
    imports.filter((one) => !mayImport(roomOf(file), roomOf(one))).map((one) => `${file} imports ${one}`),
  );
  expect(wrong).toEqual([]);
});

it("only the core's own files are reached from its door, no package and no Node module", () => {
  const reached = new Set(["bindings/index.ts"]);
  for (const file of reached) {
    for (const specifier of specifiersOf(file).filter((one) => !one.endsWith("/bytes.ts"))) {
      expect(isLocal(specifier), `${file} imports ${specifier}`).toBe(true);
      reached.add(resolve(file, specifier));
    }
  }
  expect(reached.size).toBeGreaterThan(10);
});

it("the linter compares verdicts without WebAssembly", () => {
  const graph = graphOf(bindings);
  const reached = new Set(["bindings/tools/lint/index.ts"]);
  for (const file of reached) for (const next of graph.get(file) ?? []) reached.add(next);
  expect(reached).toContain("bindings/core/engine/fallback.ts");
  expect(reached).not.toContain("bindings/core/engine/wasm.ts");
  expect(reached).not.toContain("bindings/core/engine/load.ts");
});

it("one file reaches the module, and one its memory", () => {
  const reaching = bindings.filter((file) => /WebAssembly\.Instance|\.exports\b/.test(textOf(file)));
  expect(reaching).toEqual(["bindings/core/engine/wasm.ts"]);
  const touching = bindings.filter((file) =>
    specifiersOf(file).some((one) => isLocal(one) && resolve(file, one) === "bindings/core/engine/memory.ts"),
  );
  expect(touching).toEqual(["bindings/core/engine/wasm.ts"]);
});

it("asks which dialect it is in one place only", () => {
  const asking = bindings.filter(
    (file) =>
      file !== "bindings/core/dialects.ts" &&
      /dialect(\.name)?\s*===\s*"|case "(google|rfc9309|koster1996|norobots1996|original1994)"/.test(textOf(file)),
  );
  expect(asking).toEqual([]);
});

it("asks URL.canParse nowhere: Node 20's and 22's are wrong when hot (bindings/core/robots/url.ts)", () => {
  expect(bindings.filter((file) => /URL\.canParse\(/.test(textOf(file)))).toEqual([]);
});
