/** The typed fields of `AgentRules`: those of the group that applies, before and after saving. */
import { describe, expect, it } from "vitest";
import { AgentRules, parse, usageOf } from "../../../../bindings/index.ts";

const robots = parse(`User-agent: FooBot
Crawl-delay: 1.5
Request-rate: 1/10s
Request-rate: 1/60s 0800-1800
Visit-time: 2200-0300
Clean-param: sid&ref /shop
Content-Signal: search=yes, ai-train=no
Content-Usage: train-ai=n
Disallow: /private

User-agent: *
Crawl-delay: 9
`);

describe.each([
  ["parsed", robots.agent("FooBot")],
  ["saved", AgentRules.fromBytes(robots.agent("FooBot").toBytes())],
])("%s", (_, rules) => {
  it("returns each field with its type", () => {
    expect(rules.crawlDelay).toBe(1.5);
    expect(rules.requestRate).toEqual({ requests: 1, seconds: 10 });
    expect(rules.requestRates).toHaveLength(2);
    expect(rules.visitTime).toMatchObject({ fromMinute: 1320, toMinute: 180 });
    expect(rules.cleanParams).toEqual([{ params: ["sid", "ref"], path: "/shop", line: 6 }]);
    expect(rules.contentSignals).toMatchObject([{ uses: { search: true, "ai-train": false }, line: 7 }]);
    expect(rules.contentUsage).toMatchObject([{ uses: { "train-ai": false }, line: 8 }]);
  });

  it("returns how a URL may be used, and which line says so", () => {
    expect(usageOf(rules.fields, "/a", "train-ai")).toMatchObject({ allowed: false, line: 8 });
    expect(usageOf(rules.fields, "/a", "search")).toMatchObject({ allowed: true, line: 7 });
  });
});

it("a group for the agent does not inherit fields from the group for *", () => {
  const own = parse("User-agent: x\nDisallow: /\n\nUser-agent: *\nCrawl-delay: 9").agent("x");
  expect(own.crawlDelay).toBeUndefined();
  expect(robots.agent("Other").crawlDelay).toBe(9);
});
