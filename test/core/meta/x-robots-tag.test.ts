/** X-Robots-Tag: agents, several field lines, and lines joined by commas (RFC 9110 §5.3). */
import { describe, expect, it } from "vitest";
import { type HeaderOptions, type HeaderSource, parseXRobotsTag } from "../../../bindings/core/meta/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** "agent/name" for each directive, and the codes of the warnings. */
function read(header: HeaderSource, options: HeaderOptions = {}): { said: string[]; warnings: string[] } {
  const { directives, warnings } = parseXRobotsTag(header, options);
  return {
    said: directives.map(({ agent, name, value }) => `${agent}/${name}${value === undefined ? "" : `=${value}`}`),
    warnings: warnings.map(({ code }) => code),
  };
}

itEach<[header: string, ...said: string[]]>(
  "one field line: the text before the first colon is the agent, unless it names a directive: %j",
  (header, ...said) => expect(read(header)).toEqual({ said, warnings: [] }),
);

itEach<[header: HeaderSource, ...said: string[]]>(
  "a field line may begin with its name (RFC 9110 §5): %j",
  (header, ...said) => expect(read(header)).toEqual({ said, warnings: [] }),
);

describe("an agent after a comma is a joined field line, with a warning", () => {
  itEach<[header: string, ...said: string[]]>(
    "an agent after a comma is a joined field line, with a warning: %j",
    (header, ...said) => expect(read(header)).toEqual({ said, warnings: ["agent-after-comma"] }),
  );

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

itEach<[header: HeaderSource, said: string[], warnings: string[]]>(
  "strict: agents at the start of a field line only: %j",
  (header, said, warnings) => expect(read(header, { strict: true })).toEqual({ said, warnings }),
);

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
