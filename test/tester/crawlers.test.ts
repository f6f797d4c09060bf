/** The tester's list of crawlers says what `reportAgents` say. */
import { describe, expect, it } from "vitest";
import { parse } from "../../bindings/index.ts";
import { siteRulesFor } from "../../bindings/owners/agents/answers.ts";
import { knownAgents } from "../../bindings/owners/agents/index.ts";
import { overviewOf } from "../../tester/work/crawlers.ts";

const fileOf = (text: string) => ({ kind: "file", text }) as const;
const rowFor = (text: string, token: string) =>
  overviewOf({ source: fileOf(text) }).rows.find((row) => row.token === token)!;

it("has a row for every known crawler, in their order", () => {
  const { rows } = overviewOf({ source: fileOf("") });
  expect(rows.map(({ token }) => token)).toEqual(knownAgents.map(({ token }) => token));
});

describe("a row", () => {
  it("reads the file as its operator does", () => {
    const text = "User-agent: *\nDisalow: /internal/";
    expect(rowFor(text, "Googlebot").access).toBe("partly");
    expect(rowFor(text, "bingbot").access).toBe("allowed");
  });

  it("says which group a crawler obeys instead of its own", () => {
    const text = "User-agent: Googlebot\nDisallow: /";
    expect(rowFor(text, "Googlebot-Image").notes).toContain("No group of its own: obeys Googlebot");
    for (const own of [text, text.toLowerCase(), text.toUpperCase()])
      expect(rowFor(own, "Googlebot").notes.join()).not.toContain("No group of its own");
  });

  it("says that a crawler ignores the group for *", () => {
    const row = rowFor("User-agent: *\nDisallow: /", "AdsBot-Google");
    expect(row.access).toBe("allowed");
    expect(row.notes).toContain("Ignores the group for *, which says refused (line 2)");
  });

  it("has the exceptions, and exceptions to them", () => {
    const { reach } = rowFor("User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c*\nAllow: /c*", "bingbot");
    expect(reach).toEqual({
      base: true,
      except: ["/a"],
      count: 1,
      hasHome: false,
      back: ["/a/b", "/c*"],
      mayHaveMore: false,
    });
  });

  it("answers for one URL", () => {
    const source = fileOf("User-agent: *\nDisallow: /a");
    const [row] = overviewOf({ source, url: "/a/x" }).rows.filter(({ token }) => token === "bingbot");
    expect(row).toMatchObject({ access: "refused", line: 2, rule: "Disallow: /a" });
  });

  it("stands for an unknown name, and says so", () => {
    const { unknown } = overviewOf({ source: fileOf("User-agent: MyBot\nDisallow: /"), name: "MyBot/1.0" });
    expect(unknown).toMatchObject({ token: "MyBot", access: "refused", group: "MyBot" });
    expect(unknown!.operator).toBe("Not in our list");
  });
});

it.each([true, false])("a status that allows: %s is the same for all", (allowed) => {
  const { rows } = overviewOf({ source: { kind: "status", allowed, unlike: {} } });
  expect(new Set(rows.map(({ access }) => access))).toEqual(new Set([allowed ? "allowed" : "refused"]));
});

it("a status that Google alone reads as a failing server refuses its crawlers alone", () => {
  const { rows } = overviewOf({ source: { kind: "status", allowed: true, unlike: { google: false } } });
  const accessOf = (token: string): string => rows.find((row) => row.token === token)!.access;
  expect(["Googlebot", "bingbot", "GPTBot"].map(accessOf)).toEqual(["refused", "allowed", "allowed"]);
});

it("the search for examples ends with its budget, however many rules are left", () => {
  const rules = Array.from({ length: 4_000 }, (_, i) => `Disallow: /p${i}/x`);
  const site = siteRulesFor(parse(`User-agent: *\n${rules.join("\n")}\n`), ["Googlebot"]);
  const budget = { steps: 2 ** 14 };
  expect([...site.exceptions(budget)].filter(({ path }) => path === undefined).length).toBeGreaterThan(3_000);
  expect(budget.steps).toBeGreaterThan(-rules.length);
});
