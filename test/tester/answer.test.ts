/** The answer that the tester gives first: one sentence, one line of detail, five tiles. */
import { describe, expect, it } from "vitest";
import { lint } from "../../bindings/owners/lint/index.ts";
import { type Answer, answerOf, urlSharesText } from "../../tester/answer.ts";
import { overviewOf } from "../../tester/work/crawlers.ts";

const answerFor = (text: string): Answer =>
  answerOf(overviewOf({ source: { kind: "file", text } }), lint(text), undefined);

describe("the sentence", () => {
  it.each([
    ["", "Every crawler may fetch everything, because the file has no rules."],
    [
      "User-agent: *\nDisallow: /a\nDisallow: /b",
      "Google and Bing may crawl your site, except addresses that match 2 rules, such as everything that begins with /a.",
    ],
    ["User-agent: *\nDisallow: /a\nAllow: /a", "Google and Bing may crawl your whole site."],
    ["User-agent: *\nDisallow: /", "Google and Bing may fetch nothing."],
    ["User-agent: *\nDisallow: /\nAllow: /shop", "Google and Bing may fetch only what begins with /shop."],
    ["User-agent: *\nDisallow: /p", "Google and Bing may crawl your site, except everything that begins with /p."],
    ["User-agent: *\nDisallow: /$", "Google and Bing may crawl your site, except your home page."],
    [
      "User-agent: *\nDisallow: /long/path\nDisallow: /p\nDisallow: /$",
      "Google and Bing may crawl your site, except your home page and addresses that match 2 rules, such as everything that begins with /p.",
    ],
    ["User-agent: *\nDisallow: /\nAllow: /$", "Google and Bing may fetch only your home page."],
    [
      "User-agent: *\nDisallow: /c\nAllow: /c/d",
      "Google and Bing may crawl your site, except most of what begins with /c.",
    ],
    ["User-agent: *\nDisallow: /*?s=", "Google and Bing may crawl your site, except addresses that match /*?s=."],
    ["Disallow:", "Every crawler may fetch everything, because no line names a crawler before the rules."],
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

describe("one URL", () => {
  it("is counted as one URL", () => {
    expect(urlSharesText({ refused: 20, partly: 0, allowed: 0 })).toBe("20 may not fetch this URL");
    expect(urlSharesText({ refused: 2, partly: 0, allowed: 3 })).toBe("2 may not fetch this URL, 3 may");
  });
});

describe("the tiles", () => {
  const file = "User-agent: *\nDisallow: /cart\nAllow: /cart/help\n\nUser-agent: GPTBot\nDisallow: /\n";

  it("name the paths, and what is allowed below them", () => {
    const [google, bing] = answerFor(file).tiles;
    expect(google).toMatchObject({ value: "All, except 1 rule", detail: "/cart is refused. /cart/help is allowed." });
    expect(bing!.value).toBe("All, except 1 rule");
  });

  it("count the training crawlers that may fetch nothing", () => {
    const training = answerFor(file).tiles[2]!;
    expect(training.value).toMatch(/^1 of \d+ blocked$/);
    expect(training.shares!.refused).toBe(1);
    expect(training.detail).toMatch(
      /^1 may fetch nothing, \d+ some paths\. No rule forbids Google-Extended and 4 others to train on your pages\.$/,
    );
    expect(training.tone).toBe("partly");
  });

  it.each([
    ["Googlebot-Image", "Google Images may fetch nothing."],
    ["Googlebot-News", "Google News may fetch nothing."],
    ["AdsBot-Google", "Google Ads may fetch nothing."],
  ])("name the part of Google that is refused: %s", (token, detail) =>
    expect(answerFor(`User-agent: ${token}\nDisallow: /`).tiles[0]).toMatchObject({ value: "Not everything", detail }),
  );

  it.each([
    ["User-agent: Google-Extended\nDisallow: /", "Google-Extended may not train on your pages."],
    ["User-agent: *\nContent-Signal: ai-train=no\nAllow: /", "Line 2 asks not to train on your pages."],
  ])("say what permits training: %j", (text, says) => {
    const { tone, value, detail } = answerFor(text).tiles[2]!;
    expect([tone, value]).toEqual(["partly", "None blocked"]);
    expect(detail).toContain(says);
  });

  it("say that only the home page is allowed", () => {
    const { tiles, more } = answerFor("User-agent: *\nDisallow: /\nAllow: /$");
    expect(tiles[0]!.value).toBe("Only your home page");
    expect(more).toMatch(/^All \d+ AI training crawlers may fetch only your home page\./);
  });

  it("have one count for 300 rules", () => {
    const rules = Array.from({ length: 300 }, (_, i) => `Disallow: /p${i}/x`);
    const text = `User-agent: *\n${rules.join("\n")}`;
    const [google, bing] = answerOf(overviewOf({ source: { kind: "file", text } }), undefined, undefined).tiles;
    expect(google!.value).toBe("All, except 300 rules");
    expect(bing!.value).toBe(google!.value);
  });

  it("count mistakes before warnings", () => {
    expect(answerFor("User-agent: *\nDisallow: private/").tiles[4]!.value).toBe("1 mistake");
    expect(answerFor("User-agent: *\nDisallow: /a\n").tiles[4]!.value).toBe("None");
  });
});
