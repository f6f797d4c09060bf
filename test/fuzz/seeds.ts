/** Seeds: every file of test/cases/ with its agents and URLs, and a few by hand for what no case document asks. */
import { readdirSync, readFileSync } from "node:fs";
import { type Case, casesOf } from "../case-format.ts";
import { bytesOf, type Input, inputOf, latin1 } from "./input.ts";

const URLS_A_SEED = 6;

function allCases(): Case[] {
  const documents = readdirSync("test/cases").filter((name) => name.endsWith(".md") && name !== "README.md");
  return documents.sort().flatMap((name) => casesOf(readFileSync(`test/cases/${name}`, "utf8"), ["koster1996"]));
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
    const key = JSON.stringify([latin1(one.robots), one.agent]);
    byFile.set(key, [...(byFile.get(key) ?? []), one]);
  }
  const fromCases = Array.from(byFile.values(), (cases) => [
    cases[0]!.robots,
    bytesOf(cases[0]!.agent),
    ...cases.slice(0, URLS_A_SEED).map(({ url }) => bytesOf(url)),
  ]);
  made = [...byHand, ...fromCases];
  return made;
}
