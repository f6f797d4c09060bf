/** Only Allow and Disallow end a list of user-agent lines (RFC 9309 §2.1, §2.2.4): what the author of such a file is told. */

import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { applyFixes, type Finding, lint } from "../../../bindings/owners/lint/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const joinsIn = (body: string): readonly Finding[] => lint(body).filter(({ code }) => code === "joined-groups");

const decoder = new TextDecoder();
const repaired = (body: string): string => decoder.decode(applyFixes(body, { repairs: true }).body);

describe("a group that joins the next one is told at each line that joins", () => {
  itEach<[between: string, body: string, message: string]>(
    "a group that joins the next one is told at each line that joins: %s",
    (_, body, message) => {
      expect(joinsIn(body).map((finding) => [finding.severity, finding.message])).toEqual([["warning", message]]);
    },
  );

  it("with all that joined before, at the third block too", () => {
    const body = "User-agent: a\n\nUser-agent: b\n\nUser-agent: c\nDisallow: /\n";
    const messages = joinsIn(body).map(({ line, message }) => `${line}: ${message.split(":")[0]}`);
    expect(messages).toEqual(["3: a (line 1) joins this group", "5: a (line 1) and b (line 3) join this group"]);
  });
});

itEach<[title: string, body: string]>("nothing is told of %s", (_, body) => {
  expect(joinsIn(body)).toEqual([]);
});

it("nothing is told where the dialect that is asked for splits", () => {
  const body = "User-agent: a\n\nUser-agent: b\nDisallow: /\n";
  expect(lint(body, { dialect: "norobots1996" }).map(({ code }) => code)).not.toContain("joined-groups");
});

describe("the repair closes the group above with an empty Disallow", () => {
  itEach<[body: string, expected: string]>(
    "the repair closes the group above with an empty Disallow: %j",
    (body, expected) => {
      expect(repaired(body)).toBe(expected);
      expect(joinsIn(expected)).toEqual([]);
    },
  );

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
