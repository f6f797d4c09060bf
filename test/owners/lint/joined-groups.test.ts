/** Only Allow and Disallow end a list of user-agent lines (RFC 9309 §2.1, §2.2.4): what the author of such a file is told. */

import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { applyFixes, type Finding, lint } from "../../../bindings/owners/lint/index.ts";

const joinsIn = (body: string): readonly Finding[] => lint(body).filter(({ code }) => code === "joined-groups");

const decoder = new TextDecoder();
const repaired = (body: string): string => decoder.decode(applyFixes(body, { repairs: true }).body);

describe("a group that joins the next one is told at each line that joins", () => {
  const old = "koster1996, norobots1996 and original1994";
  it.each<[between: string, body: string, message: string]>([
    [
      "a delay and an empty line",
      "User-agent: Googlebot\nCrawl-delay: 5\n\nUser-agent: PetalBot\nDisallow: /\n",
      `Googlebot (line 1) joins this group: Crawl-delay (line 2) and an empty line do not end a list of user-agent lines, so line 5, Disallow: /, applies to it too; in ${old}, a new group begins here`,
    ],
    [
      "a delay alone",
      "User-agent: Googlebot\nCrawl-delay: 5\nUser-agent: PetalBot\nDisallow: /\n",
      "Googlebot (line 1) joins this group: Crawl-delay (line 2) does not end a list of user-agent lines, so line 4, Disallow: /, applies to it too",
    ],
    [
      "a sitemap",
      "User-agent: Googlebot\nSitemap: https://h/s.xml\nUser-agent: PetalBot\nDisallow: /a\nDisallow: /\n",
      "Googlebot (line 1) joins this group: Sitemap (line 2) does not end a list of user-agent lines, so line 5, Disallow: /, applies to it too",
    ],
    [
      "an empty line, with * in the list",
      "User-agent: *\n\nUser-agent: PetalBot\nDisallow: /a\n",
      `* (line 1) joins this group: an empty line does not end a list of user-agent lines, so line 4, Disallow: /a, applies to it too; in ${old}, a new group begins here`,
    ],
    [
      "an unknown field, for two names",
      "User-agent: a\nUser-agent: b\nFoo: 1\nUser-agent: *\nDisallow: /\n",
      "a (line 1) and b (line 2) join this group: Foo (line 3) does not end a list of user-agent lines, so line 5, Disallow: /, applies to them too",
    ],
    [
      "a rule without a colon",
      "User-agent: a\nDissallow /x\nUser-agent: b\nDisallow: /\n",
      "a (line 1) joins this group: Dissallow /x (line 2) does not end a list of user-agent lines, so line 4, Disallow: /, applies to it too; in google, a new group begins here",
    ],
  ])("%s", (_, body, message) => {
    expect(joinsIn(body).map((finding) => [finding.severity, finding.message])).toEqual([["warning", message]]);
  });

  it("with all that joined before, at the third block too", () => {
    const body = "User-agent: a\n\nUser-agent: b\n\nUser-agent: c\nDisallow: /\n";
    const messages = joinsIn(body).map(({ line, message }) => `${line}: ${message.split(":")[0]}`);
    expect(messages).toEqual(["3: a (line 1) joins this group", "5: a (line 1) and b (line 3) join this group"]);
  });
});

it.each([
  ["user-agent lines in a row", "User-agent: a\nUser-agent: b\nDisallow: /\n"],
  ["comments between them", "User-agent: a # OpenAI\n# Anthropic\nUser-agent: b\nDisallow: /\n"],
  ["a group that refuses nothing", "User-agent: a\n\nUser-agent: b\nAllow: /\nDisallow:\n"],
  ["the same name twice", "User-agent: *\n\nUser-agent: *\nDisallow: /a\n"],
  ["a closed group", "User-agent: a\nDisallow:\n\nUser-agent: b\nDisallow: /\n"],
])("nothing is told of %s", (_, body) => {
  expect(joinsIn(body)).toEqual([]);
});

it("nothing is told where the dialect that is asked for splits", () => {
  const body = "User-agent: a\n\nUser-agent: b\nDisallow: /\n";
  expect(lint(body, { dialect: "norobots1996" }).map(({ code }) => code)).not.toContain("joined-groups");
});

describe("the repair closes the group above with an empty Disallow", () => {
  it.each([
    [
      "User-agent: Googlebot\nCrawl-delay: 5\n\nUser-agent: PetalBot\nDisallow: /\n",
      "User-agent: Googlebot\nCrawl-delay: 5\nDisallow:\n\nUser-agent: PetalBot\nDisallow: /\n",
    ],
    [
      "User-agent: Googlebot\r\n\r\nUser-agent: PetalBot\r\nDisallow: /\r\n",
      "User-agent: Googlebot\r\nDisallow:\r\n\r\nUser-agent: PetalBot\r\nDisallow: /\r\n",
    ],
    [
      "User-agent: a\n\nUser-agent: b\nFoo: 1\nUser-agent: c\nDisallow: /x\n",
      "User-agent: a\nDisallow:\n\nUser-agent: b\nFoo: 1\nDisallow:\nUser-agent: c\nDisallow: /x\n",
    ],
  ])("%j", (body, expected) => {
    expect(repaired(body)).toBe(expected);
    expect(joinsIn(expected)).toEqual([]);
  });

  it("and says where it goes", () => {
    const [finding] = joinsIn("User-agent: a\n\nUser-agent: b\nDisallow: /\n");
    expect(finding).toMatchObject({ line: 3, repair: "\nDisallow:", repairAt: { line: 1, column: 14, endColumn: 14 } });
    expect(finding).not.toHaveProperty("fix");
  });

  it("so that the crawler may fetch the site again", () => {
    const body = "User-agent: Googlebot\nCrawl-delay: 5\n\nUser-agent: PetalBot\nDisallow: /\n";
    expect(parse(body).isAllowed("/", "Googlebot")).toBe(false);
    expect(parse(repaired(body)).isAllowed("/", "Googlebot")).toBe(true);
    expect(parse(repaired(body)).isAllowed("/", "PetalBot")).toBe(false);
  });
});
