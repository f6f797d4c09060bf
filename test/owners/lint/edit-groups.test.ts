/** addGroups and removeAgents: no verdict of a crawler that they do not name changes (RFC 9309 §2.2.1). */

import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { addGroups, type GroupSource, removeAgents } from "../../../bindings/owners/lint/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const gptBot: GroupSource = { agents: "GPTBot", disallow: "/" };
const everyone: GroupSource = { agents: "*", disallow: "/search" };

const added = (body: string, group: GroupSource): string => decoder.decode(addGroups(body, [group]).body);

describe("a group is added", () => {
  itEach<[title: string, body: string, result: string, line: number]>(
    "a group is added: %s",
    (_, body, result, line) => {
      expect(added(body, gptBot)).toBe(result);
      expect(addGroups(body, [gptBot]).line).toBe(line);
    },
  );

  it("for crawlers without a group, and no others", () => {
    const body = "User-agent: bingbot\nCrawl-delay: 5\n";
    const robots = parse(added(body, everyone));
    expect(robots.isAllowed("/search", "ExampleBot")).toBe(false);
    expect(robots.isAllowed("/search", "bingbot")).toBe(true);
  });
});

describe("nothing is written", () => {
  // Google reads `Useragent`, and other readers take the rules below it for rules without a group.
  const misspelt = "Useragent: a\nDisallow: /a\n\nUser-agent: b\n";
  it.each<[title: string, body: string | Uint8Array, problem: RegExp]>([
    ["into a file of 500 KiB", `# ${"x".repeat(511_980)}\nUser-agent: *\n`, /more than 512000 bytes/],
    ["into a UTF-16 file", new Uint8Array([0xff, 0xfe, 85, 0]), /UTF-16/],
    ["into a page of HTML", "<!doctype html><p>", /HTML/],
    ["where every place changes other crawlers", misspelt, /every place/],
  ])("%s", (_, body, problem) => {
    const result = addGroups(body, [gptBot]);
    expect(result.problem).toMatch(problem);
    expect(result.line).toBeUndefined();
    expect(decoder.decode(result.body)).toBe(typeof body === "string" ? body : decoder.decode(body));
  });
});

describe("crawlers are taken out", () => {
  itEach<[title: string, body: string, result: string]>("crawlers are taken out: %s", (_, body, result) => {
    expect(decoder.decode(removeAgents(body, ["GPTBot"]).body)).toBe(result);
  });

  it.each(["User-agent: a", "User-agent: a\nCrawl-delay: soon", "User-agent: a\nRequest-rate: 1/5"])(
    "unless a crawler of the group takes their delay (%j)",
    (agent) => {
      const body = `User-agent: GPTBot\nCrawl-delay: 5\n${agent}\nDisallow: /\n`;
      expect(parse(body).agent("a").crawlDelay).toBe(5);
      expect(removeAgents(body, ["GPTBot"]).problem).toMatch(/other crawlers/);
    },
  );

  it("unless a field of the group would go with them", () => {
    const body =
      "User-agent: b\nDisallow: /b\nUser-agent: GPTBot\nContent-Signal: search=no\nUser-agent: a\nDisallow: /\n";
    expect(removeAgents(body, ["GPTBot"]).problem).toMatch(/other crawlers/);
  });
});
