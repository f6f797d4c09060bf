/** The table of runtimes: its rows cannot hide what is red or was not run. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

interface Answer {
  readonly runtime: string;
  readonly form: string;
  readonly total: number;
  readonly engine?: string;
  readonly passed?: number;
  readonly problem?: string;
  readonly notRun?: string;
}
const script = new URL("../runtimes/table.mjs", import.meta.url).href;
const { tableOf } = (await import(script)) as { tableOf(answers: readonly Answer[]): string };

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
  const load = (name: string): Promise<unknown> => import(new URL(`../runtimes/${name}`, import.meta.url).href);

  it("is green here, and asks thousands of questions", async () => {
    const { makeData } = (await load("data.mjs")) as { makeData(robots: unknown): Data };
    const { runSuite } = (await load("suite.mjs")) as Suite;
    Object.assign(globalThis, { fetchCalls: 0 });
    const robots = await import("../../bindings/index.ts");
    const data = makeData(robots);
    expect(data.files.flatMap(({ urls }) => urls).length).toBeGreaterThan(1_000);
    expect(runSuite(robots, data)).toMatchObject({ engine: "wasm", failures: [] });
    Reflect.deleteProperty(globalThis, "fetchCalls");
  });
});

describe("docs/runtimes.md", () => {
  const page = readFileSync(new URL("../../docs/runtimes.md", import.meta.url), "utf8");
  const [, table] = /<!-- runtimes: .*-->\n([\s\S]*?)<!-- \/runtimes -->/.exec(page)!;
  const rows = table!.trim().split("\n").slice(2);

  it.each(["Node 20", "Node 22", "Node 24", "Bun", "Deno", "workerd", "edge-runtime", "Chromium"])(
    "%s is in it",
    (name) => expect(rows.filter((row) => row.startsWith(`| ${name}`))).not.toEqual([]),
  );

  it("shows as passed only what passed whole", () => {
    const counts = rows.flatMap((row) => Array.from(row.matchAll(/ (\d+) of (\d+) \|$/g), ([, ...pair]) => pair));
    expect(counts.length).toBeGreaterThan(0);
    for (const [passed, total] of counts) expect(passed).toBe(total);
  });
});
