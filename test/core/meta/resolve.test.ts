/** All directives of a page combined for one crawler: the more restrictive wins; dates are compared with a given clock. */

import { describe, expect, it } from "vitest";
import {
  type Directive,
  type MetaProfileName,
  parseRobotsMeta,
  parseXRobotsTag,
  type ResolveOptions,
  type RobotsPolicy,
  resolveRobots,
} from "../../../bindings/core/meta/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const NOW = Date.UTC(2026, 0, 1);

/** Sources written as `robots meta`, `googlebot| meta for googlebot` or `> header`. */
function directivesOf(...sources: string[]): Directive[] {
  return sources.flatMap((source) => {
    if (source.startsWith(">")) return parseXRobotsTag(source.slice(1), { now: NOW }).directives;
    const [content, name = "robots"] = source.split("|").reverse();
    return parseRobotsMeta(content!, { name, now: NOW }).directives;
  });
}

const resolve = (sources: string[], options: ResolveOptions = {}): RobotsPolicy =>
  resolveRobots(directivesOf(...sources), { agent: "Googlebot", now: NOW, ...options });

/** The values that differ from the default policy. */
function changes({ reasons, warnings, ...policy }: RobotsPolicy): Record<string, unknown> {
  const { reasons: _, warnings: none, ...open } = resolveRobots([], { now: NOW });
  expect(none).toEqual([]);
  const defaults = open as Record<string, unknown>;
  return Object.fromEntries(Object.entries(policy).filter(([key, value]) => defaults[key] !== value));
}

it("without directives, nothing is restricted", () => {
  expect(resolveRobots([], { agent: "AnyBot", now: NOW })).toEqual({
    index: true,
    follow: true,
    snippet: true,
    archive: true,
    translate: true,
    imageIndex: true,
    sitelinksSearchBox: true,
    aiAnswers: "full",
    aiTraining: "full",
    imageAiTraining: true,
    indexIfEmbedded: false,
    expired: false,
    reasons: {},
    warnings: [],
  });
});

itEach<[content: string, changes: Record<string, unknown>]>("what each directive means: %s", (content, expected) => {
  expect(changes(resolve([content]))).toEqual(expected);
  expect(changes(resolve([`>${content}`]))).toEqual(expected);
});

itEach<[sources: string[], changes: Record<string, unknown>]>(
  "all directives apply, and the more restrictive one wins: %j",
  (sources, expected) => expect(changes(resolve(sources))).toEqual(expected),
);

describe("directives for a crawler add to those for all crawlers", () => {
  it.each<[sources: string[], agent: string | string[] | undefined, changes: Record<string, unknown>]>([
    [[">otherbot: noindex, nofollow"], "Googlebot", {}],
    [["noindex", "googlebot|nofollow"], "Googlebot", { index: false, follow: false }],
    [["nofollow", "googlebot|noindex"], "googlebot", { index: false, follow: false }],
    [["nofollow", "googlebot|noindex"], "Bingbot", { follow: false }],
    [["nofollow", "googlebot|noindex"], undefined, { follow: false }],
    [["googlebot-news|noindex"], "Googlebot", {}],
    [
      ["googlebot-news|noindex", "googlebot|nofollow"],
      ["Googlebot-News", "Googlebot"],
      { index: false, follow: false },
    ],
    [[">noindex, GOOGLEBOT: nofollow"], "Googlebot", { index: false, follow: false }],
    [["googlebot|index"], "Googlebot", {}],
    [["noindex", "googlebot|index"], "Googlebot", { index: false }],
  ])("%j, row %#", (sources, agent, expected) => {
    const options = agent === undefined ? { now: NOW } : { agent, now: NOW };
    expect(changes(resolveRobots(directivesOf(...sources), options))).toEqual(expected);
  });
});

describe("profiles of engines", () => {
  itEach<[profile: MetaProfileName, content: string, changes: Record<string, unknown>]>(
    "profiles of engines: %s: %s",
    (profile, content, expected) => expect(changes(resolve([content], { profile }))).toEqual(expected),
  );

  it("the default is google", () =>
    expect(resolve(["all, noindex, noarchive"])).toEqual(resolve(["all, noindex, noarchive"], { profile: "google" })));
  itEach<[agent: string, profile: MetaProfileName]>("that of %s is %s", (agent, profile) => {
    const page = ["all, noindex, noarchive, nosnippet"];
    expect(resolve(page, { agent })).toEqual(resolve(page, { agent, profile }));
  });
  it("the reasons name the directives that limit AI", () => {
    const { reasons } = resolve(["noarchive, nocache", ">noai"], { profile: "bing" });
    expect([reasons.aiAnswers?.name, reasons.aiTraining?.name, reasons.imageAiTraining?.source]).toEqual([
      "nocache",
      "noai",
      "header",
    ]);
  });
  it("an unknown profile is an error", () =>
    expect(() => resolve([], { profile: "baidu" as never })).toThrow("profile: expected one of google, bing, yandex"));
});

describe("unavailable_after means noindex after the date", () => {
  const at = new Date("2010-06-25T23:00:00Z");
  it.each<[now: string, changes: Record<string, unknown>]>([
    ["2010-06-25T22:59:59Z", { unavailableAfter: at }],
    ["2010-06-25T23:00:00Z", { unavailableAfter: at }],
    ["2010-06-25T23:00:01Z", { unavailableAfter: at, expired: true, index: false }],
  ])("at %s", (now, expected) => {
    const sources = ["unavailable_after: Friday, 25-Jun-10 15:00:00 PST"];
    expect(changes(resolve(sources, { now: new Date(now) }))).toEqual(expected);
    expect(changes(resolve(sources, { now: Date.parse(now) }))).toEqual(expected);
  });

  it("the earliest of several dates counts", () => {
    const policy = resolve(["unavailable_after: 2031-01-01T00:00Z", ">unavailable_after: 2030-01-01T00:00Z"]);
    expect(policy.unavailableAfter).toEqual(new Date("2030-01-01T00:00:00Z"));
  });

  it("an expired page is not indexed when embedded either", () => {
    const policy = resolve(["unavailable_after: 2010-01-01T00:00Z, indexifembedded"]);
    expect(policy).toMatchObject({ index: false, indexIfEmbedded: false });
  });
});

itEach<[sources: string[], outcome: keyof RobotsPolicy["reasons"], text: string, source: string]>(
  "reasons: the directive that decided: %j: %s",
  (sources, outcome, text, source) => {
    expect(resolve(sources).reasons[outcome]).toMatchObject({ text, source });
  },
);

itEach<[sources: string[], options: ResolveOptions, codes: string[]]>(
  "warnings about the combination: %j %j",
  (sources, options, codes) => {
    expect(resolve(sources, options).warnings.map(({ code }) => code)).toEqual(codes);
  },
);

describe("misuse throws", () => {
  const dated = parseRobotsMeta("unavailable_after: 1 Jan 2020 00:00:00 GMT").directives;
  const fromJson = (directives: readonly Directive[]): Directive[] => JSON.parse(JSON.stringify(directives));
  it.each<[what: string, call: () => unknown, message: RegExp]>([
    ["directives", () => resolveRobots("noindex" as never), /^directives: expected an array; got string$/],
    [
      "a result",
      () => resolveRobots([parseRobotsMeta("noindex")] as never),
      /^directives: .*; got an array with object$/,
    ],
    ["nothing", () => resolveRobots([null] as never), /^directives: .*; got an array with null$/],
    ["a date from JSON", () => resolveRobots(fromJson(dated)), /^directives: expected a Date .*; got string$/],
    ["agents", () => resolveRobots([], ["x"] as never), /^options: expected an object; got Array$/],
    ["agent", () => resolveRobots([], { agent: "" }), /^agent: expected a product token/],
    ["agent", () => resolveRobots([], { agent: [42] as never }), /^agent: expected a product token; got 42$/],
    ["now", () => resolveRobots([], { now: new Date("never") }), /^now: expected a valid Date/],
    ["now", () => resolveRobots([], { now: null as never }), /^now: expected a valid Date.*got null$/],
    ["now", () => resolveRobots([], { now: true as never }), /^now: expected a valid Date.*got true$/],
    ["now", () => parseRobotsMeta("", { now: 8.64e15 + 1 }), /^now: expected a valid Date.*got 8640000000000001$/],
    ["now", () => resolveRobots([], { now: "2020" as never }), /^now: expected a valid Date.*got 2020$/],
  ])("%s", (_, call, message) => expect(call).toThrow(message));
});

describe("properties", () => {
  const known = fc.constantFrom(
    ..."all noindex nofollow none nosnippet noarchive notranslate noimageindex indexifembedded".split(" "),
    "max-snippet:0",
    "max-snippet:7",
    "max-snippet:-1",
    "max-image-preview:none",
    "max-image-preview:large",
    "max-video-preview:3",
    "unavailable_after: Friday, 25-Jun-10 15:00:00 PST",
    "unavailable_after: 2030-01-01T00:00Z",
  );
  const linesOf = (agents: string[], item: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
    fc.array(
      fc
        .tuple(fc.constantFrom(...agents), fc.array(item, { minLength: 1, maxLength: 5 }))
        .map(([agent, items]) => agent + items.join(", ")),
      { maxLength: 4 },
    );
  const lines = linesOf(
    ["", "", "googlebot: ", "otherbot: "],
    fc.oneof(known, fc.constantFrom("what: ever", "noindexx")),
  );
  const policyOf = (all: readonly string[]): Record<string, unknown> =>
    changes(resolveRobots(parseXRobotsTag(all, { now: NOW }).directives, { agent: "googlebot", now: NOW }));

  it("the order of sources changes nothing", () => {
    fc.assert(
      fc.property(lines, (all) => {
        expect(policyOf([...all].reverse())).toEqual(policyOf(all));
      }),
    );
  });

  it("more directives never permit more", () => {
    const open = { index: true, follow: true, snippet: true, archive: true, translate: true, imageIndex: true };
    fc.assert(
      fc.property(lines, lines, (all, more) => {
        const before = { ...open, ...policyOf(all) };
        const after = { ...open, ...policyOf([...all, ...more]) };
        for (const key of Object.keys(open) as (keyof typeof open)[]) expect(after[key] && !before[key]).toBe(false);
      }),
    );
  });

  it("if every field line names its agent, joining them with commas changes nothing", () => {
    fc.assert(
      fc.property(linesOf(["robots: ", "googlebot: ", "otherbot: "], known), (all) => {
        expect(policyOf([all.join(", ")])).toEqual(policyOf(all));
      }),
    );
  });
});
