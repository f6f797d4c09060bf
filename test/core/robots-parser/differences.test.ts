/** Where the two packages differ: one row of docs/robots-parser.md each, with what either of them answers. */
import { readFileSync } from "node:fs";
import theirs from "robots-parser";
import { describe, expect, it } from "vitest";
import ours, { type Robot } from "../../../bindings/core/robots-parser/index.ts";

type Parser = (url: string, contents: string) => Robot;

interface Difference {
  /** The first cell of the row. */
  readonly title: string;
  /** Of RFC 9309. */
  readonly section: string;
  readonly contents: string;
  readonly fileUrl?: string;
  readonly ask: (robots: Robot) => unknown;
  /** The answer, or the class of the error thrown. */
  readonly theirs: unknown;
  readonly ours: unknown;
}

const at = "https://example.com";
const allowed =
  (path: string, agent = "FooBot") =>
  (robots: Robot) =>
    robots.isAllowed(at + path, agent);

/** A rule for every crawler that robots-parser does not apply to a URL it matches. */
const missed = (title: string, section: string, rule: string, path: string): Difference => ({
  title,
  section,
  contents: `User-agent: *\nDisallow: ${rule}\n`,
  ask: allowed(path),
  theirs: true,
  ours: false,
});

/** A refusal that robots-parser does not take for `agent`'s. */
const forAgent = (title: string, section: string, line: string, agent = "FooBot"): Difference => ({
  title,
  section,
  contents: `User-agent: ${line}\nDisallow: /\n`,
  ask: allowed("/a", agent),
  theirs: true,
  ours: false,
});

/** From Node 24 on, the URL parser escapes `^` in paths, so robots-parser compares `%5E` with `%5E`. */
const ESCAPES_CIRCUMFLEX = new URL("http://a.example/^").pathname === "/%5E";

const differences: readonly Difference[] = [
  ...["Sitemap: /s.xml", "Crawl-delay: 1", "Unknown: x"].map((line) =>
    forAgent("another line between User-agent lines", "2.2.4", `FooBot\n${line}\nUser-agent: BarBot`),
  ),
  {
    title: "a group without rules",
    section: "2.2.1",
    contents: "User-agent: *\nDisallow: /\n\nUser-agent: FooBot\n",
    ask: allowed("/a"),
    theirs: false,
    ours: true,
  },
  ...["FooBot*", "FooBot (news)", "* everyone"].map((line) =>
    forAgent("text after the name in a User-agent line", "2.2.1", line),
  ),
  { ...forAgent("a name that is not a product token", "2.2.1", "+FooBot", "+FooBot"), theirs: false, ours: true },
  { ...missed("`/robots.txt` itself", "2.2.2", "/", "/robots.txt"), theirs: false, ours: true },
  missed("escapes of unreserved characters", "2.2.2", "/%61", "/a"),
  missed("escapes of unreserved characters", "2.2.2", "/~a", "/%7Ea"),
  ...["/[", "/]", "/|", "/?`", "/?{", "/?}", "/?\\"].map((path) =>
    missed("characters that only `encodeURI` escapes", "2.2.2", path, path),
  ),
  { ...missed("characters that only `encodeURI` escapes", "2.2.2", "/^", "/^"), theirs: !ESCAPES_CIRCUMFLEX },
  missed("escaped `/ ? : @` in the query", "2.2.2", "/a?b=https%3A%2F%2Fc", "/a?b=https://c"),
  missed("a URL that ends in `?`", "2.2.2", "/*?", "/a?"),
  { ...missed("a URL that ends in `?`", "2.2.2", "/a$", "/a?"), theirs: false, ours: true },
  missed("`%2A` and `%24`", "2.2.3", "/a%2A", "/a*"),
  missed("`%2A` and `%24`", "2.2.3", "/a%24", "/a$"),
  { ...missed("white space other than space and tab", "2.2", "\u00a0/a", "/a"), theirs: false, ours: true },
  ...["http://example.com/robots.txt", "http:example.com/robots.txt"].map((fileUrl) => ({
    title: "`http:h.example/a`, without slashes",
    section: "2.3",
    contents: "User-agent: *\nDisallow: /a\n",
    fileUrl,
    ask: (robots: Robot) => robots.isAllowed("http:example.com/a"),
    theirs: fileUrl.includes("//") ? undefined : true,
    ours: false,
  })),
  {
    title: "neither the file's URL nor the given URL is valid",
    section: "2.3",
    contents: "",
    fileUrl: "http://",
    ask: (robots) => robots.isAllowed("http://"),
    theirs: TypeError,
    ours: undefined,
  },
  ...[
    ["", 0],
    ["-1", -1],
    ["Infinity", Number.POSITIVE_INFINITY],
  ].map(([value, theirDelay]) => ({
    title: "an invalid Crawl-delay",
    section: "–",
    contents: `User-agent: *\nCrawl-delay: 2\nCrawl-delay: ${value}\n`,
    ask: (robots: Robot) => robots.getCrawlDelay(),
    theirs: theirDelay,
    ours: 2,
  })),
];

function answer(parse: Parser, { fileUrl = `${at}/robots.txt`, contents, ask }: Difference): unknown {
  try {
    return ask(parse(fileUrl, contents));
  } catch (error) {
    return (error as Error).constructor;
  }
}

describe.each(differences)("$title: $contents", (difference) => {
  it("robots-parser", () => expect(answer(theirs as unknown as Parser, difference)).toEqual(difference.theirs));
  it("robots-wasm/robots-parser", () => expect(answer(ours, difference)).toEqual(difference.ours));
});

it("docs/robots-parser.md has these rows and no others, with these sections", () => {
  const text = readFileSync(new URL("../../../docs/robots-parser.md", import.meta.url), "utf8");
  const rows = Array.from(text.matchAll(/^\| (.*?) \| .* \| (§?[\d.–]+) \|$/gm), ([, title, section]) => [
    title,
    section,
  ]);
  const wanted = new Map(differences.map(({ title, section }) => [title, section === "–" ? section : `§${section}`]));
  expect(rows).toEqual([...wanted]);
});
