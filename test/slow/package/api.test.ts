/** scripts/api.mjs writes every name, signature and member that a package exports, and fails for those without prose. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

function api(...words: readonly string[]): { status: number | null; problems: string } {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/api.mjs"), ...words], {
    encoding: "utf8",
  });
  return { status, problems: stderr.trim() };
}

const declarations = {
  "dist/index.d.ts": [
    'export { type Colour, paint } from "./paint.ts";',
    'export type { Brush, WashOptions } from "./paint.ts";',
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
    "    /** Removes the paint. */",
    "    wash(options?: WashOptions): void;",
    "}",
    "/** What `wash` takes. */",
    "export interface WashOptions {",
    "    /** Which one to remove. */",
    "    readonly colour: Colour;",
    "    /** How long. Default 2.5. */",
    "    readonly seconds?: number | bigint;",
    "}",
    "/**",
    " * Paints. @param colour which one it is.",
    " * @throws TypeError (ERR_INVALID_ARG_TYPE) unless it is a colour.",
    " * @example",
    " * ```ts",
    ' * paint("red;"); // dry',
    " * ```",
    " */",
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
    mkdirSync(join(made, "docs/api"), { recursive: true });
    writeFileSync(join(made, "docs/api/index.md"), "# Reference\n\n<!-- entries -->\n<!-- end -->\n");
    const head = "# paint\n\nColours whatever you have. It dries.\n\n```ts\nconsole.log(1);\n```\n\n";
    writeFileSync(join(made, "docs/api/core.md"), head);
    expect(api(made)).toEqual({ status: 0, problems: "" });
  }
  return made;
}

const documentOf = (folder: string, page = "core"): string => readFileSync(join(folder, `docs/api/${page}.md`), "utf8");

describe("a page", () => {
  const folder = packageWith();
  const text = documentOf(folder);
  const sectionOf = (name: string): string => text.split(/^##+ /m).find((one) => one.startsWith(`${name}\n`)) ?? "";

  it("says what the docstring says, parameters and errors apart, then shows the example", () =>
    expect(sectionOf("paint")).toContain(
      [
        "Paints.",
        "- `colour`: which one it is.",
        "Throws TypeError ([`ERR_INVALID_ARG_TYPE`](index.md#errors)) unless it is a colour.",
        '```ts\npaint("red;"); // dry\n```',
      ].join("\n\n"),
    ));
  it("has every overload", () => expect(sectionOf("paint").match(/function paint/g)).toHaveLength(2));
  it("has the properties of a class in a table, and no member that callers cannot use", () => {
    expect(sectionOf("Brush")).toContain("| `widthMm` | `number` | In millimetres. |");
    expect(sectionOf("Brush")).not.toMatch(/inside|private/);
  });
  it("has a heading for each method", () =>
    expect(sectionOf("Brush.wash")).toBe(
      "Brush.wash\n\n```typescript\nwash(options?: WashOptions): void;\n```\n\nRemoves the paint.\n\n",
    ));
  it("has options in a table with their defaults, and links to types", () =>
    expect(sectionOf("WashOptions")).toContain(
      [
        "| option | type | default | meaning |",
        "|---|---|---|---|",
        "| `colour` | [`Colour`](#colour) | required | Which one to remove. |",
        "| `seconds` | `number \\| bigint` | 2.5 | How long. |",
      ].join("\n"),
    ));
  it("has the types that no entry exports beside the one that they are part of", () =>
    expect(sectionOf("Colour")).toContain("/** Not exported by any entry. */\ntype Shade = 1 | 2;"));
  it("has what comes through a star, and a default", () => {
    expect(sectionOf("LAYERS")).toContain("const LAYERS: 3;");
    expect(sectionOf("Pot")).toContain("function pot(): void;");
  });
  it("stands in the index with its first sentence and its functions", () =>
    expect(documentOf(folder, "index")).toContain(
      "| [`paint`](core.md) | Colours whatever you have | [`paint`](core.md#paint-1), ",
    ));
});

describe("fails for", () => {
  const paint = declarations["dist/paint.d.ts"];
  const withEntry = JSON.stringify({
    name: "paint",
    exports: { ".": { types: "./dist/index.d.ts" }, "./more": { import: { types: "./dist/more.d.ts" } } },
  });

  it("a name without prose, until someone writes a docstring", () => {
    const folder = packageWith();
    packageWith({ "dist/more.d.ts": ["export declare const LAYERS: 3;"] }, folder);
    expect(api(folder)).toEqual({ status: 1, problems: "paint: LAYERS has no prose: write a docstring" });
    packageWith({}, folder);
    expect(api(folder)).toEqual({ status: 0, problems: "" });
  });

  it("an entry without an example, and for a page without an entry", () => {
    const folder = packageWith();
    writeFileSync(join(folder, "docs/api/core.md"), "# paint\n\nColours whatever you have.\n\n");
    packageWith({ "dist/paint.d.ts": paint.filter((line) => !line.includes("```")) }, folder);
    writeFileSync(join(folder, "docs/api/gone.md"), "# paint/gone\n");
    expect(api(folder).problems.split("\n")).toEqual([
      "paint has no example: write one in docs/api/core.md",
      "docs/api/gone.md belongs to no entry: remove it",
    ]);
  });

  it("an entry without a description; what the main entry documents is not repeated", () => {
    const folder = packageWith();
    const slim = [
      'export * from "./index.ts";',
      "/** Fills the pot again. */",
      "export declare function fill(): void;",
    ];
    packageWith({ "package.json": [withEntry.replace("more.d.ts", "slim.d.ts")], "dist/slim.d.ts": slim }, folder);
    expect(api(folder)).toEqual({
      status: 1,
      problems: [
        "paint/more has no description: write in docs/api/more.md what it is for",
        "paint/more has no example: write one in docs/api/more.md",
      ].join("\n"),
    });
    const page = documentOf(folder, "more");
    expect(page).toContain("It exports every name of [`paint`](core.md).");
    expect(page).toContain("## fill\n");
    expect(page).not.toContain("## Brush\n");
  });

  it("nothing else: what people wrote stands above what has changed since", () => {
    const folder = packageWith();
    const before = documentOf(folder);
    const head = readFileSync(join(folder, "docs/api/core.md"), "utf8");
    writeFileSync(join(folder, "docs/api/core.md"), head.replace("It dries.", "It dries in an hour."));
    packageWith({ "dist/paint.d.ts": paint.map((line) => line.replace("number;", "bigint;")) }, folder);
    expect(api(folder).status).toBe(0);
    const after = before.replace("It dries.", "It dries in an hour.");
    expect(documentOf(folder)).toBe(after.replace("| `widthMm` | `number` |", "| `widthMm` | `bigint` |"));
  });
});
