/** A trace says all that a verdict rests on, and the same verdict as `explain`. */

import { describe, expect, it } from "vitest";
import { trace } from "../../../bindings/core/trace/index.ts";
import { parse } from "../../../bindings/index.ts";
import fc from "../../support/properties.ts";

const body = `User-agent: FooBot
User-agent: BarBot
Disallow: /a
Allow: /a/*.html$

User-agent: *
Disallow: /

User-agent: foobot/2
Disallow: /a/b*
`;
const robots = parse(body);

describe("the groups (RFC 9309 §2.2.1)", () => {
  it("lists all groups that name the agent", () => {
    expect(trace(robots, "FooBot", "/")).toMatchObject({
      tried: [{ agent: "FooBot", named: true }],
      chosenBy: "named",
      groups: [
        { line: 1, agents: ["FooBot"], rules: 2 },
        { line: 9, agents: ["foobot/2"], rules: 1 },
      ],
    });
  });

  it("lists the groups of the first agent that is named", () => {
    expect(trace(robots, ["Foo", "BarBot", "FooBot"], "/")).toMatchObject({
      tried: [
        { agent: "Foo", named: false },
        { agent: "BarBot", named: true },
        { agent: "FooBot", named: true },
      ],
      groups: [{ line: 1, agents: ["BarBot"] }],
    });
  });

  it("lists the groups for *", () => {
    expect(trace(robots, "x", "/")).toMatchObject({ chosenBy: "star", groups: [{ line: 6, agents: ["*"] }] });
  });

  it("lists no group if none applies", () => {
    expect(trace(parse("User-agent: a\nDisallow: /"), "x", "/")).toMatchObject({
      chosenBy: "none",
      groups: [],
      candidates: [],
      reason: "no-group",
    });
  });

  it("only the first, in a dialect that obeys one", () => {
    const twice = "User-agent: x\nAllow: /\n\nUser-agent: x\nDisallow: /\n";
    expect(trace(parse(twice, { dialect: "norobots1996" }), "x", "/").groups).toHaveLength(1);
  });
});

describe("the rules (RFC 9309 §2.2.2)", () => {
  it("lists the matching rules by rank, the deciding one first", () => {
    const { candidates, rule } = trace(robots, "FooBot", "/a/b.html");
    expect(candidates.map(({ rank, directive, line }) => [rank, directive, line])).toEqual([
      [0, "allow", 4],
      [1, "disallow", 10],
      [2, "disallow", 3],
    ]);
    expect(rule).toMatchObject({ line: 4, pattern: "/a/*.html$" });
  });

  it("shows patterns as they were compared", () => {
    const spelled = parse("User-agent: *\nDisallow: /%7ea b*\n");
    expect(trace(spelled, "x", "https://h/~a%20b#c")).toMatchObject({
      paths: ["/~a%20b"],
      candidates: [{ pattern: "/%7ea b*", canonical: "/~a%20b" }],
    });
  });

  it("shows both readings of a query (figure 4)", () => {
    expect(trace(robots, "x", "/?u=a%3Ab").paths).toEqual(["/?u=a%3Ab", "/?u=a:b"]);
  });
});

it("agrees with explain on random files and URLs", () => {
  const piece = fc.constantFrom("/", "a", "b", "*", "$", "%2F", "?", ".html", "é");
  const path = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join("")}`);
  const rules = fc.array(fc.tuple(fc.constantFrom("Allow", "Disallow"), path), { maxLength: 8 });
  const dialects = fc.constantFrom("rfc9309", "google", "koster1996", "norobots1996", "original1994");
  fc.assert(
    fc.property(rules, path, dialects, (some, url, dialect) => {
      const file = parse(`User-agent: *\n${some.map(([key, value]) => `${key}: ${value}\n`).join("")}`, { dialect });
      const traced = trace(file, "x", url);
      expect(traced).toMatchObject(file.agent("x").explain(url));
      if (traced.reason === "rule") expect(traced.candidates[0]).toMatchObject(traced.rule!);
      if (traced.reason === "no-match") expect(traced.candidates).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
