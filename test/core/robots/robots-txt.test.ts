/** The door: options and what misuse says, groups and fields as people see them, remembered agents. */
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { type ParseOptions, parse } from "../../../bindings/index.ts";
import { withEngine } from "../../support/engines.ts";

describe("groups", () => {
  const file = [
    "Host: h.example",
    "Disallow: /nobody",
    "User-agent: a/1.0",
    "Crawl-Delay: 5",
    "User-agent: é",
    "Disallow: /1*$ # c",
    "Sitemap: http://h/s",
    "",
    "Allow:",
    "Noindex: /2",
    "User-agent: *",
  ].join("\n");

  it("hold agents, rules and fields with their lines, as the file spells them", () => {
    const robots = parse(file);
    expect(robots.groups).toEqual([
      {
        agents: ["a/1.0", "é"],
        line: 3,
        rules: [
          { directive: "disallow", pattern: "/1*$", line: 6 },
          { directive: "allow", pattern: "", line: 9 },
        ],
        fields: [
          { key: "crawl-delay", value: "5", line: 4 },
          { key: "noindex", value: "/2", line: 10 },
        ],
      },
      { agents: ["*"], line: 11, rules: [], fields: [] },
    ]);
    expect(robots.fields).toEqual([{ key: "host", value: "h.example", line: 1 }]);
  });

  it("end at an empty line in 1994 and 1996", () => {
    for (const dialect of ["koster1996", "original1994"] as const) {
      const robots = parse("User-agent: a\nDisallow: /1\n\nDisallow: /2\nk: v\nUser-agent: b", { dialect });
      expect(robots.groups.map(({ agents, rules }) => [agents, rules.map(({ line }) => line)])).toEqual([
        [["a"], [2]],
        [["b"], []],
      ]);
      expect(robots.fields).toEqual([{ key: "k", value: "v", line: 5 }]);
    }
  });

  it("stand beside sitemaps, which are found behind text beyond ASCII, before and after rules are compiled", () => {
    for (const body of [`# \u00e9\u{1f600}\n${file}`, new TextEncoder().encode(`# \u00e9\n${file}`)]) {
      const robots = parse(body);
      robots.agent("a");
      expect([robots.sitemaps, parse(body).sitemaps]).toEqual([["http://h/s"], ["http://h/s"]]);
    }
  });

  it("are created once", () => {
    const robots = parse(file);
    expect(robots.groups).toBe(robots.groups);
    expect(robots.sitemaps).toBe(robots.sitemaps);
  });

  it("are frozen", () => {
    const robots = parse("User-agent: *\nDisallow: /1\nNoindex: /n\nSitemap: https://h.example/s\n");
    const [group] = robots.groups;
    const shared = [robots.sitemaps, robots.groups, robots.fields, group!.agents, group!.rules, group!.fields];
    for (const list of shared) expect(() => (list as unknown[]).push("/")).toThrow(TypeError);
    for (const one of [group, group!.rules[0], group!.fields[0]]) expect(Object.isFrozen(one)).toBe(true);
    expect([robots.noindex.length, robots.sitemaps.length]).toEqual([1, 1]);
  });

  it("show U+FFFD for bytes that are not UTF-8", () => {
    const bytes = Uint8Array.of(...new TextEncoder().encode("User-agent: *\nDisallow: /"), 0xff);
    expect(parse(bytes).groups[0]!.rules[0]!.pattern).toBe("/\ufffd");
  });
});

describe("options", () => {
  it.each(dialects)("$name", ({ name }) => expect(parse("", { dialect: name }).dialect).toBe(name));
  it("rfc9309 by default", () => expect(parse("").dialect).toBe("rfc9309"));
  it("truncated tells of the limit", () => {
    const rest = "x: y\n".repeat(102_400);
    expect(parse(rest).truncated).toBe(false);
    expect(parse(`${rest}User-agent: *\nDisallow: /`).truncated).toBe(true);
    expect(parse(`${rest}User-agent: *\nDisallow: /`).isAllowed("/a", "a")).toBe(true);
    expect(parse(`${rest}User-agent: *\nDisallow: /`, { maxBytes: 600_000 }).isAllowed("/a", "a")).toBe(false);
  });
  it("the line at the limit is dropped, not obeyed as a broader rule", () => {
    const kept = `User-agent: *\n#${"x".repeat(511_973)}\nDisallow: /`;
    const file = `${kept}private`;
    expect(kept.length).toBe(512_000);
    expect(parse(file).isAllowed("/public", "a")).toBe(true);
    expect(parse(file, { maxBytes: 600_000 }).isAllowed("/private", "a")).toBe(false);
  });
});

describe("misuse throws and says what was expected and what was given", () => {
  it.each([undefined, null, 42, {}, [], new ArrayBuffer(2), new Uint16Array(2)])("body of row %#", (body) => {
    expect(() => parse(body as unknown as string)).toThrow(/^body: expected a string or a Uint8Array; got /);
  });
  it.each([0, 511_999, -1, 600_000.5, Number.NaN, Infinity, 2 ** 26 + 1, "600000", null])("maxBytes %o", (maxBytes) => {
    const options = { maxBytes } as unknown as ParseOptions;
    expect(() => parse("", options)).toThrow(RangeError);
    expect(() => parse("", options)).toThrow(/^maxBytes: expected an integer from 512000 to 67108864; got /);
  });
  it.each(["RFC9309", "", "toString", 1, null])("dialect %o", (dialect) => {
    expect(() => parse("", { dialect } as unknown as ParseOptions)).toThrow(RangeError);
  });
  it.each([
    [undefined, "undefined"],
    [null, "null"],
    [42, "number"],
    [1n, "bigint"],
    [Symbol("a"), "symbol"],
    [{ length: 1 }, "object"],
    [[], "an empty list"],
    [["a", undefined], "a list that holds undefined"],
    [["a", 1n], "a list that holds bigint"],
  ])("agent of row %#", (agent, got) => {
    const message = `agent: expected a product token or a non-empty list of them; got ${got}`;
    const error = expect.objectContaining({ name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message });
    expect(() => parse("").agent(agent as unknown as string)).toThrow(error);
    expect(() => parse("").isAllowed("/", agent as unknown as string)).toThrow(error);
  });
});

describe("covers tells which URLs the file governs (RFC 9309 §2.3)", () => {
  it.each<[file: string, url: string | URL, isCovered: boolean]>([
    ["https://a.example/robots.txt", "https://a.example/x?y", true],
    ["https://a.example/robots.txt", new URL("https://a.example/"), true],
    ["https://a.example/robots.txt", "HTTPS://A.EXAMPLE:443/x", true],
    ["https://a.example:443/robots.txt", "https://a.example/x", true],
    ["https://a.example/robots.txt", "http://a.example/x", false],
    ["https://a.example/robots.txt", "https://a.example:444/x", false],
    ["https://a.example/robots.txt", "https://b.a.example/x", false],
    ["https://a.example/x/robots.txt", "https://a.example/x", false],
    ["https://a.example/Robots.txt", "https://a.example/x", false],
    ["ftp://a.example/robots.txt", "ftp://a.example/x", true],
  ])("a file at %s, of %s: %s", (file, url, isCovered) => expect(parse("", { url: file }).covers(url)).toBe(isCovered));

  it("and throws without the URL of the file", () =>
    expect(() => parse("").covers("https://a.example/")).toThrow(
      expect.objectContaining({
        name: "TypeError",
        code: "ERR_INVALID_ARG_VALUE",
        message: "covers: expected the URL of the file as an option of parse(body, { url }); got none",
      }),
    ));
});

it("JSON and console.log show the dialect, agents with the number of their rules, and sitemaps", () => {
  const file = "User-agent: a\nUser-agent: b\nAllow: /\nDisallow: /x\nUser-agent: *\nSitemap: https://h.example/s\n";
  expect(JSON.parse(JSON.stringify(parse(file, { dialect: "google" })))).toEqual({
    dialect: "google",
    groups: [
      { agents: ["a", "b"], ruleCount: 2 },
      { agents: ["*"], ruleCount: 0 },
    ],
    sitemaps: ["https://h.example/s"],
  });
  expect(inspect(parse(""))).toBe('RobotsTxt {"dialect":"rfc9309","groups":[],"sitemaps":[]}');
});

describe("isAllowed with several agents", () => {
  const agents = Array.from({ length: 40 }, (_, i) => `bot${i}`);
  const robots = parse(agents.map((agent, i) => `User-agent: ${agent}\nDisallow: /${i}/\n`).join(""));

  it("decides correctly for more agents than it caches", () => {
    for (let turn = 0; turn < 3; turn++) {
      for (const [i, agent] of agents.entries()) {
        expect(robots.isAllowed(`/${i}/`, agent)).toBe(false);
        expect(robots.isAllowed(`/${i + 1}/`, [agent])).toBe(true);
        expect(robots.isAllowed(`/${i}/`, ["nobody", agent])).toBe(false);
      }
    }
  });

  it("refuses text that cannot be a token, also behind one that passed, and shows 200 characters of it", () => {
    const header = `Bot (${"x".repeat(300)}`;
    const message = `agent: expected a product token such as "ExampleBot"; resolveAgent of robots-wasm/agents finds it in a User-Agent header; got "${header.slice(0, 200)}"`;
    expect(robots.isAllowed("/1/", "bot1")).toBe(false);
    for (const agent of [header, ["bot1", header], [header, "bot1"]])
      for (const ask of [() => robots.isAllowed("/1/", agent), () => robots.agent(agent)])
        expect(ask).toThrow(expect.objectContaining({ name: "RangeError", code: "ERR_INVALID_ARG_VALUE", message }));
    for (const agent of ["", " ", "\0\t", "a;b", "a://b"]) expect(() => robots.agent(agent)).toThrow(RangeError);
    expect(robots.isAllowed("/1/", "bot1")).toBe(false);
  });

  it("distinguishes a list from a string with the same JSON", () => {
    expect(robots.isAllowed("/1/", ["bot1"])).toBe(false);
    expect(robots.isAllowed("/1/", '["bot1"]')).toBe(true);
    expect(robots.isAllowed("/1/", ["bot1"])).toBe(false);
  });

  it("distinguishes two lists that read alike when they are joined", () => {
    expect(robots.isAllowed("/1/", ["nobody", "bot1"])).toBe(false);
    expect(robots.isAllowed("/1/", ["nobody,bot1"])).toBe(true);
  });

  it("compiles once for one agent asked for again and again", () => {
    const compile = vi.spyOn(fallback, "compile");
    withEngine(fallback, () => {
      const again = parse("User-agent: *\nDisallow: /a");
      for (let i = 0; i < 20; i++) again.isAllowed("/a", "x");
      for (let i = 0; i < 20; i++) again.isAllowed("/a", ["x", "y"]);
    });
    expect(compile).toHaveBeenCalledTimes(2);
  });
});

describe("fields of the whole file", () => {
  it("are read anywhere in the file", () => {
    const robots = parse(
      "Host: a.example\nUser-agent: *\nNoindex: /x\nClean-param: ref /a\n\nUser-agent: y\nHost: B.example\n",
    );
    expect(robots.host).toBe("b.example");
    expect(robots.noindex).toEqual([{ pattern: "/x", line: 3 }]);
    expect(robots.cleanParams).toMatchObject([{ line: 4 }]);
  });
  it("are in the order of the file, also behind groups that an empty line has ended", () => {
    const lines = ["Noindex: /1\nHost: a.example", "User-agent: x\nNoindex: /4\nHost: b.example", "", "Noindex: /7"];
    const rest = ["Clean-param: p", "User-agent: y\nNoindex: /10", "", "Host: c.example"];
    const robots = parse([...lines, ...rest].join("\n"), { dialect: "koster1996" });
    expect(robots.noindex.map(({ line }) => line)).toEqual([1, 4, 7, 10]);
    expect([robots.host, robots.cleanParams.map(({ line }) => line)]).toEqual(["c.example", [8]]);
    expect(parse([...rest.slice(2), ...lines].join("\n"), { dialect: "koster1996" }).host).toBe("b.example");
  });
  it("are absent if the file has none", () => {
    const robots = parse("Host: ://\nNoindex: x\n");
    expect([robots.host, robots.noindex, robots.cleanParams]).toEqual([undefined, [], []]);
  });
});
