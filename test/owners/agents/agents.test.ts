/** robots-wasm/agents: the table of crawlers, their fallbacks, and what a robots.txt says to each. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { parse } from "../../../bindings/index.ts";
import {
  type AgentPurpose,
  type AgentReport,
  agentChain,
  agentsFor,
  findAgent,
  habitsOf,
  headerAgents,
  type KnownAgent,
  knownAgents,
  operatorHabits,
  purposes,
  reportAgents,
} from "../../../bindings/owners/agents/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const everyRow = [...knownAgents, ...headerAgents];
const tokens = new Set(everyRow.map(({ token }) => token.toLowerCase()));

describe("the tables", () => {
  it("have 240 known crawlers or more, and each token once whatever its case", () => {
    expect(knownAgents.length).toBeGreaterThanOrEqual(240);
    expect(tokens.size).toBe(everyRow.length);
  });

  it("name both crawlers where two share a token", () =>
    expect(findAgent("Exabot")).toMatchObject({
      token: "ExaBot",
      operator: "Exa",
      note: expect.stringContaining("Exalead"),
    }));

  it.each(everyRow)("$token has a valid token, a purpose, a source and a date", (agent) => {
    expect(agent.token).toMatch(/^[\w.!-]+( [\w.!-]+)*$/);
    expect(purposes).toHaveProperty(agent.purpose);
    for (const purpose of agent.alsoFor) expect(purposes).toHaveProperty(purpose);
    expect(agent.operator).not.toBe("");
    expect(new URL(agent.source).protocol).toMatch(/^https?:$/);
    expect(new Date(agent.checked).toISOString().slice(0, 10)).toBe(agent.checked);
  });

  it.each(everyRow)("$token falls back to, and was renamed to, tokens that are rows", ({ fallback, status }) => {
    for (const token of fallback) expect(tokens).toContain(token.toLowerCase());
    const renamed = /^renamed to (.+)$/.exec(status)?.[1];
    if (renamed !== undefined) expect(tokens).toContain(renamed.toLowerCase());
    else expect(["active", "retired"]).toContain(status);
  });

  it("have notes of one or two plain sentences", () => {
    for (const { note = "X." } of everyRow) {
      expect(note).toMatch(/^[A-Zx].*\.$/);
      expect(note.length).toBeLessThan(160);
      expect(note).not.toMatch(/memory|snapshot|\btable\b|excerpt/);
    }
  });

  it("say how sure each row is: known ones by a page or by lists, the others by headers", () => {
    expect(new Set(knownAgents.map(({ confidence }) => confidence))).toEqual(new Set(["page", "listed"]));
    expect(new Set(headerAgents.map(({ confidence }) => confidence))).toEqual(new Set(["header"]));
  });

  it("read Google's crawlers, and X's, which follows Google's page, as google, the others by the standard", () => {
    for (const { operator, dialect, crawlDelay } of everyRow) {
      expect(dialect).toBe(operator === "Google" || operator === "X" ? "google" : "rfc9309");
      if (operator === "Google") expect(crawlDelay).toBe("ignored");
    }
  });

  it("has every purpose", () => {
    expect(new Set(knownAgents.map(({ purpose }) => purpose))).toEqual(new Set(Object.keys(purposes)));
  });
});

describe("agentsFor", () => {
  const named = (purpose: AgentPurpose) => agentsFor(purpose).map(({ token }) => token);

  it("training: crawlers, permissions and the archive that models are trained on", () =>
    expect(named("training")).toEqual(
      expect.arrayContaining(["GPTBot", "ClaudeBot", "CCBot", "Google-Extended", "Applebot-Extended"]),
    ));

  it("the purpose of a row counts first", () => {
    expect(named("archive")).toContain("CCBot");
    expect(named("permission")).toContain("Google-Extended");
    expect(named("search")).not.toContain("GPTBot");
  });

  it("misuse throws", () => expect(() => agentsFor("toString" as never)).toThrow("purpose: expected search, training"));
});

describe("operatorHabits", () => {
  it.each(operatorHabits)("$operator, $topic: $habit", ({ operator, habit, source, checked }) => {
    expect(knownAgents.map((one) => one.operator)).toContain(operator);
    expect(habit).toMatch(/^[A-Z].*\.$/);
    expect(new URL(source).protocol).toBe("https:");
    expect(new Date(checked).toISOString().slice(0, 10)).toBe(checked);
  });

  it("are found by crawler", () => {
    expect(habitsOf(findAgent("bingbot")!).map(({ topic }) => topic)).toContain("crawl-delay");
    expect(habitsOf(findAgent("Kagibot")!).map(({ topic }) => topic)).toEqual(["group"]);
    expect(habitsOf(findAgent("CensysInspect")!)).toEqual([]);
  });
});

describe("agentChain and findAgent", () => {
  itEach<[token: string, chain: string[]]>("agentChain and findAgent: %s: %j", (token, chain) =>
    expect(agentChain(token)).toEqual(chain),
  );

  it("say who ignores the group for * and who only permits", () => {
    for (const token of ["AdsBot-Google", "AdsBot-Google-Mobile", "Mediapartners-Google", "APIs-Google"])
      expect(findAgent(token)).toMatchObject({ ignoresStar: true });
    for (const token of ["Applebot-Extended", "Google-Extended"])
      expect(findAgent(token)).toMatchObject({ purpose: "permission" });
    expect(findAgent("UnknownBot")).toBeUndefined();
  });

  it.each(["bnf.fr_bot", "Feedly"])("the operator of %s says that it may ignore robots.txt", (token) =>
    expect(findAgent(token)).toMatchObject({ ignoresRobots: true, confidence: "page" }),
  );

  itEach<[token: string, crawlDelay: string]>(
    "the operator of %s documents that Crawl-delay is %s",
    (token, crawlDelay) => expect(findAgent(token)).toMatchObject({ crawlDelay, confidence: "page" }),
  );

  it.each([undefined, null, 1, ["GPTBot"]])("misuse throws: row %#", (token) =>
    expect(() => agentChain(token as never)).toThrow("token: expected a product token; got"),
  );
});

/** "access line group" for a crawler. */
function said(file: string, token: string, options = {}): string {
  const [{ access, rule, group }] = reportAgents(parse(file, options), [findAgent(token)!]) as [AgentReport];
  return [access, rule?.line ?? "-", group ?? "-"].join(" ");
}

describe("what a file says to a crawler: access, line, group", () => {
  itEach<[file: string, token: string, expected: string]>(
    "what a file says to a crawler: access, line, group: %j, %s: %s",
    (file, token, expected) => expect(said(file, token)).toBe(expected),
  );

  itEach<[title: string, rules: string, expected: Partial<AgentReport>]>(
    "partly only where some URL is refused, with that URL: %s",
    (_, rules, expected) => {
      const [report] = reportAgents(`User-agent: *\n${rules}\n`, ["GPTBot"]);
      expect({ example: undefined, ...report }).toMatchObject({ example: undefined, ...expected });
    },
  );

  it("partly without a path where the search for one is ended", () => {
    const allows = Array.from({ length: 40 }, (_, i) => `Allow: /*a*b${i}*c`).join("\n");
    const [report] = reportAgents(`User-agent: *\n${allows}\nDisallow: /*zz\nAllow: /*z\nAllow: /*zz*`, ["GPTBot"]);
    expect(report).toMatchObject({ access: "partly" });
    expect(report).not.toHaveProperty("example");
  });

  it("both verdicts for a crawler that ignores the groups for *", () => {
    const [report] = reportAgents("User-agent: *\nDisallow: /a\n", ["AdsBot-Google"]);
    expect(report).toMatchObject({
      access: "allowed",
      ignored: { access: "partly", example: "/a", group: "*", rule: { line: 2 } },
    });
    expect(report).not.toHaveProperty("rule");
  });

  it("a star is a plain character in the 1994 dialect", () => {
    expect(said("User-agent: *\nDisallow: *\n", "GPTBot", { dialect: "original1994" })).toBe("allowed - *");
    expect(said("User-agent: *\nDisallow: /\n", "GPTBot", { dialect: "original1994" })).toBe("refused 2 *");
  });

  it.each(dialects.map(({ name }) => name))("refused and allowed agree with the verdicts in %s", (dialect) => {
    const patterns = ["/", "/a", "*", "", "/*", "/b/c"];
    for (const first of patterns)
      for (const second of patterns) {
        const robots = parse(`User-agent: *\nDisallow: ${first}\nAllow: ${second}\n`, { dialect });
        const [{ access }] = reportAgents(robots, [findAgent("GPTBot")!]) as [AgentReport];
        const verdicts = ["/", "/x", "/a", "/b/c"].map((url) => robots.isAllowed(url, "GPTBot"));
        if (access === "allowed") expect(verdicts).not.toContain(false);
        if (access === "refused") expect(verdicts).not.toContain(true);
      }
  });

  it("a body is read in the dialect that the operator documents, the result of parse in its own", () => {
    const file = "User-agent: *\nDisalow: /\n";
    const accesses = (robots: Parameters<typeof reportAgents>[0]) =>
      reportAgents(robots, ["Googlebot", "GPTBot"]).map(({ access }) => access);
    expect(accesses(file)).toEqual(["refused", "allowed"]);
    expect(accesses(new TextEncoder().encode(file))).toEqual(["refused", "allowed"]);
    expect(accesses(parse(file))).toEqual(["allowed", "allowed"]);
    expect(accesses(parse(file, { dialect: "google" }))).toEqual(["refused", "refused"]);
  });

  it("typed names, headers, and rows of the caller", () => {
    const file = "User-agent: Googlebot\nDisallow: /\n";
    const header = "Mozilla/5.0 (compatible; Googlebot-Image/1.0)";
    const rows = ["Nobody", "Googlebot-News/2.1", header, { token: "OurBot", operator: "Us", fallback: ["Googlebot"] }];
    const said = reportAgents(file, rows).map(({ token, operator, access }) => [token, operator, access].join(" "));
    expect(said).toEqual([
      "Nobody  allowed",
      "Googlebot-News Google refused",
      "Googlebot-Image Google refused",
      "OurBot Us refused",
    ]);
  });

  it("the whole table, for any file", () => {
    const reports = reportAgents(parse("User-agent: *\nDisallow: /\n"));
    expect(reports.map(({ token }) => token)).toEqual(knownAgents.map(({ token }) => token));
  });

  it("misuse throws", () => {
    expect(() => reportAgents(1 as never)).toThrow("robots: expected the result of parse, or the body of a robots.txt");
    expect(() => reportAgents("", "GPTBot" as never)).toThrow("agents: expected an array; got");
    expect(() => reportAgents("", [{ token: 1 } as never])).toThrow("agents[0].token: expected a product token; got");
  });
});

describe("a report selects groups as agent() does", () => {
  const files = [
    "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /a\n",
    "User-agent: GPTBot\nDisallow: /a\nUser-agent: *\nDisallow: /\nUser-agent: gptbot/2.0\nAllow: /\n",
    "User-agent: GPT\nUser-agent: Applebot\n\nUser-agent: * all\nAllow: /a\nDisallow: /\n",
    "User-agent: Googlebot\n\nDisallow: /\n\nUser-agent: *\nDisallow:\n",
  ];
  it.each(dialects.map(({ name }) => name))("%s", (dialect) => {
    for (const robots of files.map((file) => parse(file, { dialect })))
      for (const { token, group, ignoresStar } of reportAgents(robots)) {
        const rules = robots.agent(agentChain(token));
        expect([token, group]).toEqual([token, ignoresStar && !rules.isNamed ? undefined : rules.explain("/").agent]);
      }
  });

  it("a row that the caller made has a fallback of its own", () => {
    const [googlebot] = knownAgents as [KnownAgent];
    const own = { ...googlebot, token: "OwnBot", fallback: ["ParentBot"] };
    const [{ access }] = reportAgents(parse("User-agent: ParentBot\nDisallow: /\n"), [own]) as [AgentReport];
    expect(access).toBe("refused");
  });

  it("a token that no crawler can have throws", () => {
    const row = { ...knownAgents[0]!, token: "Mozilla/5.0 (compatible; GPTBot/1.0)" };
    expect(() => reportAgents(parse(""), [row])).toThrow("agents[0].token: expected a product token");
  });
});

describe("the delay of each crawler", () => {
  const file = "User-agent: *\nCrawl-delay: 5\nDisallow: /a\n\nUser-agent: bingbot\nCrawl-delay: 1.5\nDisallow: /b\n";
  const delayOf = (name: string): number | undefined => reportAgents(file, [name])[0]!.delaySeconds;

  it.each([
    ["bingbot", 1.5],
    ["GPTBot", 5],
    // The row says that it ignores Crawl-delay.
    ["Googlebot", 5],
    // Ignores the groups for *.
    ["AdsBot-Google", undefined],
  ])("%s: %j seconds", (name, seconds) => expect(delayOf(name)).toBe(seconds));

  it("is absent without a line", () =>
    expect(reportAgents("User-agent: *\nDisallow: /\n", ["bingbot"])[0]).not.toHaveProperty("delaySeconds"));
});
