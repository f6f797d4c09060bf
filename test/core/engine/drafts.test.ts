/**
 * Drafts: rules of long files that are selected, and compiled as soon as more than one verdict is wanted (docs/design.md). They save
 * turns, and answer as compiled rules do, whatever happened in between; test/slow/core/engine/drafts.test.ts tries any order.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LEAST_READ_BYTES } from "../../../bindings/core/layout.ts";
import type { Engine } from "../../../bindings/core/program/engine.ts";
import type { Program } from "../../../bindings/core/program/program.ts";
import { AgentRules, type ParseOptions, parse } from "../../../bindings/index.ts";
import { forced, withEngine } from "../../support/engines.ts";

const stepsModule = new WebAssembly.Module(readFileSync("build/engine.steps.wasm"));

const linesOf = (count: number, lineAt: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => lineAt(i)).join("");
const fileOf = (rules: string): string => `User-agent: *\n${rules}`;

/** Long, and nearly all of it are rules that apply. */
const plain = fileOf(linesOf(200, (i) => `Disallow: /a/path/of/a/page/that/is/as/long/as/in/many/files/${i}\n`));

/** A program is compiled as soon as it is placed in the arena. */
const isCompiled = ({ generation }: Program): boolean => generation > 0;

const rulesBy = (engine: Engine, file: string | Uint8Array, options?: ParseOptions): AgentRules =>
  withEngine(engine, () => parse(file, options).agent("x"));

describe("a file becomes a draft", () => {
  const isDraft = (file: string): boolean => {
    const rules = rulesBy(forced("auto"), file);
    // Reading the program would compile it.
    return !isCompiled(AgentRules.programOf(rules));
  };

  it.each([
    ["long and all rules", plain, true],
    ["short", fileOf(linesOf(40, (i) => `Disallow: /a/path/of/a/page/that/is/as/long/as/in/many/files/${i}\n`)), false],
    ["long, half of it comments", plain.replaceAll("\n", " # a comment about this rule\n"), false],
    ["long, but for another crawler", plain.replace("*", "y"), false],
  ])("%s", (_, file, expected) => expect(isDraft(file)).toBe(expected));
});

describe("turns", () => {
  const engine = forced("auto", 16 * 2 ** 20, stepsModule);
  const url = "/b";

  /** From the file on. */
  function turnsOf(file: string, ask: (rules: AgentRules) => void): number {
    engine.exports.resetSteps();
    withEngine(engine, () => ask(parse(file).agent("x")));
    return engine.exports.stepsTaken();
  }
  const compile = (rules: AgentRules): void => void rules.byteLength;
  const askOnce = (rules: AgentRules): void => void rules.isAllowed(url);
  const askAnotherFile = (): void => void parse("").isAllowed(url, "x");

  it("one decision takes fewer than compiling, and a second one compiles", () => {
    const [one, both] = [turnsOf(plain, askOnce), turnsOf(plain, compile)];
    expect(one).toBeLessThan(0.8 * both);
    const askTwice = (rules: AgentRules): void => [url, url].forEach((again) => void rules.isAllowed(again));
    expect(turnsOf(plain, askTwice)).toBeGreaterThan(both);
  });

  it("when the engine gets another file, rules that were asked are not compiled, and rules that were not are", () => {
    const both = turnsOf(plain, compile);
    const asked = turnsOf(plain, (rules) => {
      askOnce(rules);
      askAnotherFile();
    });
    expect(asked).toBeLessThan(0.8 * both);
    expect(turnsOf(plain, askAnotherFile)).toBeGreaterThanOrEqual(both);
  });

  it("one decision by a hostile file takes a look at each rule more than compiling and deciding", () => {
    const count = 25_000;
    const file = fileOf(linesOf(count, (i) => `Disallow: /*a${i}*b\n`));
    const path = `/${linesOf(1000, (i) => `a${i}`)}`;
    const once = turnsOf(file, (rules) => void rules.isAllowed(path));
    const both = turnsOf(file, (rules) => {
      compile(rules);
      rules.isAllowed(path);
    });
    expect(once).toBeLessThanOrEqual(both + count);
  });
});

describe("later decisions do not depend on what the caller did meanwhile", () => {
  const engine = forced("auto");

  it("to the bytes", () => {
    const bytes = new TextEncoder().encode(plain);
    const rules = rulesBy(engine, bytes);
    bytes.fill(0x20);
    const urls = [
      "/a/path/of/a/page/that/is/as/long/as/in/many/files/3",
      "/b",
      "/a/path/of/a/page/that/is/as/long/as/in/many/files/199",
    ];
    const verdicts = (): boolean[] => withEngine(engine, () => urls.map((url) => rules.isAllowed(url)));
    expect(verdicts()).toEqual([false, true, false]);
    expect(verdicts()).toEqual([false, true, false]);
  });

  it("to the list of agents", () => {
    const agents = ["x"];
    const file = `${plain.replace("*", "x")}User-agent: y\nAllow: /\n`;
    const rules = withEngine(engine, () => parse(file).agent(agents));
    agents[0] = "y";
    withEngine(engine, () => {
      expect(rules.isAllowed("/a/path/of/a/page/that/is/as/long/as/in/many/files/3")).toBe(false);
      parse("").agent("x");
      expect(rules.explain("/a/path/of/a/page/that/is/as/long/as/in/many/files/3")).toMatchObject({
        allowed: false,
        agent: "x",
      });
    });
  });

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])("to the leniency of the dialect: indexHtml %s, asked before %s", (indexHtml, isAsked) => {
    const file = `${plain}Disallow: /d\nAllow: /d/index.html\n`;
    const rules = rulesBy(engine, file, { leniency: { indexHtml } });
    withEngine(engine, () => {
      if (isAsked) expect(rules.isAllowed("/d/")).toBe(indexHtml);
      parse(file, { leniency: { indexHtml: !indexHtml } }).isAllowed("/d/", "x");
      expect(rules.isAllowed("/d/")).toBe(indexHtml);
    });
  });

  it.each(["text", "bytes"])("to a line that crosses the limit of a file: %s", (as) => {
    const rule = `Disallow: /${"z".repeat(60)}\n`;
    const whole = fileOf(rule.repeat(Math.floor(LEAST_READ_BYTES / rule.length) - 1));
    const text = `${whole}Disallow: /late${"x".repeat(500)}\n`;
    const rules = rulesBy(engine, as === "text" ? text : new TextEncoder().encode(text));
    const isAllowed = (): boolean => rules.isAllowed(`/late${"x".repeat(500)}`);
    withEngine(engine, () => {
      expect(isCompiled(AgentRules.programOf(rules))).toBe(false);
      expect([isAllowed(), parse("").isAllowed("/", "x"), isAllowed()]).toEqual([true, true, true]);
      expect(rules.rules.at(-1)?.pattern).toBe(`/${"z".repeat(60)}`);
    });
  });

  it("by a URL whose bytes ask about another file when they are read", () => {
    const rules = rulesBy(engine, plain);
    class Asking extends Uint8Array {
      override get length(): number {
        parse(plain.replaceAll("/a/", "/")).agent("x").isAllowed("/");
        return super.length;
      }
    }
    const url = new Asking(new TextEncoder().encode("/a/path/of/a/page/that/is/as/long/as/in/many/files/7"));
    withEngine(engine, () => expect([rules.isAllowed(url), rules.isAllowed(url)]).toEqual([false, false]));
  });
});
