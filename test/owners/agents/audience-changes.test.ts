/** Who loses pages by a new version of a file: examples, counts, and the line that is responsible. */
import { describe, expect, it } from "vitest";
import { crowdsBetween } from "../../../bindings/owners/agents/audiences.ts";
import { compareVersions, knownAgents } from "../../../bindings/owners/agents/index.ts";
import {
  type AudienceChange,
  audienceChanges,
  audienceTexts,
  headlineOf,
} from "../../../bindings/owners/agents/internal.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const OLD = "User-agent: *\nDisallow: /cart\n";

const changesOf = (after: string, urls?: readonly string[], before = OLD): ReadonlyMap<string, AudienceChange> =>
  new Map(audienceChanges(before, after, urls && { urls }).map((one) => [one.audience.id, one]));

const saysOf = (after: string, urls?: readonly string[], before = OLD): ReadonlyMap<string, string> =>
  new Map(
    audienceTexts([...changesOf(after, urls, before).values()], urls?.length).map(({ title, says, by }) => [
      title,
      by === undefined ? says : `${says}; ${by.isRemoved ? "removed " : ""}line ${by.line}`,
    ]),
  );

const headline = (after: string, before = OLD) =>
  headlineOf([...changesOf(after, undefined, before).values()], { mistakes: 0, fields: [] });

describe("audiences", () => {
  it("take every crawler that is still sent, once", () => {
    const rows = crowdsBetween("", "").flatMap(({ rows: own }) => own);
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows).toHaveLength(knownAgents.filter(({ status }) => status === "active").length);
  });
});

describe("without URLs, examples are made", () => {
  it("a comment changes nothing", () => {
    for (const says of saysOf(`# hello\n${OLD}`).values()) expect(says).toBe("nothing changes");
    expect(headline(`# hello\n${OLD}`)).toEqual({ verdict: "safe", title: "Safe to publish.", loss: "" });
  });

  it("a rule that decides nothing changes nothing", () =>
    expect(saysOf(`${OLD}Disallow: /cart/x\n`).get("Google Search")).toBe("nothing changes"));

  it("a new rule is responsible for a loss", () =>
    expect(saysOf(`${OLD}Disallow: /products/a\n`).get("Google Search")).toBe("loses /products/a; line 3"));

  it("a removed rule is responsible for a gain", () =>
    expect(saysOf("User-agent: *\nDisallow:\n").get("Bing")).toBe("gains /cart, as Google Search; removed line 2"));

  it("Google's ads crawlers ignore the groups for *", () => {
    const ads = changesOf("User-agent: *\nDisallow: /\n").get("ads")!;
    expect(ads.lost.tokens).not.toContain("AdsBot-Google");
    expect(ads.lost.whole).toContain("Storebot-Google");
  });
});

describe("names that no table has", () => {
  const rowOf = (before: string, after: string) => {
    const { headline, audiences, fields } = compareVersions(before, after);
    return [headline.title, audiences.find(({ id }) => id === "named")?.says, ...fields.map(({ says }) => says)];
  };

  itEach<[title: string, before: string, after: string, title: string, says: string]>(
    "are an audience of their own: %s",
    (_, before, after, title, says) => expect(rowOf(before + OLD, after + OLD)).toEqual([title, says]),
  );

  it("and their fields count", () =>
    expect(rowOf("User-agent: MyBot\nCrawl-delay: 1\n", "User-agent: MyBot\nCrawl-delay: 90\n")).toEqual([
      "Look before you publish.",
      "nothing changes",
      "Crawl-delay: 1 becomes 90, for MyBot",
    ]));

  it("have no row where their groups stay as they are", () =>
    expect(
      rowOf(`User-agent: MyBot\nDisallow: /b\n\n${OLD}`, `${OLD}# end\nUser-agent: MyBot\nDisallow: /b\n`),
    ).toEqual(["Safe to publish.", undefined]));

  it("are compared up to a limit, beyond which it is not safe", () => {
    const names = Array.from({ length: 60 }, (_, i) => `User-agent: bot-${"x".repeat(i + 1)}\n`).join("");
    expect(rowOf(`${names}Crawl-delay: 1\nDisallow: /b\n`, `${names}Crawl-delay: 1\nAllow: /\nDisallow: /b\n`)[0]).toBe(
      "Look before you publish.",
    );
  });
});

describe("the worst comes first", () => {
  it("the whole site before one path", () => {
    const after = `${OLD}Disallow: /pri\n\nUser-agent: bingbot\nDisallow: /\n`;
    expect(headline(after)).toEqual({
      verdict: "unsafe",
      title: "Not safe yet.",
      loss: "Bing could no longer fetch any page.",
    });
  });

  it("with how many lose it too", () =>
    expect(headline("User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /cart\n").loss).toMatch(
      /^Bing and 2\d\d others could no longer fetch any page\.$/,
    ));

  it("a loss for AI training is a choice, not a mistake", () =>
    expect(headline(`${OLD}\nUser-agent: GPTBot\nDisallow: /\n`)).toEqual({
      verdict: "safe",
      title: "Safe, if you mean it.",
      loss: "GPTBot could no longer fetch any page.",
    }));

  it("a page that Google loses before the site that AI training loses", () =>
    expect(headline(`${OLD}Disallow: /p\n\nUser-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n`).loss).toMatch(
      /^Google Search and 2\d\d others lose \/p/,
    ));
});

it("the line is the one of the crawler's own group", () => {
  const after = `${OLD}\nUser-agent: ClaudeBot\nDisallow: /\n\nUser-agent: bingbot\nDisallow: /\n`;
  expect(saysOf(after).get("Bing")).toBe("loses your whole site; line 8");
  expect(saysOf(after).get("AI training")).toBe("loses your whole site, for ClaudeBot; line 5");
});

describe("with URLs, pages are counted", () => {
  const urls = ["/", "/cart", "/products/a", "/products/a/1", "https://shop.example/products/b"];

  it("that are lost and gained", () => {
    const after = "User-agent: *\nDisallow: /products/a\n";
    expect(saysOf(after, urls).get("Google Search")).toBe("loses 2 of 5 pages; gains 1 of 5 pages; line 2");
  });

  it("and a change that no page of the list meets counts nothing", () =>
    expect(saysOf(`${OLD}Disallow: /elsewhere\n`, urls).get("Google Search")).toBe("no listed page changes"));
});

it("says how many crawlers of a choice may fetch nothing", () => {
  const [, after] = changesOf(`${OLD}\nUser-agent: GPTBot\nUser-agent: ClaudeBot\nDisallow: /\n`).get(
    "training",
  )!.refused;
  expect(after).toBe(2);
});

it("a crawler's own group that loses the rules of * gains their paths", () =>
  expect(saysOf(`${OLD}\nUser-agent: Googlebot\nDisallow: /x\n`).get("Google Search")).toBe(
    "loses /x; gains /cart; line 5",
  ));
