/** buildRobotsTxt: what it writes, `parse` reads back. */

import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { agentsFor, findAgent, purposes, reportAgents } from "../../../bindings/owners/agents/index.ts";
import { buildRobotsTxt, lint, type RobotsTxtSource } from "../../../bindings/owners/lint/index.ts";
import fc, { anyCharacter } from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const one = (group: Partial<RobotsTxtSource["groups"][number]>): RobotsTxtSource => ({
  groups: [{ agents: "*", ...group }],
});

it.each([
  [0, "0"],
  [0.0004, "0"],
  [2.5, "2.5"],
  [86_400, "86400"],
])("a delay of %d seconds is written as %s", (crawlDelay, written) =>
  expect(buildRobotsTxt(one({ crawlDelay, disallow: "/a" }))).toContain(`Crawl-delay: ${written}\n`),
);

describe("a robots.txt", () => {
  it("is written in the order comment, fields, groups, sitemaps", () => {
    expect(
      buildRobotsTxt({
        comment: "Written by the build.\nDo not edit.",
        fields: [{ key: "Host", value: "shop.example" }],
        groups: [
          { agents: "*", disallow: ["/cart", "/checkout"], allow: "/cart/help" },
          { agents: ["GPTBot", "ClaudeBot"], disallow: "/", comment: "No training." },
          { agents: "SlowBot", crawlDelay: 2.5, fields: [{ key: "Content-Signal", value: "ai-train=no" }] },
        ],
        sitemaps: ["https://shop.example/sitemap.xml"],
      }),
    ).toBe(
      [
        "# Written by the build.",
        "# Do not edit.",
        "",
        "Host: shop.example",
        "",
        "User-agent: *",
        "Allow: /cart/help",
        "Disallow: /checkout",
        "Disallow: /cart",
        "",
        "# No training.",
        "User-agent: GPTBot",
        "User-agent: ClaudeBot",
        "Disallow: /",
        "",
        "User-agent: SlowBot",
        "Disallow:",
        "Crawl-delay: 2.5",
        "Content-Signal: ai-train=no",
        "",
        "Sitemap: https://shop.example/sitemap.xml",
        "",
      ].join("\n"),
    );
  });

  itEach<[pattern: string, written: string]>("writes the pattern %j as %s", (pattern, written) => {
    expect(buildRobotsTxt(one({ disallow: pattern }))).toContain(`Disallow: ${written}\n`);
  });
});

describe("what cannot be written is refused, with the place and what was expected", () => {
  itEach<[string, RobotsTxtSource, string]>(
    "what cannot be written is refused, with the place and what was expected: %s",
    (_, source, place) => {
      expect(() => buildRobotsTxt(source)).toThrow(
        expect.objectContaining({
          message: expect.stringContaining(`${place}: expected`),
          code: expect.stringMatching(/^ERR_INVALID_ARG_/),
        }),
      );
    },
  );

  it("a file longer than crawlers read", () => {
    const disallow = Array.from({ length: 40_000 }, (_, index) => `/path/number/${index}`);
    expect(() => buildRobotsTxt(one({ disallow }))).toThrow("file-too-large");
  });
});

it("the linter's warnings are handed to the caller", () => {
  const codes: string[] = [];
  buildRobotsTxt(one({ disallow: "/a*" }), { onFinding: ({ code }) => codes.push(code) });
  expect(codes).toContain("trailing-star");
});

/** Two rules with one pattern are an error elsewhere. */
const SHADOWED = { ignore: ["shadowed-rule"] } as const;

describe("whatever is written is read back (property)", () => {
  const token = fc.stringMatching(/^[A-Za-z_-]{1,8}$/).map((name) => `${name}Bot`);
  const pattern = fc.string({ unit: anyCharacter, maxLength: 12 }).map((text) => `/${text}`);
  const patterns = fc.uniqueArray(pattern, { maxLength: 4 });
  const group = fc.record({
    agents: fc.uniqueArray(token, { minLength: 1, maxLength: 3, selector: (name) => name.toLowerCase() }),
    allow: patterns,
    disallow: patterns,
  });
  const tokensOf = (groups: readonly { agents: readonly string[] }[]): string[] =>
    groups.flatMap(({ agents }) => agents.map((name) => name.toLowerCase()));
  const groups = fc
    .array(group, { maxLength: 4 })
    .filter((all) => new Set(tokensOf(all)).size === tokensOf(all).length);

  const encoded = (text: string): string =>
    Array.from(text, (character) =>
      /[\u0021\u0022\u0024-\u007e]/.test(character) ? character : encodeURIComponent(character),
    ).join("");

  it("groups, agents and rules", () => {
    fc.assert(
      fc.property(groups, (given) => {
        const read = parse(buildRobotsTxt({ groups: given }, SHADOWED)).groups;
        expect(read.map(({ agents }) => agents)).toEqual(given.map(({ agents }) => agents));
        read.forEach(({ rules }, index) => {
          const { allow, disallow } = given[index]!;
          const wanted = [
            ...allow.map((one) => `allow ${encoded(one)}`),
            ...disallow.map((one) => `disallow ${encoded(one)}`),
          ];
          const found = rules.filter((rule) => rule.pattern !== "").map((rule) => `${rule.directive} ${rule.pattern}`);
          expect(found.sort()).toEqual(wanted.sort());
        });
      }),
      { numRuns: 300 },
    );
  });

  it("readers of the first match decide as readers of the longest, where patterns have no wildcards", () => {
    const plain = fc.uniqueArray(fc.stringMatching(/^\/[ab/]{0,5}$/), { maxLength: 5 });
    const url = fc.stringMatching(/^\/[ab/]{0,7}$/);
    fc.assert(
      fc.property(plain, plain, fc.array(url, { minLength: 1, maxLength: 10 }), (allow, disallow, urls) => {
        const text = buildRobotsTxt({ groups: [{ agents: "*", allow, disallow }] }, SHADOWED);
        const verdicts = (dialect: "rfc9309" | "koster1996"): number[] => [
          ...parse(text, { dialect }).agent("AnyBot").isAllowedMany(urls),
        ];
        expect(verdicts("koster1996")).toEqual(verdicts("rfc9309"));
      }),
      { numRuns: 300 },
    );
  });
});

describe("rows of the table of crawlers", () => {
  it.each(Object.keys(purposes) as (keyof typeof purposes)[])(
    "%s: every crawler reads the group as its own",
    (purpose) => {
      const text = buildRobotsTxt({ groups: [{ agents: agentsFor(purpose), disallow: "/" }] });
      for (const { token, isNamed, access } of reportAgents(text, agentsFor(purpose)))
        expect([token, isNamed, access]).toEqual([token, true, "refused"]);
      expect(lint(text).filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );

  it("of a name with spaces, the first word is written, and each token once", () => {
    const agents = ["Kangaroo Bot", "Sogou web spider", "Sogou Pic Spider"].map((name) => findAgent(name)!);
    expect(buildRobotsTxt({ groups: [{ agents: [...agents, "GPTBot"], disallow: "/" }] })).toBe(
      "User-agent: Kangaroo\nUser-agent: Sogou\nUser-agent: GPTBot\nDisallow: /\n",
    );
  });

  it("a text with spaces is not a token", () => {
    expect(() => buildRobotsTxt(one({ agents: ["Kangaroo Bot"] }))).toThrow("or a row of robots-wasm/agents; got");
    expect(() => buildRobotsTxt(one({ agents: [{ token: "A;B" }] }))).toThrow(
      "groups[0].agents[0].token: expected a product token",
    );
  });
});
