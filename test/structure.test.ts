/** The shape of the source: imports flow one way, nothing is circular, functions stay small, the core depends on nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** From assembly/, by scripts/build.mjs. */
const MADE_BY_BUILD = "bindings/engine/module/bytes.ts";
const isModuleFile = (specifier: string): boolean => /\.wasm(\?module)?$/.test(specifier);

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && `${folder}/${name}` !== MADE_BY_BUILD)
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
  if (specifier === "#wasm") return "bindings/engine/module/inline.ts";
  const path = relative(root, join(root, dirname(file), specifier));
  return path.endsWith(".ts") ? path : `${path}.ts`;
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

/** What each part of bindings/ may import besides itself, from the bottom up. */
const layers: Record<string, readonly string[]> = {
  dialects: [],
  engine: ["dialects"],
  robots: ["dialects", "engine"],
  index: ["dialects", "engine", "robots"],
  browser: ["index"],
  slim: ["engine", "index"],
  meta: [],
  lint: ["dialects", "engine", "robots"],
  trace: ["dialects", "engine", "robots"],
  diff: ["dialects", "engine", "robots"],
  client: ["dialects", "engine", "robots", "index"],
  "robots-parser": ["dialects", "engine", "robots", "index"],
  archive: ["engine", "robots", "index", "client"],
  scale: ["dialects", "engine", "robots", "index", "client", "archive"],
  compile: ["robots", "index", "client", "archive", "scale"],
  cli: [
    "dialects",
    "engine",
    "robots",
    "index",
    "lint",
    "trace",
    "diff",
    "client",
    "meta",
    "scale",
    "archive",
    "compile",
  ],
};

const layerOf = (file: string): string => file.split("/")[1]!.replace(/\.ts$/, "");

const bindings = sourcesOf("bindings");
const assembly = sourcesOf("assembly");

describe.each([
  ["assembly", assembly],
  ["bindings", bindings],
])("%s", (_, files) => {
  const graph = graphOf(files);

  it("imports files that exist", () => {
    const missing = [...graph].flatMap(([file, imports]) =>
      imports.filter((one) => !files.includes(one) && one !== MADE_BY_BUILD).map((one) => [file, one]),
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

it("imports flow one way through the layers of bindings/", () => {
  const wrong = [...graphOf(bindings)].flatMap(([file, imports]) => {
    const allowed = layers[layerOf(file)];
    return imports
      .filter((one) => layerOf(one) !== layerOf(file) && !allowed?.includes(layerOf(one)))
      .map((one) => `${file} imports ${one}`);
  });
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

it("one file reaches the module, and one its memory", () => {
  const reaching = bindings.filter((file) => /WebAssembly\.Instance|\.exports\b/.test(textOf(file)));
  expect(reaching).toEqual(["bindings/engine/wasm.ts"]);
  const touching = bindings.filter((file) =>
    specifiersOf(file).some((one) => isLocal(one) && resolve(file, one) === "bindings/engine/memory.ts"),
  );
  expect(touching).toEqual(["bindings/engine/wasm.ts"]);
});

it("asks which dialect it is in one place only", () => {
  const asking = bindings.filter(
    (file) =>
      file !== "bindings/dialects.ts" &&
      /dialect(\.name)?\s*===\s*"|case "(google|rfc9309|koster1996|original1994)"/.test(textOf(file)),
  );
  expect(asking).toEqual([]);
});

it("asks URL.canParse nowhere: Node 20's and 22's are wrong when hot (bindings/robots/url.ts)", () => {
  expect(bindings.filter((file) => /URL\.canParse\(/.test(textOf(file)))).toEqual([]);
});

/** Lines from a line that opens a function to the one that closes it at the same indentation. */
function functionLengths(file: string): { name: string; lines: number }[] {
  const lines = textOf(file).split("\n");
  return lines.flatMap((line, start) => {
    const opens =
      /^(\s*)(?:export )?(?:static |private |async |readonly )*(?:function\*? )?(#?\w+)(?:<[^>]*>)?\(.*\{$/.exec(line);
    if (opens === null || /^\s*(if|for|while|switch|catch|do|else)\b/.test(line)) return [];
    const end = lines.findIndex((one, i) => i > start && one === `${opens[1]}}`);
    return [{ name: `${file} ${opens[2]}`, lines: end - start + 1 }];
  });
}

it("no function is longer than 60 lines, and nearly all are short", () => {
  const lengths = [...assembly, ...bindings].flatMap(functionLengths).sort((a, b) => b.lines - a.lines);
  expect(lengths.length).toBeGreaterThan(80);
  expect(lengths.filter(({ lines }) => lines > 60)).toEqual([]);
  expect(lengths[Math.floor(lengths.length / 10)]!.lines).toBeLessThanOrEqual(35);
});
