/** The answer that the tester gives first: one sentence, one line of detail, five tiles. */
import { describe, expect, it } from "vitest";
import { lint } from "../../bindings/owners/lint/index.ts";
import { type Answer, answerOf } from "../../tester/answer.ts";
import { overviewOf } from "../../tester/work/crawlers.ts";

const answerFor = (text: string): Answer =>
  answerOf(overviewOf({ source: { kind: "file", text } }), lint(text), undefined);

describe("the sentence", () => {
  it.each([
    ["", "Every crawler may fetch everything, because the file has no rules."],
    ["User-agent: *\nDisallow: /a\nDisallow: /b", "Google and Bing may crawl your site, except 2 paths."],
    ["User-agent: *\nDisallow: /a\nAllow: /a", "Google and Bing may crawl your whole site."],
    ["User-agent: *\nDisallow: /", "Google and Bing may fetch nothing."],
    ["User-agent: *\nDisallow: /\nAllow: /shop", "Google and Bing may fetch only 1 path."],
    ["User-agent: GPTBot\nDisallow: /", "Google and Bing may crawl your whole site."],
    ["User-agent: bingbot\nDisallow: /", "Bing may fetch nothing. Google may crawl your whole site."],
    ["User-agent: *\nDisallow: /cart\n\nUser-agent: Googlebot\nAllow: /", "Google may fetch /cart, Bing may not."],
    ["User-agent: Googlebot\nDisalow: /a", "Bing may fetch /a, Google may not."],
  ])("for %j", (text, sentence) => expect(answerFor(text).sentence).toBe(sentence));

  it("names the largest loss first, with how many share it", () =>
    expect(answerFor("User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /").sentence).toMatch(
      /^Bing and 2\d\d others may fetch nothing\. Google may crawl your whole site\.$/,
    ));

  it("says what a status decides, and why", () => {
    const overview = overviewOf({ source: { kind: "status", allowed: false, unlike: {} } });
    const outcome = {
      decides: "refuse",
      stopsGoogle: true,
      wantsFile: false,
      because: "the server fails",
      notes: [],
      short: "HTTP 503",
      details: [],
    } as const;
    const { sentence, tiles } = answerOf(overview, undefined, outcome);
    expect(sentence).toBe("No crawler should fetch anything now, because the server fails.");
    expect(tiles.map(({ value }) => value).slice(0, 2)).toEqual(["Nothing", "Nothing"]);
    expect(tiles[4]!.value).toBe("The fetch failed");
  });
});

describe("the tiles", () => {
  const file = "User-agent: *\nDisallow: /cart\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n";

  it("name the paths, and what is allowed below them", () => {
    const [google, bing] = answerFor(file).tiles;
    expect(google).toMatchObject({ value: "All but 1 path", detail: "/cart is refused. /cart/help is allowed." });
    expect(bing!.value).toBe("All but 1 path");
  });

  it("count the training crawlers that may fetch nothing", () => {
    const training = answerFor(file).tiles[2]!;
    expect(training.value).toMatch(/^Nothing for 1 of \d+$/);
    expect(training.shares!.refused).toBe(1);
    expect(training.detail).toMatch(
      /^1 may fetch nothing, \d+ some paths\. Google-Extended and 4 more: use permitted\.$/,
    );
    expect(training.tone).toBe("partly");
  });

  it("count mistakes before warnings", () => {
    expect(answerFor("User-agent: *\nDisallow: private/").tiles[4]!.value).toBe("1 mistake");
    expect(answerFor("User-agent: *\nDisallow: /a\n").tiles[4]!.value).toBe("None");
  });
});
