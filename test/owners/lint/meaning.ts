/** What crawlers read in a file, generated files with many mistakes, and the application of some of their fixes. */

import { type DialectName, parse } from "../../../bindings/index.ts";
import type { Finding } from "../../../bindings/owners/lint/index.ts";
import fc from "../../support/properties.ts";

const letters = ["/", "a", "b", "*", "*", "$", "%61", "%2F", "%2f", "%c3%a9", "%2a", "%24", "?", "é", "index.html"];
const pathOf = (pieces: readonly string[]): string => `/${pieces.join("")}`;
const pattern = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...letters), { maxLength: 5 }).map(pathOf) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom("a", "*"), { maxLength: 4 }).map(pathOf) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("*", "**", "*$", "a", "", "/a#b", "/a b", "https://h/a*", "Allow: /a", "/a, /b", "/a*#"),
  },
);
const rule = fc.tuple(fc.constantFrom("Allow", "Disallow", "Dissallow", "Allow-", "allow"), pattern);
const other = fc.constantFrom(
  "",
  "User-agent: *",
  "User-agent: x",
  "User-agent: X/2",
  "User-agent: Googelbot",
  "Useragent: y",
  "User-agent y",
  "Disallow /a",
  "Crawl-delay: 5",
  "Crawldelay: 7",
  "Sitemap: https://h/s",
  "Site-map: https://h/t",
  "Content-Usage: train-ai=n",
  "Content-Signal: ai-train=no",
  "Noindex: /a",
  "# comment",
);
const line = fc.oneof(
  { weight: 5, arbitrary: rule.map(([key, value]) => `${key}: ${value}`) },
  { weight: 1, arbitrary: other },
);

/** A generated robots.txt. */
export const bodyOf: fc.Arbitrary<string> = fc
  .array(line, { maxLength: 12 })
  .map((lines) => ["User-agent: *", ...lines].join("\n"));

const agents = ["*", "x", "y", "Googlebot", "Googelbot", "other"];

/** Paths made of the letters of the patterns, some with two readings. */
const paths: readonly string[] = letters
  .filter((letter) => letter !== "*")
  .flatMap((a) => ["", "a", "/", "b", "é", "?%2F", "?/"].flatMap((b) => ["", "a", "/b"].map((c) => `/${a}${b}${c}`)));

/** Verdicts, delays, sitemaps and usage preferences of a file for all agents. */
export function meaningOf(body: string | Uint8Array, dialect: DialectName): unknown {
  const robots = parse(body, { dialect });
  const rules = agents.map((agent) => robots.agent(agent));
  const perAgent = rules.map((of) => ({
    verdicts: [...of.isAllowedMany(paths)].join(""),
    isNamed: of.isNamed,
    delay: of.crawlDelay,
    fields: of.fields,
  }));
  return { perAgent, sitemaps: robots.sitemaps, noindex: robots.noindex, fields: robots.fields };
}

/** The text with some of the fixes, at most one a line, as an editor applies them one by one. */
export function someFixed(text: string, findings: readonly Finding[], chosen: number): string {
  const lines = text.split("\n");
  const fixable = findings.filter(({ fix }) => fix !== undefined);
  const done = new Set<number>();
  for (const [i, { line, column, endColumn, fix }] of fixable.entries()) {
    if (((chosen >> (i % 31)) & 1) === 0 || done.has(line)) continue;
    done.add(line);
    const old = lines[line - 1]!;
    lines[line - 1] = old.slice(0, column - 1) + fix + old.slice(endColumn - 1);
  }
  return lines.join("\n");
}
