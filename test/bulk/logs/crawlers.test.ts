/** Which headers name a crawler, and what is counted of other clients. */
import { describe, expect, it } from "vitest";
import { Crawlers } from "../../../bindings/bulk/logs/crawlers.ts";
import { headerAgents, knownAgents } from "../../../bindings/owners/agents/index.ts";

const nameOf = (header: string, crawlers = new Crawlers(knownAgents, [])): string | undefined =>
  crawlers.named(header)?.name;

describe("known tokens are found in any letter case", () => {
  it.each([
    ["claude-code/2.1.0 (cli)", "Claude-Code"],
    ["Claude-Code/1.0", "Claude-Code"],
    ["gptbot", "GPTBot"],
    ["Mozilla/5.0 (compatible; CLAUDEBOT/1.0)", "ClaudeBot"],
  ])("%s", (header, name) => expect(nameOf(header)).toBe(name));
  it("all of both tables", () => {
    const crawlers = new Crawlers(knownAgents, []);
    const missed = [...knownAgents, ...headerAgents].flatMap(({ token }) =>
      [token, token.toLowerCase(), token.toUpperCase()].filter((one) => nameOf(`${one}/1.0`, crawlers) !== token),
    );
    expect(missed).toEqual([]);
  });
});

describe("a name that is asked for is found", () => {
  const asked = ["EvilBot", "mytool", "Kangaroo Bot 2", "a/b"];
  it.each([
    ["EvilBot/1.0", "EvilBot"],
    ["MyTool/2 (x)", "MyTool"],
    ["Mozilla/5.0 (X11; mytool)", "mytool"],
    ["curl/8", undefined],
  ])("%s", (header, name) => expect(nameOf(header, new Crawlers(knownAgents, [], asked))).toBe(name));
  it("also behind 1,000 invented names, which are told as a bound", () => {
    const crawlers = new Crawlers(knownAgents, [], asked);
    for (let i = 0; i < 1200; i++) if (crawlers.named(`made${i}bot/1.0`) === undefined) crawlers.countPerson();
    expect(nameOf("EvilBot/1.0", crawlers)).toBe("EvilBot");
    expect(nameOf("AnotherBot/1.0", crawlers)).toBeUndefined();
    expect(crawlers.clients.map(({ name, requests }) => [name, requests])).toEqual([
      ["bots beyond 1,000 unknown names", 200],
    ]);
  });
});

describe("clients that are not judged are counted by the first word of their header", () => {
  const countsOf = (headers: readonly string[]): [string, number][] => {
    const crawlers = new Crawlers(knownAgents, []);
    for (const header of headers) if (crawlers.named(header) === undefined) crawlers.countPerson();
    return crawlers.clients.map(({ name, requests }) => [name, requests]);
  };
  it("browsers are one, and so are those without a header", () =>
    expect(
      countsOf([
        ...["Mozilla/5.0 (X11) Firefox/144.0", "Opera/9.8 (X)", "Mozilla/5.0 (Y)", "python-requests/2.31", "-", ""],
        ...["GPTBot/1.3", "colly - https://github.com/gocolly/colly/v2", "Python-Requests/2.32", "/x"],
      ]),
    ).toEqual([
      ["browsers", 3],
      ["without a User-Agent header", 3],
      ["python-requests", 2],
      ["colly", 1],
    ]));
  it("at most 1,000 words", () => {
    const counts = countsOf(Array.from({ length: 3000 }, (_, i) => `tool${i}/1.0`));
    expect([counts.length, counts[0]]).toEqual([1001, ["other names", 2000]]);
  });
});

it("a header that was made to take long takes about as long as another one", () => {
  const msOf = (header: (i: number) => string): number => {
    const crawlers = new Crawlers(knownAgents, []);
    const startedAtMs = performance.now();
    for (let i = 0; i < 200; i++) crawlers.named(header(i));
    return performance.now() - startedAtMs;
  };
  const usual = (i: number): string => `http ${i} ${"a ".repeat(500)}`;
  const made = (i: number): string => `http${i}${"a".repeat(1000)}`;
  msOf(usual);
  // 1.7 ms a header before: 30 times as much.
  expect(msOf(made) / msOf(usual)).toBeLessThan(10);
});
