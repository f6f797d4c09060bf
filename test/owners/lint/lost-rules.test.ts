/** A crawler that a group names ignores the rules for * (RFC 9309 §2.2.1): all that is lost is one finding with one repair. */
import { expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { applyFixes, lint } from "../../../bindings/owners/lint/index.ts";

const star = "User-agent: *\nDisallow: /cart\nDisallow: /search\n";
const named = ["a", "b", "c", "d"].map((name) => `\nUser-agent: ${name}\nDisallow: /${name}\n`).join("");

it("names all groups and rules, and one repair mends them", () => {
  const body = `${star}${named}`;
  const found = lint(body).filter(({ code }) => code === "star-rules-lost");
  expect(found.map(({ line, message }) => [line, message])).toEqual([
    [
      5,
      "a, b, c and 1 more obey only their own groups, so they may fetch /cart and /search, which line 2 and line 3 disallow for *",
    ],
  ]);
  const repaired = applyFixes(body, { repairs: true }).body;
  expect(lint(repaired).map(({ code }) => code)).not.toContain("star-rules-lost");
  const robots = parse(repaired);
  for (const agent of ["a", "b", "c", "d"]) {
    expect([agent, robots.isAllowed("/cart", agent), robots.isAllowed(`/${agent}`, agent)]).toEqual([
      agent,
      false,
      false,
    ]);
    expect(robots.isAllowed("/other", agent)).toBe(true);
  }
});

it("says it of one group, without a repair", () => {
  const [found] = lint("User-agent: *\nDisallow: /a\n\nUser-agent: b\nAllow: /\n").filter(
    ({ code }) => code === "star-rules-lost",
  );
  expect(found!.message).toBe("b obeys only its own group, so it may fetch /a, which line 2 disallows for *");
  // It may be an exception that is meant.
  expect(found).not.toHaveProperty("repair");
});

it("is silent if the named group refuses what is requested for the lost path (docs/dialects.md)", () => {
  const found = lint("User-agent: *\nDisallow: /a/./b/\n\nUser-agent: c\nDisallow: /a/b/\n");
  expect(found.map(({ code }) => code)).not.toContain("star-rules-lost");
});

it.each([15, 16, 17, 40])("decides at most sixteen lost rules, of %i", (rules) => {
  const lost = Array.from({ length: rules }, (_, i) => `Disallow: /${i}x\n`).join("");
  const [found] = lint(`User-agent: *\n${lost}\nUser-agent: a\nDisallow: /a\n`).filter(
    ({ code }) => code === "star-rules-lost",
  );
  // Three are named.
  expect(found!.message).toContain(`and ${Math.min(rules, 16) - 3} more disallow for *`);
});
