/**
 * What we write into a file, or tell people to write, changes no verdict of a crawler that it does not name: decided by the engine for
 * every crawler of real files, over the paths of both files. `*` names every crawler without a group of its own.
 */
import { describe, expect, it } from "vitest";
import { type DialectName, parse } from "../../../../bindings/index.ts";
import {
  addGroups,
  type EditedFile,
  examplePath,
  type GroupSource,
  removeAgents,
} from "../../../../bindings/owners/lint/index.ts";
import { documents, textOf } from "../../../support/documents.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";
import { sized } from "../../../support/sized.ts";

const files = hasShared("corpus/robots.ndjson.gz") ? [...realFiles(sized(20, 1))] : [];
const skipped = files.length === 0;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const dialects: readonly DialectName[] = ["rfc9309", "google"];

/** At most so many of each file: some name thousands. */
const MOST = 60;

const values = (text: string, key: RegExp): readonly string[] => [
  ...new Set(Array.from(text.matchAll(key), ([, value]) => value!.trim()).filter(Boolean)),
];
const agentsOf = (text: string): readonly string[] => values(text, /^\s*user-?agent\s*:\s*([\w-]+)/gim).slice(0, MOST);
const pathsOf = (text: string): readonly string[] =>
  values(text, /^\s*(?:dis)?allow\s*:([^\r\n#]*)/gim)
    .map(examplePath)
    .filter((path) => !path.startsWith("//"))
    .slice(0, MOST);

/** What crawlers that are not named may fetch, and how long they wait. */
function verdictsOf(
  body: Uint8Array,
  agents: readonly string[],
  paths: readonly string[],
  dialect: DialectName,
): string {
  const robots = parse(body, { dialect });
  const verdicts = agents.map((agent) => {
    const rules = robots.agent(agent);
    return `${agent} ${rules.crawlDelay} ${paths.map((path) => Number(rules.isAllowed(path))).join("")}`;
  });
  return [...verdicts, ...robots.sitemaps].join("\n");
}

function expectOthersKept(before: Uint8Array, after: Uint8Array, named: readonly string[]): void {
  const texts = [before, after].map((body) => decoder.decode(body));
  const taken = new Set(named.map((agent) => agent.toLowerCase()));
  const others = agentsOf(texts[0]!).filter((agent) => !taken.has(agent.toLowerCase()));
  const paths = [...new Set(["/", ...texts.flatMap(pathsOf)])];
  for (const dialect of dialects) {
    const robots = parse(before, { dialect });
    // Google reads no digits: nobody is named by `MJ12bot`.
    const agents = taken.has("*") ? others.filter((agent) => robots.agent(agent).isNamed) : [...others, "ExampleBot"];
    expect(verdictsOf(after, agents, paths, dialect)).toBe(verdictsOf(before, agents, paths, dialect));
  }
}

/** Edits all real files. Returns in how many of them nothing was written. */
function editAll(named: readonly string[], edit: (bytes: Uint8Array) => EditedFile): number {
  let refused = 0;
  for (const { bytes } of files) {
    const { body, problem } = edit(bytes);
    expectOthersKept(bytes, body, named);
    if (problem !== undefined) refused++;
  }
  return refused;
}

describe.skipIf(skipped)("in real files (skipped without the shared folder)", () => {
  it.each<[title: string, groups: readonly GroupSource[]]>([
    ["rules against crawlers", [{ agents: ["GPTBot", "ClaudeBot"], disallow: "/" }]],
    ["a delay", [{ agents: "bingbot", crawlDelay: 5 }]],
    ["rules for everyone", [{ agents: "*", disallow: ["/search", "/cart$"] }]],
  ])("addGroups changes nothing for others: %s", (_, groups) => {
    const named = groups.flatMap(({ agents }) => agents) as string[];
    // Pages of HTML, UTF-16 and files of 500 KiB.
    expect(editAll(named, (bytes) => addGroups(bytes, groups))).toBeLessThan(files.length * 0.03);
  });

  it("removeAgents changes nothing for others", () => {
    const named = ["GPTBot", "Googlebot", "bingbot"];
    expect(editAll(named, (bytes) => removeAgents(bytes, named))).toBeLessThan(files.length * 0.03);
  });
});

/** Every robots.txt that a document shows, as it stands in the text: people paste it into their file. Sitemaps are of the whole site. */
const shownIn = (document: string): readonly string[] =>
  Array.from(textOf(document).matchAll(/^```\n(user-agent:.*?\n)```/gims), ([, block]) =>
    block!.replace(/^Sitemap:.*\n/gm, ""),
  );

/** What WordPress and Shopify put above and below their own file, by our recipes. */
function aroundOwn(heading: string, pattern: RegExp): readonly [above: string, below: string] {
  const text = textOf("docs/guide/recipes.md");
  const [, above, below] = pattern.exec(text.slice(text.indexOf(`\n## ${heading}\n`)))!;
  return [above, below].map((part) => (part ?? "").replaceAll("\\n", "\n")) as [string, string];
}

describe.skipIf(skipped)("recipes of the documents (skipped without the shared folder)", () => {
  const blocks = documents.filter((name) => name.startsWith("docs/guide/")).flatMap(shownIn);
  const around = [
    aroundOwn("Shopify", /```liquid\n(.*?)\{% for.*endfor %\}\n(.*?)```/s),
    aroundOwn("WordPress", /return (?:"(.*?)" \. )?\$output(?: \. "(.*?)")?;/),
    ...blocks.map((block): [string, string] => [`${block}\n`, ""]),
  ] as const;

  const hasMark = (bytes: Uint8Array): boolean => decoder.decode(bytes).startsWith("\ufeff");

  it("are found", () => expect(around).toHaveLength(17));

  it.each(around)("change nothing for others: %j above the file, %j below", (above, below) => {
    const named = values(above + below, /^User-agent: (.*)$/gm);
    for (const { bytes } of files) {
      // "If your file begins with rules that stand in no group, put the new group below them."
      const isForTop = addGroups(bytes, [{ agents: "GPTBot", disallow: "/" }]).line === 1 && !hasMark(bytes);
      if (isForTop) expectOthersKept(bytes, new TextEncoder().encode(above + decoder.decode(bytes) + below), named);
    }
  });
});
