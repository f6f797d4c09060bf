/** The directives of one meta tag or header: names, values, white space, and the warnings for what is ignored. */
import { describe, expect, it } from "vitest";
import { type ParsedDirectives, parseRobotsMeta, parseXRobotsTag } from "../../../bindings/core/meta/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** "name" or "name=value" for each directive. */
const said = ({ directives }: ParsedDirectives): string[] =>
  directives.map(({ name, value }) =>
    value === undefined ? name : `${name}=${value instanceof Date ? value.toISOString() : value}`,
  );
const codes = ({ warnings }: ParsedDirectives): string[] => warnings.map(({ code }) => code);

describe("every directive of the 1994 robots page and of Google's list is known", () => {
  it.each([
    "all index follow archive snippet noindex nofollow none noarchive nosnippet noodp noydir notranslate noimageindex",
    "nocache indexifembedded nositelinkssearchbox",
  ])("%s", (names) => {
    const parsed = parseRobotsMeta(names.split(" ").join(","));
    expect(said(parsed)).toEqual(names.split(" "));
    expect(parsed.warnings).toEqual([]);
  });

  it("directives with a value", () => {
    const content =
      "max-snippet:20, max-image-preview:standard, max-video-preview:-1, unavailable_after: 2010-06-25T15:00Z";
    const parsed = parseRobotsMeta(content);
    expect(said(parsed)).toEqual([
      "max-snippet=20",
      "max-image-preview=standard",
      "max-video-preview=-1",
      "unavailable_after=2010-06-25T15:00:00.000Z",
    ]);
    expect(parsed.warnings).toEqual([]);
  });

  it.each([99, 100, 101])("texts of warnings have 100 characters at most: %i", (length) => {
    const [warning] = parseRobotsMeta("x".repeat(length)).warnings;
    expect(warning!.text).toBe(length > 100 ? `${"x".repeat(99)}…` : "x".repeat(length));
  });

  it("obsolete directives are kept and name who ignores them", () => {
    const { directives } = parseRobotsMeta("noarchive, nocache, noodp, noydir, nositelinkssearchbox, noindex");
    expect(directives.map(({ ignoredBy }) => ignoredBy)).toEqual([...Array(5).fill(["google"]), undefined]);
  });
});

itEach<[content: string, ...said: string[]]>(
  "names, keys and values: case, white space, empty items: %j",
  (content, ...expected) => {
    const parsed = parseRobotsMeta(content);
    expect(said(parsed)).toEqual(expected);
    expect(parsed.warnings).toEqual([]);
    expect(said(parseXRobotsTag(content))).toEqual(expected);
  },
);

describe("an invalid directive is ignored with a warning and does not affect others", () => {
  itEach<[content: string, warning: string, ...said: string[]]>(
    "an invalid directive is ignored with a warning and does not affect others: %j: %s",
    (content, warning, ...expected) => {
      const parsed = parseRobotsMeta(content);
      expect(said(parsed)).toEqual(expected);
      expect(codes(parsed)).toEqual([warning]);
    },
  );

  it("the warning for a semicolon says that commas separate directives", () => {
    expect(parseRobotsMeta("noindex; nofollow").warnings[0]!.message).toContain("commas");
  });
});

describe("agents", () => {
  it.each([
    [undefined, "robots"],
    ["robots", "robots"],
    ["ROBOTS", "robots"],
    ["googlebot", "googlebot"],
    ["Googlebot-News", "googlebot-news"],
    ["*", "robots"],
  ])("the tag's name of row %#", (name, agent) => {
    const { directives } = parseRobotsMeta("noindex", name === undefined ? {} : { name });
    expect(directives).toEqual([{ agent, source: "meta", text: "noindex", name: "noindex" }]);
  });

  it("a meta tag has no agents in its content", () => {
    const parsed = parseRobotsMeta("googlebot: noindex, nofollow");
    expect(said(parsed)).toEqual(["nofollow"]);
    expect(codes(parsed)).toEqual(["unknown-directive"]);
  });
});

describe("misuse throws", () => {
  it.each<[what: string, call: () => unknown, message: string]>([
    ["content", () => parseRobotsMeta(undefined as never), "content: expected a string; got undefined"],
    ["content", () => parseRobotsMeta(null as never), "content: expected a string; got null"],
    ["name", () => parseRobotsMeta("", { name: 1 as never }), "name: expected a product token; got 1"],
    ["name", () => parseRobotsMeta("", { name: " " }), 'name: expected a product token; got " "'],
    [
      "now",
      () => parseRobotsMeta("", { now: Number.NaN }),
      "now: expected a valid Date or milliseconds since 1970; got NaN",
    ],
    [
      "header",
      () => parseXRobotsTag(7 as never),
      "header: expected a string, an array of strings or Headers; got number",
    ],
    [
      "header",
      () => parseXRobotsTag([1] as never),
      "header: expected a string, an array of strings or Headers; got Array",
    ],
    [
      "header",
      () => parseXRobotsTag({} as never),
      "header: expected a string, an array of strings or Headers; got object",
    ],
  ])("%s", (_, call, message) =>
    expect(call).toThrow(expect.objectContaining({ name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message })),
  );
});
