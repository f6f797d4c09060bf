/** Seeds: every file of test/cases/ with its agents and URLs, and a few by hand for what no case document asks. */
import { readdirSync, readFileSync } from "node:fs";
import { dialects } from "../../bindings/core/dialects.ts";
import { parse } from "../../bindings/index.ts";
import { type Case, casesOf } from "../support/case-format.ts";
import { agentOf, bytesOf, type Input, inputOf, latin1 } from "./input.ts";

const URLS_A_SEED = 6;

function allCases(): Case[] {
  const documents = readdirSync("test/cases").filter((name) => name.endsWith(".md") && name !== "README.md");
  return documents.sort().flatMap((name) => casesOf(readFileSync(`test/cases/${name}`, "utf8")));
}

const byHand: readonly Input[] = [
  inputOf("", "", ""),
  inputOf("User-agent: *\nDisallow: /*a*a*a*b\n", "x", `/${"a".repeat(60)}b`, "/aab"),
  inputOf(
    `User-agent: x\n${Array.from({ length: 40 }, (_, i) => `Disallow: /${i}/*/${i * 7}$\nAllow: /${i}\n`).join("")}`,
    "x",
    "/3/b/21",
    "/39/",
    "https://a.example/12?/84",
  ),
  inputOf("User-agent: x\nAllow: /?u=https%3A%2F%2Fa\nDisallow: /*?u=https://a\n", "x", "/?u=https://a", "/?u=%2F%2f"),
];

let made: readonly Input[] | undefined;

/** A file, an agent and URLs each. */
export function caseSeeds(): readonly Input[] {
  if (made !== undefined) return made;
  const byFile = new Map<string, Case[]>();
  for (const one of allCases()) {
    const key = JSON.stringify([latin1(one.robots), one.agents[0]]);
    byFile.set(key, [...(byFile.get(key) ?? []), one]);
  }
  const fromCases = Array.from(byFile.values(), (cases) => [
    cases[0]!.robots,
    bytesOf(cases[0]!.agents[0]!),
    ...cases.slice(0, URLS_A_SEED).map(({ url }) => bytesOf(url)),
  ]);
  made = [...byHand, ...fromCases];
  return made;
}

/** Files with everything that is neither agent nor rule. */
export const fieldSeeds = (): readonly Input[] => [
  inputOf(
    "Sitemap: https://a.example/s.xml\nCrawl-delay: 3\nUser-agent: x\nCrawl-delay: 0.5\nRequest-rate: 1/10s 1200-1300\n" +
      "Request-rate: 5/1m\nVisit-time: 2200-0300\nDisallow: /a\nClean-param: s&t /x*\nContent-Signal: search=yes, ai-train=no\n" +
      "Content-Usage: /p train-ai=n\nHost: https://www.a.example\nNoindex: /n\nSitemap: /t.xml\n\nUser-agent: *\nCrawl-delay: 7\n",
    "x",
    "https://a.example/x?s=1&t=2&u=3#f",
    "/p?s",
  ),
  inputOf(
    "User-agent: a\nCrawl-delay: 1\nUser-agent: b\nSitemap: ftp://f/s\nAllow: /\nHost: b.example:8080\n",
    "b",
    "/?s",
  ),
  ...caseSeeds(),
];

/** Saved rules and URLs. */
export const programSeeds = (): readonly Input[] =>
  fieldSeeds().flatMap(([file, agent, ...urls]) =>
    dialects.map(({ name }) => [parse(file!, { dialect: name }).agent(agentOf(agent!)).toBytes(), ...urls]),
  );

/** A meta tag, an agent and header lines. */
export const headerSeeds: readonly Input[] = [
  inputOf("noindex, nofollow", "googlebot", "noindex", "googlebot: nofollow"),
  inputOf("max-snippet: 20, max-image-preview:large", "x", "BadBot: noindex, googlebot: nofollow, nosnippet"),
  inputOf(
    "unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noarchive",
    "robots",
    "unavailable_after: 2099-09-21T10:00:00Z",
  ),
  inputOf("none, index, all", "Googlebot-News", "googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST, noindex", ""),
  inputOf("max-video-preview:-1,indexifembedded", "otherbot", "otherbot: max-snippet: 0; noindex"),
];
