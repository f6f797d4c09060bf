/** Whether an edit says the same to all crawlers but some: every part that a crawler reads counts, and nothing else. */
import { expect, it } from "vitest";
import { bytesOf } from "../../../bindings/base/utf8.ts";
import { dialects } from "../../../bindings/core/parsing.ts";
import { keepsOthers } from "../../../bindings/owners/lint/edit/kept-groups.ts";

const FILE =
  "User-agent: a\nDisallow: /x\nAllow: /x/y\nCrawl-delay: 2\nFoo: bar\n\nUser-agent: b\nDisallow:\n\nSitemap: https://h/s\n";

const keeps = (before: string, after: string, agents: readonly string[] = ["c"]): boolean =>
  keepsOthers([bytesOf(before), bytesOf(after)], agents, dialects);

it.each<[what: string, from: string, to: string]>([
  ["a pattern", "/x\n", "/z\n"],
  ["the verdict of a rule", "Allow: /x/y", "Disallow: /x/y"],
  ["the order of rules", "Disallow: /x\nAllow: /x/y", "Allow: /x/y\nDisallow: /x"],
  ["a delay", "Crawl-delay: 2", "Crawl-delay: 3"],
  ["a field", "bar", "baz"],
  ["a sitemap", "https://h/s", "https://h/t"],
  ["whom a group names", "User-agent: a", "User-agent: d"],
  ["that a group refuses something", "Disallow:\n", "Disallow: /\n"],
])("%s counts, but not of the crawlers that are left out", (_, from, to) => {
  const after = FILE.replace(from, to);
  expect(after).not.toBe(FILE);
  expect(keeps(FILE, after)).toBe(false);
  expect(keeps(after, FILE)).toBe(false);
  if (!from.startsWith("http")) expect(keeps(FILE, after, ["a", "b", "d"])).toBe(true);
});

it.each<[what: string, from: string, to: string]>([
  ["a comment", "Foo: bar", "Foo: bar # c"],
  ["an empty line between groups", "\n\nUser-agent: b", "\n\n\nUser-agent: b"],
  ["how often a group refuses nothing", "Disallow:\n", "Disallow:\nDisallow:\n"],
  ["a group of the crawlers that are left out", "User-agent: b", "User-agent: c\nDisallow: /c\n\nUser-agent: b"],
])("%s does not count", (_, from, to) => {
  const after = FILE.replace(from, to);
  expect(after).not.toBe(FILE);
  expect(keeps(FILE, after)).toBe(true);
  expect(keeps(after, FILE)).toBe(true);
});
