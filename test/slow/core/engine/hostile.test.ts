/**
 * Hostile files and URLs: nothing throws, nothing hangs, and work grows with the input and not with its square, counted
 * in loop turns by the instrumented build of the same source.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { name, names, numbers, rules as reached, reachingRules } from "../../../../bench/reaching.mjs";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { WasmEngine } from "../../../../bindings/core/engine/wasm.ts";
import { fallback } from "../../../../bindings/core/program/fallback.ts";
import { parse } from "../../../../bindings/index.ts";
import { engines, forced, wasmEngine, withEngine } from "../../../support/engines.ts";
import { sized } from "../../../support/sized.ts";

const stepsModule = new WebAssembly.Module(readFileSync("build/engine.steps.wasm"));
const steps = new WasmEngine(stepsModule, fallback, 64 * 2 ** 20);
/** Without indexes, in the default memory. */
const scanSteps = forced("scan", 16 * 2 ** 20, stepsModule);

/** Turns of the engine's loops while `body` runs. */
function stepsOf(body: () => void, engine = steps): number {
  engine.exports.resetSteps();
  withEngine(engine, body);
  return engine.exports.stepsTaken();
}

/** The slope of log(steps) over log(size), by least squares: 1 is linear. */
function exponentOf(sizes: readonly number[], stepsAt: (size: number) => number): number {
  const points = sizes.map((size) => [Math.log(size), Math.log(stepsAt(size))] as const);
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return covariance / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

const powers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => 2 ** (from + i));

const decisionsWithIndex = 40;

describe("steps grow linearly", () => {
  const rule = (pattern: string): string => `User-agent: *\nDisallow: ${pattern}\n`;
  const padding = Array.from({ length: 8 }, (_, i) => `Disallow: /padding${i}\n`).join("");

  it.each([
    ["/*a*a*a…b, long path", (n: number) => [`/${"*a".repeat(24)}*b`, `/${"a".repeat(n)}`]],
    ["/*aaaa…b, long path", (n: number) => [`/*${"a".repeat(n / 2)}b`, `/${"a".repeat(n)}`]],
    ["/*aaaa…b*c, long path", (n: number) => [`/*${"a".repeat(n / 4)}b*c`, `/${"a".repeat(n)}`]],
    ["/*abab…, long path", (n: number) => [`/*${"ab".repeat(n / 4)}c`, `/${"ab".repeat(n / 2)}`]],
    ["escapes in the URL", (n: number) => ["/*%2f", `/${"%2f%41".repeat(n / 6)}?${"%2f".repeat(4)}`]],
  ])("in the URL: %s", (_, make) => {
    for (const decisions of [1, decisionsWithIndex]) {
      const exponent = exponentOf(powers(8, 15), (size) => {
        const [pattern, path] = make(size) as [string, string];
        const rules = withEngine(steps, () => parse(rule(pattern) + padding).agent("x"));
        return stepsOf(() => {
          for (let i = 0; i < decisions; i++) rules.isAllowed(path);
        });
      });
      expect(exponent).toBeLessThanOrEqual(1.1);
    }
  });

  it.each(["norobots1996", "original1994"] as const)(
    "in a caller's token and a line that nearly contains it: %s",
    (dialect) => {
      // The module takes tokens of up to 8,192 bytes; the fallback compares longer ones in the same way.
      const exponent = exponentOf(powers(6, 12), (size) => {
        const file = `User-agent: ${"a".repeat(16 * size)}\nDisallow: /\n`;
        return stepsOf(() => parse(file, { dialect }).agent(`${"a".repeat(size)}b`));
      });
      expect(exponent).toBeLessThanOrEqual(1.1);
    },
  );

  it.each([
    ["/*a*a*a… patterns", (n: number) => rule(`/${"*a".repeat(n)}`)],
    ["one literal pattern", (n: number) => rule(`/${"a".repeat(n)}`)],
    [
      "patterns that begin each other",
      (n: number) =>
        `User-agent: *\n${Array.from({ length: Math.sqrt(n) }, (_, i) => `Disallow: /${"a".repeat(i)}\n`).join("")}`,
    ],
    ["stars only", (n: number) => rule("*".repeat(n))],
    ["escapes", (n: number) => rule(`/?${"%2f".repeat(n)}`)],
  ])("in the file, compiling and indexing: %s", (_, make) => {
    const exponent = exponentOf(powers(8, 16), (size) =>
      stepsOf(() => {
        const rules = parse(make(size) + padding).agent("x");
        for (let i = 0; i < decisionsWithIndex; i++) rules.isAllowed("/b");
      }),
    );
    expect(exponent).toBeLessThanOrEqual(1.15);
  });

  it.each([
    ["short rules", (n: number) => `User-agent: x\n${"allow:*\n".repeat(n)}`],
    ["fields", (n: number) => `User-agent: x\n${"a:\n".repeat(n)}`],
    ["empty lines", (n: number) => "\n\r".repeat(n)],
    ["comments with controls", (n: number) => `${"#\t\v\0".repeat(n)}\n${"\t".repeat(n)}:`],
    ["agents", (n: number) => `${"User-agent: a\n".repeat(n)}Disallow: /\n`],
    ["groups", (n: number) => "User-agent: x\nk: v\nDisallow: /a\n".repeat(n)],
    ["groups and licences", (n: number) => `License: a\n${"User-agent: x\nDisallow: /a\n\nLicense: b\n".repeat(n)}`],
    ["one long line", (n: number) => `User-agent: x\n${" ".repeat(n)}Disallow${" ".repeat(n)}: ${" ".repeat(n)}/`],
    ["words without a colon", (n: number) => "a ".repeat(n)],
    ["a long name", (n: number) => `User-agent: ${"x".repeat(n)}\nDisallow: /`],
  ])("in the file, reading it in each dialect: %s", (_, make) => {
    for (const dialect of dialects) {
      const exponent = exponentOf(powers(8, 14), (size) => {
        const file = new TextEncoder().encode(make(size));
        return stepsOf(() => void steps.compile(file, ["x", "b"], dialect).program.bytes);
      });
      expect(exponent, dialect.name).toBeLessThanOrEqual(1.15);
      const once = exponentOf(powers(8, 14), (size) => {
        const file = new TextEncoder().encode(make(size));
        return stepsOf(() => void steps.decideFile(file, ["x", "b"], dialect, "/aa?b=%2f"));
      });
      expect(once, dialect.name).toBeLessThanOrEqual(1.15);
    }
  });

  it.each(["a", "é", "\u{1f600}", "\ud800", `${"a".repeat(15)}\uffff`])(
    "in a text that is written as UTF-16: %j",
    (text) => {
      const at = 400_000;
      for (const units of powers(4, 15)) {
        new Uint8Array(steps.exports.memory.buffer).set(Buffer.from(text.repeat(units).slice(0, units), "utf16le"), at);
        const turns = stepsOf(() => void steps.exports.encodeUtf16!(at, units, at - units - 16));
        expect(turns).toBeLessThanOrEqual(units + units / 16 + 17);
      }
    },
  );

  it("does not jump for the largest file, in the default memory: it has an index, for long URLs as well", () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `Disallow: /*a${i}*b\n`).join("");
    const file = `User-agent: *\n${lines}`.slice(0, 512_000);
    const engine = new WasmEngine(
      new WebAssembly.Module(readFileSync("build/engine.steps.wasm")),
      fallback,
      16 * 2 ** 20,
    );
    withEngine(engine, () => {
      const rules = parse(file).agent("x");
      for (const length of [2000, 8000, 9000, 65_000]) {
        const url = `/${"a".repeat(length)}`;
        for (let i = 0; i < decisionsWithIndex; i++) rules.isAllowed(url);
        engine.exports.resetSteps();
        expect(rules.isAllowed(url)).toBe(true);
        expect(engine.exports.stepsTaken()).toBeLessThan(length);
      }
    });
  });

  /** Steps of one decision by an index, where the path reaches what follows the second `*` of every rule. */
  function stepsOfDecision(patterns: readonly string[], path: string): number {
    return withEngine(steps, () => {
      const rules = parse(`User-agent: *\n${patterns.map((one) => `Disallow: ${one}\n`).join("")}`).agent("x");
      for (let i = 0; i < decisionsWithIndex; i++) rules.isAllowed("/");
      return stepsOf(() => void rules.isAllowed(path));
    });
  }

  const sameTail = (end: string) => (count: number) =>
    [numbers(count).map((i) => `/*${name(i)}*b`), `/${numbers(count).map(name).join("")}${end}`] as const;

  it.each([
    ["one tail, absent", sameTail("")],
    ["one tail, at the end, the rules that win last", sameTail("b")],
    [
      "one tail, at the end, the rules that win first",
      (count: number) => [sameTail("")(count)[0].toReversed(), sameTail("b")(count)[1]] as const,
    ],
    [
      "one tail at the end of the path alone",
      (count: number) => [sameTail("")(count)[0].map((one) => `${one}$`), sameTail("bc")(count)[1]] as const,
    ],
    [
      "tails that begin alike",
      (count: number) => [numbers(count).map((i) => `/*${name(i)}*b${i}`), sameTail("")(count)[1]] as const,
    ],
    [
      "two tails for each beginning",
      (count: number) =>
        [
          sameTail("")(count)[0].flatMap((one) => [one, `${one}c`, `${one.slice(0, -1)}d`]),
          sameTail("")(count)[1],
        ] as const,
    ],
  ])("with the rules that a path reaches, and the path with them: %s", (_, make) => {
    const exponent = exponentOf([1000, 2000, 4000, 8000], (count) => stepsOfDecision(...make(count)));
    expect(exponent).toBeLessThanOrEqual(1.15);
  });

  /** Text of letters without an order, the same each time. */
  const mixed = (letters: string, bytes: number): string => {
    let state = 1;
    return Array.from({ length: bytes }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return letters[Math.floor((state / 2 ** 32) * letters.length)];
    }).join("");
  };
  const families = reachingRules(mixed("ab", 65_000));

  /** The rules, what follows the slash of the path, and a bound of the steps; bytes of the path in the comments. */
  const reachingPaths: [string, readonly string[], string, number][] = [
    // 60,000 to 65,000 bytes
    ["one tail, absent", ...families.tailAbsent, 290_000],
    ["one tail, at the end", ...families.tailAtTheEnd, 290_000],
    ["tails that begin alike", ...families.tailsThatBeginAlike, 450_000],
    ["tails that stand earlier", ...families.tailsThatStandEarlier, 340_000],
    ["tails whose first bytes end the path", ...families.tailsThatEndThePath, 330_000],
    ["a segment between two others", ...families.segmentBetweenTwo, 460_000],
    ["one tail whose halves stand everywhere", ...families.halvesEverywhere, 440_000],
    ["tails of two pieces of a periodic text", ...families.piecesOfPeriodicText, 350_000],
    [
      "tails of one byte, thirty in a row",
      reached(2000, (i) => [...mixed("bcdefghi", 30 + i)].slice(i).join("*")),
      names(2000).join("") + mixed("bcdefghi", 50_000),
      600_000,
    ],
    [
      "beginnings that begin each other, and tails of other runs than the path has",
      ...families.beginningsAndOtherRuns,
      650_000,
    ],
    ["beginnings that begin each other", ...families.beginningsOfEachOther, 420_000],
    ["two letters", ...families.twoLetters, 1_000_000],
    // 8,150 bytes: in the input, which has no place for notes
    ["two letters, a short URL", ...families.twoLettersShort, 600_000],
  ];

  it.each(reachingPaths)("stay few where a path reaches thousands of sets: %s", (_, patterns, path, bound) => {
    expect(stepsOfDecision(patterns, `/${path}`)).toBeLessThan(bound);
  });

  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  /** 512,000 bytes of rules of so many segments of one byte, and a last one that the path lacks. */
  const segmentRules = (segments: number): string[] => {
    const text = mixed(letters, 260_000);
    return numbers(Math.floor(500_000 / (12 + 2 * segments))).map(
      (i) => `/*${[...text.slice(i * segments, (i + 1) * segments)].join("*")}*Z`,
    );
  };

  it.each([
    ...reachingPaths.map(([title, patterns, path]) => [title, patterns, path] as const),
    ...[2, 4, 8, 30, 120].map((n) => [`${n} segments of one byte`, segmentRules(n), mixed(letters, 60_000)] as const),
  ])("stay few without an index, and for a file that is asked once: %s", (_, patterns, path) => {
    const file = `User-agent: *\n${patterns.map((one) => `Disallow: ${one}\n`).join("")}`;
    const short = `/${path.slice(0, 8000)}`;
    const rules = withEngine(scanSteps, () => parse(file).agent("x"));
    const once = stepsOf(() => void parse(file).isAllowed(short, "x"), scanSteps);
    const counts = [`/${path}`, short].map((url) => stepsOf(() => void rules.isAllowed(url), scanSteps));
    expect(Math.max(...counts)).toBeLessThan(2_200_000);
    // Reading 512,000 bytes takes up to a million of them.
    expect(once).toBeLessThan(3_200_000);
  });

  it.each(reachingPaths)("and the rule is the one that the fallback finds: %s", (_, patterns, path) => {
    // The fallback takes seconds for all of them. A quarter spends every budget as well.
    const some = patterns.filter((_, i) => i % sized(4, 1) === 0);
    const file = `User-agent: *\n${some.map((one) => `Disallow: ${one}\n`).join("")}`;
    const [line, ...others] = [fallback, forced("scan"), forced("index"), wasmEngine].map((engine) =>
      withEngine(engine, () => parse(file).agent("x").explain(`/${path}`).rule?.line),
    );
    expect(others).toEqual([line, line, line]);
  });

  it("and batches decide such paths alike", () => {
    const [, patterns, path] = reachingPaths.at(-1)!;
    const file = `User-agent: *\n${patterns.map((one, i) => `${i % 3 ? "Disallow" : "Allow"}: ${one}\n`).join("")}`;
    const urls = numbers(40).map((i) => `/${i % 4 === 0 ? path.slice(i) : i}`);
    const wanted = withEngine(fallback, () => {
      const rules = parse(file).agent("x");
      return urls.map((url) => Number(rules.isAllowed(url)));
    });
    const verdicts = [forced("scan"), forced("index"), wasmEngine].flatMap((engine) =>
      withEngine(engine, () => {
        const rules = parse(file).agent("x");
        const lines = new TextEncoder().encode(urls.join("\n"));
        return [
          urls.map((url) => Number(rules.isAllowed(url))),
          rules.isAllowedMany(urls),
          rules.isAllowedLines(lines),
        ];
      }),
    );
    for (const others of verdicts) expect([...others]).toEqual(wanted);
  });

  it("does not grow with literal rules", () => {
    const exponent = exponentOf(powers(6, 13), (count) => {
      const lines = Array.from({ length: count }, (_, i) => `Disallow: /${(i * 7919) % count}/x\n`).join("");
      const rules = withEngine(steps, () => parse(`User-agent: *\n${lines}`).agent("x"));
      withEngine(steps, () => Array.from({ length: decisionsWithIndex }, () => rules.isAllowed("/")));
      return stepsOf(() => rules.isAllowed("/5/xyz"));
    });
    expect(exponent).toBeLessThanOrEqual(0.3);
  });
});

const repeated = (text: string, bytes: number): string => text.repeat(Math.ceil(bytes / text.length));

/** The fallback takes seconds for the sizes of the weekly run. */
const BYTES = sized(200_000, 1_000_000);
const COUNT = sized(5000, 30_000);

describe.each(dialects)("$name survives", ({ name }) => {
  const files: readonly (readonly [string, string | Uint8Array])[] = [
    ["nothing", ""],
    ["many rules", `User-agent: *\n${repeated("Disallow: /some/path/*/that?is=long$\n", sized(200_000, 2_700_000))}`],
    ["many agents", `${Array.from({ length: COUNT }, (_, i) => `User-agent: bot${i}\n`).join("")}Disallow: /x\n`],
    ["many groups of one agent", repeated("User-agent: x\nDisallow: /a\n", COUNT * 27)],
    ["a long line", `User-agent: x\nDisallow: /${"a".repeat(BYTES)}\nDisallow: /b`],
    ["a long key", `${"k".repeat(BYTES)}: v\nUser-agent: x\nDisallow: /b`],
    ["a long agent", `User-agent: ${"x".repeat(BYTES)}\nDisallow: /b`],
    ["NULs", `User-agent: x\0\nDisallow: /a\0b\n${"\0".repeat(1000)}`],
    ["invalid UTF-8", Uint8Array.from({ length: 4096 }, (_, i) => (i * 37) & 0xff)],
    ["UTF-16", Uint8Array.from([0xff, 0xfe, 0x55, 0x00, 0x73])],
    ["HTML", "<!DOCTYPE html><html><body>User-agent: x<br>Disallow: /</body></html>"],
    ["prototype names", "User-agent: constructor\nDisallow: /\n__proto__: x\ntoString: y\n"],
    ["line ends only", "\r\n\r\r\n\n".repeat(1000)],
  ];
  const urls = [
    "",
    "/",
    "/a",
    "//",
    "?",
    "#",
    "http://",
    "http:///",
    "/\ud800",
    "/\0",
    "%",
    "/%",
    "/%zz",
    "/robots.txt",
  ];

  it("a long URL", () => {
    const body = "User-agent: x\nDisallow: /*a*b\nAllow: /aa\nDisallow: /*c$\n";
    const url = `/${"a".repeat(BYTES)}c`;
    const answers = engines.map((engine) =>
      withEngine(engine, () => {
        const rules = parse(body, { dialect: name }).agent("x");
        return [rules.isAllowed(url), ...[...rules.isAllowedMany([url])].map(Boolean), rules.explain(url).allowed];
      }),
    );
    const [first] = answers;
    expect(answers).toEqual(engines.map(() => [first![0], first![0], first![0]]));
  });

  it("bytes whose length changes each time it is read", () => {
    for (const engine of engines) {
      withEngine(engine, () => {
        const rules = parse("User-agent: *\nDisallow: /a\n", { dialect: name }).agent("x");
        const lengths = [2, 2];
        const url = Object.defineProperty(Uint8Array.of(0x2f, 0x61), "length", { get: () => lengths.shift() ?? 4e6 });
        if (engine !== fallback) expect(rules.isAllowed(url)).toBe(false);
        expect(rules.isAllowed("/a")).toBe(false);
      });
    }
  });

  it.each(files)("%s", (_, body) => {
    for (const engine of engines) {
      withEngine(engine, () => {
        const robots = parse(body, { dialect: name, maxBytes: 4e6 });
        const rules = robots.agent(["x", "__proto__"]);
        const verdicts = urls.map((url) => rules.isAllowed(url));
        expect([...rules.isAllowedMany(urls)].map(Boolean)).toEqual(verdicts);
        for (const url of urls) expect(rules.explain(url).allowed).toBe(rules.isAllowed(url));
        expect(Array.isArray(robots.groups) && Array.isArray(robots.sitemaps)).toBe(true);
      });
    }
  });
});
