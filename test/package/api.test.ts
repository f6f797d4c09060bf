/** docs/api.md holds every name, signature and member that the package exports, and prose for each. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

function api(...words: readonly string[]): { status: number | null; problems: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/api.mjs"), ...words], {
    encoding: "utf8",
  });
  return { status, problems: stderr.trim() };
}

it("docs/api.md is what the types say", () => expect(api("--check")).toEqual({ status: 0, problems: "" }));

it("the package has a section for every entry", () => {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object };
  const text = readFileSync(join(root, "docs/api.md"), "utf8");
  const entries = Object.keys(exports).filter((path) => !/\.(json|wasm|js)$/.test(path));
  for (const path of entries) expect(text).toContain(`\n## ${path.replace(".", "robots-wasm")}\n`);
});

it("docs/api.md lists every error code with its class", () => {
  const source = readFileSync(join(root, "bindings/base/errors.ts"), "utf8");
  const inCode = Array.from(source.matchAll(/\/\*\* ([\w ]+): [^*]*\*\/\s*\| "(ERR_\w+)"/g), ([, kinds, code]) => [
    code,
    kinds!.split(" or "),
  ]);
  const text = readFileSync(join(root, "docs/api.md"), "utf8");
  const inTable = Array.from(text.matchAll(/^\| `(ERR_\w+)` \| ([\w, ]+) \|/gm), ([, code, kinds]) => [
    code,
    kinds!.split(", "),
  ]);
  expect(inTable).toEqual(inCode);
  expect(inCode).toHaveLength(source.match(/^ {2}\| "ERR_/gm)!.length);
});

const declarations = {
  "dist/index.d.ts": [
    'export { type Colour, paint } from "./paint.ts";',
    'export type { Brush } from "./paint.ts";',
    'export * from "./more.ts";',
    'export { default as Pot } from "./pot.ts";',
    'import type { Other } from "elsewhere";',
  ],
  "dist/paint.d.ts": [
    "/** The head of a file; with a semicolon. */",
    'import { type Shade } from "./shade.ts";',
    '/** Red; or {@link blue} "as it is". */',
    'export type Colour = "red;" | "blue}"',
    "/** Dark. */",
    "| Shade;",
    "/** Holds the paint that is used. */",
    "export declare class Brush {",
    "    #private;",
    "    private constructor();",
    "    /** @internal */",
    "    static of(inside: string): Brush;",
    "    /** In millimetres. */",
    "    get widthMm(): number;",
    "}",
    "/** Paints. @param colour which one it is. @throws TypeError for what is no colour. */",
    "export declare function paint(colour: Colour): Brush;",
    "export declare function paint(colour: Colour, brush: {",
    "    readonly brush: Brush;",
    "}): void;",
  ],
  "dist/shade.d.ts": ["/** Not exported by any entry. */", "export type Shade = 1 | 2;"],
  "dist/more.d.ts": ["/** How many layers are enough. */", "export declare const LAYERS: 3;"],
  "dist/pot.d.ts": ["/** Where the paint is kept. */", "declare function pot(): void;", "export default pot;"],
};

/** A package of that name with these declarations, its document written by the script. */
function packageWith(changes: Partial<Record<string, readonly string[]>> = {}, folder?: string): string {
  const made = folder ?? mkdtempSync(join(tmpdir(), "robots-wasm-api-"));
  const manifest = {
    name: "paint",
    exports: { ".": { types: "./dist/index.d.ts" }, "./package.json": "./package.json" },
  };
  const files = { "package.json": [JSON.stringify(manifest)], ...declarations, ...changes };
  for (const [name, lines] of Object.entries(files)) {
    mkdirSync(join(made, dirname(name)), { recursive: true });
    writeFileSync(join(made, name), `${(lines ?? []).join("\n")}\n`);
  }
  if (folder === undefined) {
    mkdirSync(join(made, "docs"));
    writeFileSync(join(made, "docs/api.md"), "# Reference\n\n## paint\n");
    expect(api(made)).toEqual({ status: 0, problems: "" });
    expect(api("--check", made)).toEqual({ status: 0, problems: "" });
  }
  return made;
}

const documentOf = (folder: string): string => readFileSync(join(folder, "docs/api.md"), "utf8");

describe("a section", () => {
  const text = documentOf(packageWith());
  const sectionOf = (name: string): string => text.split(/^### /m).find((one) => one.startsWith(`${name}\n`)) ?? "";

  it("says what the docstring says, parameters and errors apart", () =>
    expect(sectionOf("paint")).toContain(
      "Paints.\n\n- `colour`: which one it is.\n\nThrows TypeError for what is no colour.\n\n```typescript\n",
    ));
  it("has every overload", () => expect(sectionOf("paint").match(/function paint/g)).toHaveLength(2));
  it("has members with their docstrings, and none that callers cannot use", () =>
    expect(sectionOf("Brush")).toContain(
      "```typescript\nclass Brush {\n  /** In millimetres. */\n  get widthMm(): number;\n}\n```",
    ));
  it("has the types that no entry exports beside the one that they are part of", () =>
    expect(sectionOf("Colour")).toContain("/** Not exported by any entry. */\ntype Shade = 1 | 2;"));
  it("exists for what comes through a star, and for a default", () => {
    expect(sectionOf("LAYERS")).toContain("const LAYERS: 3;");
    expect(sectionOf("Pot")).toContain("function pot(): void;");
  });
});

describe("fails for", () => {
  const paint = declarations["dist/paint.d.ts"];
  const index = declarations["dist/index.d.ts"];
  const replaced = (from: string, to: string): readonly string[] => paint.map((line) => line.replace(from, to));
  const withEntry = JSON.stringify({
    name: "paint",
    exports: { ".": { types: "./dist/index.d.ts" }, "./more": { import: { types: "./dist/more.d.ts" } } },
  });

  it.each<[string, Partial<Record<string, readonly string[]>>, string]>([
    ["a new entry", { "package.json": [withEntry] }, "paint/more has no section: say what it is for"],
    [
      "a new name",
      { "dist/index.d.ts": [...index, "/** Somewhere to paint. */", "export declare const wall: string;"] },
      "paint: wall is not documented: npm run docs:api",
    ],
    [
      "a name that is gone",
      { "dist/index.d.ts": index.filter((line) => !line.includes("Brush")) },
      "paint: Brush is documented and not exported: remove its section",
    ],
    [
      "another signature",
      { "dist/paint.d.ts": replaced("brush: Brush;", "brush?: Brush;") },
      "paint: paint is not what the types say: npm run docs:api",
    ],
    [
      "a new member",
      { "dist/paint.d.ts": replaced("get widthMm(): number;", "get widthMm(): number;\n    clean(): void;") },
      "paint: Brush is not what the types say: npm run docs:api",
    ],
    [
      "another docstring",
      { "dist/paint.d.ts": replaced("In millimetres", "In inches") },
      "paint: Brush is not what the types say: npm run docs:api",
    ],
    [
      "a part that is not exported and has changed",
      { "dist/shade.d.ts": ["export type Shade = 1 | 2 | 3;"] },
      "paint: Colour is not what the types say: npm run docs:api",
    ],
  ])("%s", (_, changes, problem) => {
    const folder = packageWith();
    packageWith(changes, folder);
    const { status, problems } = api("--check", folder);
    expect({ status, problems: problems.split("\n") }).toEqual({
      status: 1,
      problems: expect.arrayContaining([problem]),
    });
  });

  it("a section without prose, until someone writes it", () => {
    const folder = packageWith();
    packageWith({ "dist/more.d.ts": ["export declare const LAYERS: 3;"] }, folder);
    expect(api(folder)).toEqual({
      status: 1,
      problems: "paint: LAYERS has no prose: write a docstring or a paragraph",
    });
    writeFileSync(
      join(folder, "docs/api.md"),
      documentOf(folder).replace("### LAYERS\n", "### LAYERS\n\nHow many layers are enough.\n"),
    );
    expect(api("--check", folder)).toEqual({ status: 0, problems: "" });
  });

  it("nothing where an entry repeats all of the main one, but for what it adds", () => {
    const folder = packageWith();
    const slim = [
      'export * from "./index.ts";',
      "/** Fills the pot again. */",
      "export declare function fill(): void;",
    ];
    packageWith({ "package.json": [withEntry.replace("more.d.ts", "slim.d.ts")], "dist/slim.d.ts": slim }, folder);
    const problems = [
      "paint/more: fill is not documented: npm run docs:api",
      "paint/more has no section: say what it is for",
    ].join("\n");
    expect(api("--check", folder)).toEqual({ status: 1, problems });
  });

  it("and writing keeps the order and the prose", () => {
    const folder = packageWith();
    const edited = documentOf(folder).replace("### paint\n", "### paint\n\nRead this first.\n");
    writeFileSync(join(folder, "docs/api.md"), edited);
    packageWith({ "dist/paint.d.ts": replaced("number;", "bigint;") }, folder);
    expect(api(folder).status).toBe(0);
    expect(documentOf(folder)).toBe(edited.replace("widthMm(): number;", "widthMm(): bigint;"));
  });
});
