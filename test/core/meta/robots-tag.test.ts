/** Robots-Tag (draft-illyes-repext-03): a structured field list of agents with directives as parameters. */

import * as structuredHeaders from "structured-headers";
import { describe, expect, it } from "vitest";
import { parseRobotsTag, resolveRobots } from "../../../bindings/core/meta/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const NOW = Date.UTC(2026, 0, 1);
const read = async (header: string | string[]): Promise<{ said: string[]; warnings: string[] }> => {
  const { directives, warnings } = parseRobotsTag(header, { structuredHeaders, now: NOW });
  const shown = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
  return {
    said: directives.map(
      ({ agent, name, value }) => `${agent} ${name}${value === undefined ? "" : `=${shown(value)}`}`,
    ),
    warnings: warnings.map(({ code }) => code),
  };
};

describe("lists", () => {
  itEach<[header: string, ...said: string[]]>("lists: %s", async (header, ...said) =>
    expect(await read(header)).toEqual({ said, warnings: [] }),
  );

  it("several field lines are one list", async () =>
    expect((await read(["*;noindex", "a;nofollow"])).said).toEqual(["robots noindex", "a nofollow"]));

  it("Headers are accepted", async () => {
    const { directives } = parseRobotsTag(new Headers({ "robots-tag": "*;noindex" }), { structuredHeaders });
    expect(directives.map(({ name }) => name)).toEqual(["noindex"]);
  });

  it("directives for the agent and for all crawlers both apply", async () => {
    const { directives } = parseRobotsTag("*;nosnippet, ExampleBot;noindex", { structuredHeaders });
    expect(resolveRobots(directives, { agent: "ExampleBot" })).toMatchObject({ index: false, snippet: false });
    expect(resolveRobots(directives, { agent: "OtherBot" })).toMatchObject({ index: true, snippet: false });
  });

  it("8 KiB are read", async () => {
    const header = `${"a;noindex, ".repeat(800)}ExampleBot;nofollow`;
    expect((await read(header)).said).toEqual(["a noindex", "examplebot nofollow"]);
  });
});

describe("what is ignored with a warning", () => {
  it.each<[header: string, warning: string, ...said: string[]]>([
    ["*;noindex,", "invalid-field"],
    ["noindex: *", "invalid-field"],
    ["*;NoIndex", "invalid-field"],
    [`*;noindex, ${"a".repeat(70_000)}`, "invalid-field"],
    ['"ExampleBot";noindex, *;nofollow', "invalid-agent", "robots nofollow"],
    ["(a b);noindex, *;nofollow", "invalid-agent", "robots nofollow"],
    ["*;noindexx;nofollow", "unknown-directive", "robots nofollow"],
    ["*;max-snippet=abc;nofollow", "invalid-value", "robots nofollow"],
    ["*;max-snippet;nofollow", "missing-value", "robots nofollow"],
    ["*;noindex=5", "unexpected-value", "robots noindex"],
  ])("$0", async (header, warning, ...said) => expect(await read(header)).toEqual({ said, warnings: [warning] }));
});

it("any text is parsed without a throw", async () => {
  const piece = fc.constantFrom(
    ...'*|a|;|,| |=|(|)|"|?1|@5|:YQ==:|%"é"|noindex|max-snippet|unavailable_after|\0'.split("|"),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      ),
      async (header) => {
        resolveRobots(parseRobotsTag(header, { structuredHeaders }).directives, { agent: "a" });
      },
    ),
  );
});
