/** The exceptions of a site: every one that a path shows, within the steps that the caller has. */
import { expect, it } from "vitest";
import { blanketRules } from "../../../bindings/core/deciding.ts";
import { dialectNamed } from "../../../bindings/core/parsing.ts";
import { parse } from "../../../bindings/index.ts";
import { SiteRules } from "../../../bindings/owners/agents/access-of.ts";

const dialect = dialectNamed("rfc9309");

function siteOf(patterns: readonly string[]): SiteRules {
  const body = `User-agent: *\n${patterns.map((pattern) => `Disallow: ${pattern}\n`).join("")}`;
  const rules = patterns.map((pattern, i) => ({ isAllow: false, original: Buffer.from(pattern), line: i + 2 }));
  return new SiteRules(rules, dialect, parse(body).agent("x"));
}

it("every exception comes with a path that the rule decides, and without a search", () => {
  const patterns = Array.from({ length: 50 }, (_, i) => `/${i}*a$`);
  const found = [...siteOf(patterns).everyException({ steps: 1e6 })];
  expect(found.map(({ line }) => line)).toEqual(patterns.map((_, i) => i + 2));
  for (const { line, path } of found) expect(path).toMatch(new RegExp(`^/${line - 2}.*a$`));
});

it.each([1, 10, 100])("the caller's %i steps bound how many rules are decided, and are used up", (steps) => {
  const budget = { steps };
  const found = [...siteOf(Array.from({ length: 1000 }, (_, i) => `/${i}x`)).everyException(budget)];
  expect(found.filter(({ path }) => path !== undefined).length).toBeLessThanOrEqual(steps);
  expect(budget.steps).toBeLessThanOrEqual(0);
});

it("a site without rules is allowed", () => {
  const site = new SiteRules([], dialect, blanketRules("allowed", "rfc9309"));
  expect(site.access({ steps: 100 })).toEqual({ access: "allowed" });
});
