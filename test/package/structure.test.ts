/** The shape of the source: imports go down only, there are no cycles, and the core depends on nothing. */
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { houseOf, isGround, mapOfRooms, mayImport, roomOf } from "./rooms.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** From assembly/, by scripts/build-wasm.mjs. */
const MADE_BY_BUILD = ["base64", "bytes"].map((name) => `bindings/core/engine/module/${name}.ts`);
const isModuleFile = (specifier: string): boolean => /\.(?:wasm(?:\?module)?|json)$/.test(specifier);

function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !MADE_BY_BUILD.includes(`${folder}/${name}`))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
}

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** Import and re-export specifiers of a file. */
const specifiersOf = (file: string): string[] => specifiersIn(textOf(file));

function specifiersIn(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\s[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gm,
  );
  return Array.from(statements, ([, from, bare, dynamic]) => (from ?? bare ?? dynamic)!);
}

/** The same without imports of types alone, which are gone at run time. */
const runtimeSpecifiersOf = (file: string): string[] => specifiersIn(runtimeTextOf(file));

function runtimeTextOf(file: string): string {
  return textOf(file).replaceAll(/^(?:import|export) (?:type )?\{([^}]*)\} from "[^"]+";$/gm, (statement, names) =>
    /^\w+ type /.test(statement) || names.split(",").every((name: string) => /^\s*(type .*)?$/.test(name))
      ? ""
      : statement,
  );
}

const withoutDynamic = (text: string): string => text.replaceAll(/\bimport\("[^"]+"\)/g, "");

/** What stands in the braces of an import or export, by its name in the other file. */
const namesOf = (list: string): string[] =>
  Array.from(list.matchAll(/\{([^{}]*)\} (?:from|= await import)/g), ([, names]) => names!.split(","))
    .flat()
    .map((name) => name.trim().replace(/^type /, ""))
    .map((name) => name.replace(/ as .*/, ""))
    .filter((name) => name !== "");

const namesFrom = (file: string, from: string): string[] =>
  Array.from(
    textOf(file).matchAll(/^(?:import|export) [^;]*?\} from "([^"]+)";$|\{[^{}]*\} = await import\("([^"]+)"\)/gm),
  )
    .filter(([, named, dynamic]) => isLocal((named ?? dynamic)!) && resolve(file, (named ?? dynamic)!) === from)
    .flatMap(([statement]) => namesOf(statement));

/** The sources of the public entries. */
function manifestEntries(): string[] {
  const exported = JSON.stringify(JSON.parse(textOf("package.json")).exports);
  return Array.from(exported.matchAll(/dist\/types\/([\w/-]+)\.d\.mts/g), ([, path]) => `bindings/${path}.ts`);
}

function resolve(file: string, specifier: string): string {
  if (specifier === "#wasm") return "bindings/core/engine/module/inline.ts";
  const path = relative(root, join(root, dirname(file), specifier));
  return /\.tsx?$/.test(path) ? path : `${path}.ts`;
}

const isLocal = (specifier: string): boolean => specifier.startsWith(".") || specifier === "#wasm";

function graphOf(files: readonly string[], specifiers = specifiersOf): Map<string, string[]> {
  return new Map(
    files.map((file) => [
      file,
      specifiers(file)
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

/** The rooms of assembly/, from the ground up. */
const ASSEMBLY = ["bytes", "spell", "read", "match", "compile", "embed", "bulk"];

const bindings = [...sourcesOf("bindings"), ...sourcesOf("tester")];
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

it("docs/design.md has the map of the rooms (--update writes it)", async () => {
  const path = join(root, "docs/design.md");
  const region = /(<!-- rooms: test\/package\/rooms.ts -->\n)[\s\S]*?(<!-- \/rooms -->)/;
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(region);
  await expect(text.replace(region, `$1\n${mapOfRooms()}\n\n$2`)).toMatchFileSnapshot(path);
});

it("imports go down only through the houses of bindings/, and through the rooms of each", () => {
  const wrong = [...graphOf(bindings)].flatMap(([file, imports]) =>
    imports.filter((one) => !mayImport(file, one)).map((one) => `${file} (${roomOf(file)}) imports ${one}`),
  );
  expect(wrong).toEqual([]);
});

it("the tester imports the public entries and owners/editor alone, as a page of anybody could", () => {
  const open = [...manifestEntries(), "bindings/owners/editor/internal.ts", "bindings/owners/editor/wording.ts"];
  const wrong = [...graphOf(sourcesOf("tester"))].flatMap(([file, imports]) =>
    imports.filter((one) => one.startsWith("bindings/") && !open.includes(one)).map((one) => `${file} imports ${one}`),
  );
  expect(wrong).toEqual([]);
});

it("imports go down only through the rooms of assembly/", () => {
  const floorOf = (file: string): number => ASSEMBLY.indexOf(file.split("/")[1]!);
  const doors = ["assembly/index.ts", "assembly/measuring.ts", "assembly/node.ts", "assembly/parts.ts"];
  const outside = assembly.filter((file) => floorOf(file) < 0 && !doors.includes(file));
  const upward = [...graphOf(assembly)].flatMap(([file, imports]) =>
    imports.filter((one) => floorOf(file) >= 0 && floorOf(one) > floorOf(file)).map((one) => `${file} imports ${one}`),
  );
  expect({ outside, upward }).toEqual({ outside: [], upward: [] });
});

it("functions of assembly/ return all their results, or write them where bytes/layout.ts says", () => {
  expect(assembly.filter((file) => /^export let /m.test(textOf(file)))).toEqual([]);
});

describe("doors", () => {
  const ENTRIES = manifestEntries();
  const isPublic = (file: string): boolean => [...ENTRIES, "bindings/core/index.ts"].includes(file);
  const INNER = /^bindings\/core\/(parsing|linting|deciding)\.ts$|\/(index|internal)\.ts$|editor\/wording\.ts$/;
  const crossings = [...graphOf(bindings)].flatMap(([file, imports]) =>
    imports.filter((one) => houseOf(one) !== houseOf(file)).map((one) => [file, one] as const),
  );

  const isDoor = (one: string): boolean => isGround(one) || INNER.test(one) || isPublic(one);

  it("an import from another house names a door", () => {
    const wrong = crossings.filter(([file, one]) => !isDoor(one) && !isLazy(file, one));
    expect(wrong).toEqual([]);
  });

  /** Packages that are not dependencies, which a file imports, itself or through others: callers of a door may not have them. */
  const dependencies: readonly string[] = Object.keys(JSON.parse(textOf("package.json")).dependencies);
  const isOptional = (one: string): boolean =>
    !/^[.#]/.test(one) && !isBuiltin(one) && !dependencies.includes(one.split("/")[0]!);
  const packagesBehind = (file: string): string[] => {
    const reached = new Set([file]);
    for (const one of reached) for (const next of loadedGraph.get(one) ?? []) reached.add(next);
    return [...reached].flatMap(loadedWith).filter(isOptional);
  };
  const staticSpecifiersOf = (file: string): string[] => specifiersIn(withoutDynamic(textOf(file)));
  /** What loads together with a file: neither types nor dynamic imports do. */
  const loadedWith = (file: string): string[] => specifiersIn(withoutDynamic(runtimeTextOf(file)));
  const loadedGraph = graphOf(bindings, loadedWith);
  const staticGraph = graphOf(bindings, staticSpecifiersOf);
  /** A dynamic import passes by a door only for a file that needs an optional package, which no door may load. */
  const isLazy = (file: string, one: string): boolean =>
    !staticGraph.get(file)!.includes(one) && packagesBehind(one).length > 0;

  it("finds the optional packages behind a file", () => {
    expect(packagesBehind("bindings/bulk/rows/parquet-output.ts")).toContain("hyparquet-writer");
    expect(packagesBehind("bindings/bulk/survey/index.ts")).toEqual([]);
  });

  const reexportsOf = (file: string): string =>
    textOf(file)
      .match(/^export [^;]*?\} from "[^"]+";$/gm)
      ?.join("\n") ?? "";

  it("a door exports only what another house imports", () => {
    const doors = bindings.filter(
      (file) => INNER.test(file) && !isPublic(file) && file !== "bindings/core/access/index.ts",
    );
    const idle = doors.flatMap((door) => {
      const importers = crossings.filter(([, one]) => one === door).map(([file]) => file);
      const used = new Set(importers.flatMap((file) => namesFrom(file, door)));
      return namesOf(reexportsOf(door)).flatMap((name) => (used.has(name) ? [] : [`${door} exports ${name}`]));
    });
    expect(idle).toEqual([]);
  });

  it("nothing behind lint, meta and usage reaches the engine", () => {
    const reached = new Set(["owners/lint", "core/meta", "core/usage"].map((room) => `bindings/${room}/index.ts`));
    const graph = graphOf(bindings, runtimeSpecifiersOf);
    for (const file of reached) for (const one of graph.get(file) ?? []) reached.add(one);
    expect([...reached].filter((file) => file.startsWith("bindings/core/engine/"))).toEqual([]);
    expect(reached.size).toBeGreaterThan(50);
  });
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

it("one file reaches each module, and one the memory of the core's", () => {
  const reaching = bindings.filter((file) => /WebAssembly\.Instance|\.exports\b/.test(textOf(file)));
  expect(reaching).toEqual(["bindings/bulk/engine/module.ts", "bindings/core/engine/wasm.ts"]);
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

it.each<[question: string, pattern: RegExp, file: string]>([
  ["which statuses are redirects", /\b307, 308\b/, "bindings/core/access/machine.ts"],
  ["how a purpose is called", /title: "Link previews"/, "bindings/owners/agents/rows/purpose-texts.ts"],
  ["what a spreadsheet would run", /\^\[=\+/, "bindings/base/csv.ts"],
  ["how a list of names reads", / and \$\{\w+\.at\(-1\)\}/, "bindings/base/numbers.ts"],
  ["what UTF-8 says", /= new TextDecoder\(\);/, "bindings/base/utf8.ts"],
])("one file says %s", (_, pattern, file) => {
  expect(bindings.filter((one) => pattern.test(textOf(one)))).toEqual([file]);
});

it("names each file once in its house, besides doors", () => {
  const names = bindings
    .filter((file) => !/\/(?:index|internal)\.ts$/.test(file))
    .map((file) => `${houseOf(file)} ${file.split("/").at(-1)}`);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

it("docstrings name their subject", () => {
  const vague = /\/\*\*\s+(?:\* )?(?:The same(?:[.,;]| as| for| if| with| without| in| to| also)|Those|So many)\b.*/g;
  const found = [...bindings, ...assembly].flatMap((file) =>
    (textOf(file).match(vague) ?? []).map((one) => [file, one]),
  );
  expect(found).toEqual([]);
});

it("asks URL.canParse nowhere: Node 20's and 22's are wrong when hot (bindings/base/url.ts)", () => {
  expect(bindings.filter((file) => /URL\.canParse\(/.test(textOf(file)))).toEqual([]);
});

it("tests draw random values with the seed of test/support/properties.ts", () => {
  const direct = sourcesOf("test").filter((file) => /from "fast-check";$/m.test(textOf(file)));
  expect(direct).toEqual(["test/support/properties.ts"]);
});

describe("what a platform may lack", () => {
  /** Each with the file that may use it, and how it does without. */
  const POSIX: readonly [pattern: RegExp, files: readonly string[], why: string][] = [
    [/\/(dev|proc)\//, ["bindings/bulk/files/output-file.ts"], "isOutputClosed: false where there is no such file"],
    [/["'`]\/(tmp|etc|var|usr|home)\b/, [], "node:os has tmpdir and homedir"],
    [/\bSIG(HUP|USR[12]|QUIT|KILL|STOP)\b/, [], "Windows has SIGINT and SIGTERM of the same process only"],
    [/\b(geteuid|getuid|setuid|umask|chmodSync|chownSync|mkfifo|symlinkSync|linkSync)\(/, [], "POSIX only"],
    [/import\.meta\.url\)\.pathname/, [], "a file's URL is not a path there: fileURLToPath"],
    [/"node:child_process"/, [], "programs have other names there"],
  ];

  it.each(POSIX)("%s is used in %o only: %s", (pattern, files) => {
    const code = (file: string): string => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, "");
    const using = bindings.filter((file) => !file.startsWith("tester/") && pattern.test(code(file)));
    expect(using.sort()).toEqual([...files]);
  });
});
