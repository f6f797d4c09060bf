/** The table of runtimes: its rows cannot hide what is red or was not run. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { entriesOf } from "../../scripts/entries.mjs";

interface Answer {
  readonly runtime: string;
  readonly form: string;
  readonly total: number;
  readonly engine?: string;
  readonly passed?: number;
  readonly problem?: string;
  readonly notRun?: string;
}
const at = (name: string): string => new URL(`../runtimes/${name}`, import.meta.url).href;
const { tableOf } = (await import(at("table.mjs"))) as { tableOf(answers: readonly Answer[]): string };
const { entriesFor } = (await import(at("probe.mjs"))) as { entriesFor(platform: "node" | "edge"): readonly string[] };
const { frameworks } = (await import(at("frameworks.mjs"))) as {
  frameworks: readonly { readonly name: string; readonly packages: Readonly<Record<string, string>> }[];
};

describe("a row", () => {
  const rowsOf = (...answers: Answer[]): string[] => tableOf(answers).split("\n").slice(2);
  const about = { runtime: "Node", form: "import", total: 9 };

  it("says the engine and the cases", () =>
    expect(rowsOf({ ...about, engine: "wasm", passed: 9 })).toEqual(["| Node | import | wasm | 9 of 9 |"]));
  it("is red with its problem, however many cases passed", () =>
    expect(rowsOf({ ...about, engine: "fallback", passed: 9, problem: "expected a|b\nat line 3" })).toEqual([
      "| Node | import | fallback | **red**: expected a\\|b |",
    ]));
  it("is not run with its reason", () =>
    expect(rowsOf({ ...about, notRun: "not installed" })).toEqual(["| Node | import | - | not run: not installed |"]));
  it("is shared by forms with the same answer, and by no others", () => {
    const green = { ...about, engine: "wasm", passed: 9 };
    expect(rowsOf(green, { ...green, form: "require" }, { ...green, form: "worker", passed: 8, problem: "x" })).toEqual(
      ["| Node | import; require | wasm | 9 of 9 |", "| Node | worker | wasm | **red**: x |"],
    );
  });
});

describe("the suite", () => {
  interface Suite {
    runSuite(robots: unknown, data: unknown): { engine: string; passed: number; failures: string[] };
  }
  interface Data {
    readonly files: readonly { readonly urls: readonly string[] }[];
  }

  it("is green here, and asks thousands of questions", async () => {
    const { makeData } = (await import(at("data.mjs"))) as { makeData(robots: unknown): Data };
    const { runSuite } = (await import(at("suite.mjs"))) as Suite;
    Object.assign(globalThis, { fetchCalls: 0 });
    const robots = await import("../../bindings/index.ts");
    const data = makeData(robots);
    expect(data.files.flatMap(({ urls }) => urls).length).toBeGreaterThan(1_000);
    expect(runSuite(robots, data)).toMatchObject({ engine: "wasm", failures: [] });
    Reflect.deleteProperty(globalThis, "fetchCalls");
  });
});

describe("the production builds", () => {
  it("use every entry of the package, and on the edge all but those that undici serves", () => {
    const paths = entriesOf(JSON.parse(readFileSync("package.json", "utf8"))).map(({ path }) => path);
    expect([...entriesFor("node")].sort()).toEqual([...paths].sort());
    const edge = paths.filter((path) => !path.endsWith("/node"));
    expect([...entriesFor("edge")].sort()).toEqual(edge.sort());
  });
  it("install exact versions, and are named by them", () => {
    for (const { name, packages } of frameworks)
      for (const [wanted, version] of Object.entries(packages))
        expect([name, wanted, version]).toEqual([name, wanted, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  });
});

describe("docs/runtimes.md", () => {
  const page = readFileSync(new URL("../../docs/runtimes.md", import.meta.url), "utf8");
  const [, table] = /<!-- runtimes: .*-->\n([\s\S]*?)<!-- \/runtimes -->/.exec(page)!;
  const rows = table!.trim().split("\n").slice(2);

  const runtimes = ["Node 20", "Node 22", "Node 24", "Node 26", "Bun", "Deno", "workerd", "edge-runtime", "Chromium"];
  it.each([...runtimes, ...frameworks.map(({ name }) => name)])("%s is in it", (name) =>
    expect(rows.filter((row) => row.startsWith(`| ${name}`))).not.toEqual([]),
  );

  it("shows as passed only what passed whole", () => {
    const counts = rows.flatMap((row) => Array.from(row.matchAll(/ (\d+) of (\d+) \|$/g), ([, ...pair]) => pair));
    expect(counts.length).toBeGreaterThan(0);
    for (const [passed, total] of counts) expect(passed).toBe(total);
  });
});
