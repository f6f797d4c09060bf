/** What embed.wasm tells besides verdicts: reasons, pace, outlines and product tokens, each as the library does. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";
import { type AgentRules, parse } from "../../bindings/index.ts";
import { resolveAgent } from "../../bindings/owners/agents/index.ts";
import fc from "../support/properties.ts";
import { realFiles } from "../support/shared.ts";
import { compile, type Exports, errors, instantiate, names, read, write } from "./module.ts";

/** The product token that a User-Agent header names (RFC 9309 §2.2.1, RFC 9110 §10.1.5), or null: every host gives the same answer. */
const headers: { header: string; token: string | null }[] = JSON.parse(readFileSync("test/cases/headers.json", "utf8"));

const linesOf = (module: Exports, length: number): string[] =>
  new TextDecoder().decode(read(module, length)).split("\n").slice(0, -1);

const REASONS = ["rule", "no-match", "no-group", "robots-txt", "not-a-url", "compressed"];

function explained(module: Exports, program: number, url: string): object {
  const [allowed, reason, grouped, isAllow, line, pattern, agent] = linesOf(
    module,
    module.explain(program, write(module, `${url}\n`)),
  );
  const rule = { directive: isAllow === "1" ? "allow" : "disallow", pattern, line: Number(line) };
  return {
    allowed: allowed === "1",
    reason: REASONS[Number(reason)],
    ...(grouped === "1" ? { agent } : {}),
    ...(reason === "0" ? { rule } : {}),
  };
}

const FILE = `User-agent: Foo*
Allow: /a%7Eb
Disallow: /a*
Disallow: /*.php$
Disallow: /Ünder
Crawl-delay: 2

User-agent: *
Disallow:
`;

describe.each(names)("%s: explain", (name) => {
  const module = instantiate(name);
  it.each(dialects.map((dialect) => [dialect.name, dialect.id] as const))("as the library in %s", (dialect, id) => {
    for (const [file, agent] of [
      [FILE, "foo"],
      [FILE, "other"],
      ["", "foo"],
      ["User-agent: foo\nDisallow: /\n", "other"],
      ["\x1f\x8b\b", "foo"],
    ] as const) {
      const rules = parse(file, { dialect }).agent(agent);
      const program = compile(module, file, agent, id);
      for (const path of ["/", "/a~b", "/a/x", "/x.php", "/%C3%9Cnder/", "/robots.txt", "/x/../abc"]) {
        const { dialect: _, ...expected } = rules.explain(`http://host.example${path}`);
        expect(explained(module, program, `http://host.example${path}`), `${agent} ${path}`).toEqual(expected);
      }
      expect(explained(module, program, "mailto:x")).toMatchObject({ allowed: false, reason: "not-a-url" });
    }
  });

  it("and refuses other lengths and handles", () => {
    expect(module.explain(0, write(module, "x"))).toBe(errors.INVALID_PROGRAM);
    expect(module.explain(compile(module, ""), 0)).toBe(errors.INVALID_LENGTH);
  });
});

/** As `pace` writes it. */
function paceOf({ crawlDelay, requestRate, visitTime }: AgentRules): (number | undefined)[] {
  const { requests, seconds } = requestRate ?? {};
  return [crawlDelay, requests, seconds, visitTime?.fromMinute, visitTime?.toMinute];
}

function told(module: Exports, file: string, agent: string): (number | undefined)[] {
  const program = compile(module, file, agent);
  const lines = linesOf(module, module.pace(program));
  module.free(program);
  return lines.map((line) => (line === "" ? undefined : Number(line)));
}

describe.each(names)("%s: pace", (name) => {
  const module = instantiate(name);
  it.each([
    "Crawl-delay: 1.5",
    "Crawl-delay: .5\nCrawl-delay: 0.50",
    "Crawl-delay: 5.",
    "Crawl-delay: 99999999",
    "Crawl-delay: 0",
    "Crawl-delay: 1e3\nCrawl-delay: -1\nCrawl-delay: .\nCrawl-delay: 1234567890123456",
    "cRAWL-dELAY: 3 # c",
    "Request-rate: 1/10",
    "Request-rate: 3/1h\nRequest-rate: 1 / 5 m",
    "Request-rate: 1/10s 1200-1300",
    "Request-rate: 1/10s 1200-1300\nRequest-rate: 2/3",
    "Request-rate: 0/1\nRequest-rate: 1/0\nRequest-rate: 1/99d",
    "Visit-time: 0400-0845\nVisit-time: 2300 - 0100",
    "Request-rate: 1/10\nRequest-rate: 2/20\nRequest-rate: 1/11 0100-0200",
    "Visit-time: 0000-2400\nVisit-time: 0461-0500\nVisit-time: 2401-2500",
    "Visit-time: 0100-0200\nVisit-time: 0300-0400",
    "Visit-time: 0460-0500",
    "Visit-time: 2400-0059",
  ])("%j", (lines) => {
    for (const file of [`User-agent: *\n${lines}\n`, `User-agent: x\n${lines}\nUser-agent: y\nDisallow: /a\n`])
      for (const agent of ["x", "y"]) expect(told(module, file, agent)).toEqual(paceOf(parse(file).agent(agent)));
  });

  it("as the library, for any values", () => {
    const piece = fc.constantFrom(..."1|0|9|59|60|2400|.|/| |\t|\v|-|s|M|h|d|e|1/2|0400-0845".split("|"));
    const parts = (...lists: string[]) =>
      fc.tuple(...lists.map((list) => fc.constantFrom(...list.split("|")))).map((all) => all.join(""));
    // Bounds, and values that are equal though they are written in another way.
    const window = parts("00|04|23|24|25", "00|01|59|60", "-| | - |", "00|05|24", "00|59|60");
    const rate = parts("0|1|2", "/| / ", "0|10|20|86400|999999999", "|s|m|d", "|| | 0459-2359| 1200-1260");
    const usual = fc.oneof(fc.constantFrom("1", "2.5", "1/10", "86400", "86401"), window, rate);
    const key = fc.constantFrom("Crawl-delay", "Request-rate", "Visit-time", "crawl-delays");
    const value = fc.oneof(
      usual,
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    );
    const field = fc.tuple(key, value).map((parts) => parts.join(": "));
    const line = fc.oneof(
      { weight: 4, arbitrary: field },
      fc.constantFrom("User-agent: x", "User-agent: *", "Disallow: /"),
    );
    const property = fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const file = `User-agent: x\n${lines.join("\n")}\n`;
      expect(told(module, file, "x")).toEqual(paceOf(parse(file).agent("x")));
    });
    fc.assert(property, { numRuns: 2000 });
  });
});

/** Rows of the groups and fields of a file, and its sitemap lines, as `outline` writes them. */
function rowsOf(module: Exports, file: string | Uint8Array, dialect: number): string[][] {
  const lines = linesOf(module, module.outline(dialect, write(module, file)));
  return Array.from({ length: lines.length / 4 }, (_, i) => lines.slice(4 * i, 4 * i + 4));
}

function expectOutline(module: Exports, file: string | Uint8Array, dialect: (typeof dialects)[number]): void {
  const robots = parse(file, { dialect: dialect.name });
  const groups: object[] = [];
  const fields: object[] = [];
  for (const [letter, line, key, value] of rowsOf(module, file, dialect.id)) {
    const last = groups.at(-1) as { agents: string[]; rules: object[]; fields: object[] };
    const field = { key: key!.toLowerCase(), value, line: Number(line) };
    if (letter === "g") groups.push({ agents: [value], line: Number(line), rules: [], fields: [] });
    else if (letter === "u") last.agents.push(value!);
    else if (letter === "f") last.fields.push(field);
    else if (letter === "o") fields.push(field);
    else if (letter !== "s")
      last.rules.push({ directive: letter === "a" ? "allow" : "disallow", pattern: value, line: Number(line) });
  }
  expect(groups).toEqual(robots.groups);
  expect(fields).toEqual(robots.fields);
}

describe.each(names)("%s: outline", (name) => {
  const module = instantiate(name);
  const FILES = [
    FILE,
    "Host: a\nDisallow: /x\nUser-agent: a\nFoo: b\nUser-agent: b\nAllow: /\n\nAllow: /c\nBar: d\nSitemap: /s\nUser-agent: c",
    "\ufeffUser-agent: *\rDisallow: /\r\n\r\nUser-agent: y\n\nDisallow: /",
    "\x1f\x8b\b",
    "",
  ];
  it.each(dialects)("as the library in $name", (dialect) => {
    for (const file of FILES) expectOutline(module, file, dialect);
    expect(rowsOf(module, "Sitemap : https://a.example/s # x\n", dialect.id)).toEqual([
      ["s", "1", "Sitemap", "https://a.example/s"],
    ]);
  });
  it("and of real files", () => {
    for (const { bytes } of realFiles(20)) expectOutline(module, bytes, dialects[0]!);
  });
  it("and refuses unknown dialects and lengths", () => {
    expect(module.outline(9, 0)).toBe(errors.INVALID_DIALECT);
    expect(module.outline(1, 2 ** 31)).toBe(errors.INVALID_LENGTH);
  });
});

const tokenOf = (module: Exports, header: string): string | number => {
  const length = module.product_token(write(module, header));
  return length < 0 ? length : new TextDecoder().decode(read(module, length));
};

describe.each(names)("%s: product_token", (name) => {
  const module = instantiate(name);
  it.each(headers)("$header: $token", ({ header, token }) =>
    expect(tokenOf(module, header)).toBe(token ?? errors["INVALID_AGENT"]),
  );

  it("as resolveAgent, for any header of a crawler that its table does not have", () => {
    const piece = fc.constantFrom(
      ..."Mozilla/5.0|Opera/9|chrome|SAMSUNG-SGH-E250/1.0|(compatible; |compatible;|;|(|)|/|,| |\t|like |x-like|http://a.example/|+https://b|(+http://c)|FooBot|Foo_Bot/1.0|foo.bot|1bot|-|User-Agent:|*|é".split(
        "|",
      ),
    );
    const property = fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const header = pieces.join("");
      let expected: string | number;
      try {
        expected = resolveAgent(header).tokens[0]!;
      } catch {
        expected = errors.INVALID_AGENT!;
      }
      expect(tokenOf(module, header)).toBe(expected);
    });
    fc.assert(property, { numRuns: 3000 });
  });
});

describe("resolveAgent", () => {
  it.each(headers)("$header: $token", ({ header, token }) => {
    if (token === null) expect(() => resolveAgent(header)).toThrow("expected a product token or a User-Agent header");
    else expect(resolveAgent(header).tokens).toEqual([token]);
  });
});
