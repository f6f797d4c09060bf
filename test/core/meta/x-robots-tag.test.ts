/** X-Robots-Tag: agents, several field lines, and lines joined by commas (RFC 9110 §5.3). */
import { describe, expect, it } from "vitest";
import { type HeaderOptions, type HeaderSource, parseXRobotsTag } from "../../../bindings/core/meta/index.ts";

/** "agent/name" for each directive, and the codes of the warnings. */
function read(header: HeaderSource, options: HeaderOptions = {}): { said: string[]; warnings: string[] } {
  const { directives, warnings } = parseXRobotsTag(header, options);
  return {
    said: directives.map(({ agent, name, value }) => `${agent}/${name}${value === undefined ? "" : `=${value}`}`),
    warnings: warnings.map(({ code }) => code),
  };
}

describe("one field line: the text before the first colon is the agent, unless it names a directive", () => {
  it.each<[header: string, ...said: string[]]>([
    ["noindex", "robots/noindex"],
    ["noindex, nofollow", "robots/noindex", "robots/nofollow"],
    ["googlebot: noindex", "googlebot/noindex"],
    ["GoogleBot : noindex , nofollow", "googlebot/noindex", "googlebot/nofollow"],
    ["otherbot: noindex, nofollow", "otherbot/noindex", "otherbot/nofollow"],
    ["robots: noindex", "robots/noindex"],
    ["*: noindex", "robots/noindex"],
    ["max-snippet: 20", "robots/max-snippet=20"],
    ["MAX-SNIPPET: 20, noindex", "robots/max-snippet=20", "robots/noindex"],
    ["googlebot: max-snippet: 20", "googlebot/max-snippet=20"],
    ["googlebot:max-image-preview:none", "googlebot/max-image-preview=none"],
    ["googlebot:", ...[]],
    ["googlebot:, noindex", "googlebot/noindex"],
  ])("%j", (header, ...said) => expect(read(header)).toEqual({ said, warnings: [] }));
});

describe("a field line may begin with its name (RFC 9110 §5)", () => {
  it.each<[header: HeaderSource, ...said: string[]]>([
    ["X-Robots-Tag: noindex", "robots/noindex"],
    ["X-Robots-Tag: noindex\r\nx-robots-tag: googlebot: nofollow", "robots/noindex", "googlebot/nofollow"],
    ["x-robots-tag:noindex, nofollow", "robots/noindex", "robots/nofollow"],
    [["X-Robots-Tag: noindex", "X-ROBOTS-TAG : googlebot: nofollow"], "robots/noindex", "googlebot/nofollow"],
    ["X-Robots-Tag: max-snippet: 5", "robots/max-snippet=5"],
    ["x-robots-tagger: noindex", "x-robots-tagger/noindex"],
  ])("%j", (header, ...said) => expect(read(header)).toEqual({ said, warnings: [] }));
});

describe("an agent after a comma is a joined field line, with a warning", () => {
  it.each<[header: string, ...said: string[]]>([
    ["noindex, googlebot: nofollow", "robots/noindex", "googlebot/nofollow"],
    ["BadBot: noindex, googlebot: nofollow", "badbot/noindex", "googlebot/nofollow"],
    ["BadBot: noindex, googlebot: nofollow, nosnippet", "badbot/noindex", "googlebot/nofollow", "googlebot/nosnippet"],
    ["noindex, googlebot: max-snippet: 5", "robots/noindex", "googlebot/max-snippet=5"],
    ["googlebot: noindex, robots: nofollow", "googlebot/noindex", "robots/nofollow"],
  ])("%j", (header, ...said) => expect(read(header)).toEqual({ said, warnings: ["agent-after-comma"] }));

  it("text before a colon without a directive after it is not an agent", () => {
    expect(read("noindex, foo: bar, nofollow")).toEqual({
      said: ["robots/noindex", "robots/nofollow"],
      warnings: ["unknown-directive"],
    });
  });

  it("directives after an invalid agent do not apply to other crawlers", () => {
    expect(read("Mozilla/5.0 (compatible): noindex")).toEqual({
      said: ["mozilla/5.0 (compatible)/noindex"],
      warnings: ["invalid-agent"],
    });
  });
});

describe("strict: agents at the start of a field line only", () => {
  it.each<[header: HeaderSource, said: string[], warnings: string[]]>([
    ["googlebot: noindex, nofollow", ["googlebot/noindex", "googlebot/nofollow"], []],
    ["noindex, googlebot: nofollow, nosnippet", ["robots/noindex", "robots/nosnippet"], ["agent-after-comma"]],
    [["noindex", "googlebot: nofollow"], ["robots/noindex", "googlebot/nofollow"], []],
  ])("%j", (header, said, warnings) => expect(read(header, { strict: true })).toEqual({ said, warnings }));
});

describe("sources of the value", () => {
  it.each<[what: string, header: HeaderSource, said: string[]]>([
    ["no such header", null, []],
    ["no such header", undefined, []],
    ["no field lines", [], []],
    ["several field lines", ["googlebot: noindex", "nofollow"], ["googlebot/noindex", "robots/nofollow"]],
    ["Headers", new Headers({ "X-Robots-Tag": "noindex" }), ["robots/noindex"]],
    ["Headers without it", new Headers(), []],
    [
      "Headers that joined two lines",
      headers("noindex", "googlebot: nofollow"),
      ["robots/noindex", "googlebot/nofollow"],
    ],
  ])("%s", (_, header, said) => expect(read(header).said).toEqual(said));

  it("RFC 850 dates survive the joining by Headers", () => {
    const joined = headers("unavailable_after: Friday, 25-Jun-10 15:00:00 PST", "googlebot: noindex, nofollow");
    const { directives } = parseXRobotsTag(joined, { now: Date.UTC(2026, 0) });
    expect(directives.map(({ agent, name }) => [agent, name])).toEqual([
      ["robots", "unavailable_after"],
      ["googlebot", "noindex"],
      ["googlebot", "nofollow"],
    ]);
    expect(directives[0]!.value).toEqual(new Date("2010-06-25T23:00:00Z"));
  });
});

function headers(...lines: string[]): Headers {
  const result = new Headers();
  for (const line of lines) result.append("x-robots-tag", line);
  return result;
}
