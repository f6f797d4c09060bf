/** resolveAgent: what a typed name or a User-Agent header means. */

import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { type AgentRow, headerAgents, knownAgents, resolveAgent } from "../../../bindings/owners/agents/index.ts";
import fc, { anyCharacter } from "../../support/properties.ts";

/** "tokens in order; dialect". */
function read(name: string, agents: readonly AgentRow[] = []): string {
  const { tokens, dialect } = resolveAgent(name, { agents });
  return `${tokens.join(", ")}; ${dialect}`;
}

describe("a product token", () => {
  it.each([
    ["Googlebot-Image", "Googlebot-Image, Googlebot; google"],
    ["googlebot-image", "Googlebot-Image, Googlebot; google"],
    ["Applebot", "Applebot, Googlebot; rfc9309"],
    ["YandexImages", "YandexImages, Yandex; rfc9309"],
    ["GPTBot", "GPTBot; rfc9309"],
    ["UnknownBot", "UnknownBot; rfc9309"],
    ["*", "*; rfc9309"],
    // A version does not count.
    ["Googlebot/2.1", "Googlebot; google"],
    ["UnknownBot/1.0", "UnknownBot; rfc9309"],
    // Space around it, and the name of the header, are pasted along.
    [" GPTBot\n", "GPTBot; rfc9309"],
    ["User-Agent: GPTBot/1.2", "GPTBot; rfc9309"],
    // Known from one list of tokens.
    ["kagi-fetcher", "kagi-fetcher; rfc9309"],
    ["Claude-Code", "Claude-Code; rfc9309"],
    ["laion-huggingface-processor", "laion-huggingface-processor; rfc9309"],
    // Parsers end a token at the first space.
    ["Kangaroo Bot", "Kangaroo; rfc9309"],
    // A renamed crawler may obey either name.
    ["Google-NotebookLM", "Google-NotebookLM, Google-GeminiNotebook; google"],
  ])("%j: %s", (name, expected) => expect(read(name)).toBe(expected));
});

describe("a whole User-Agent header", () => {
  const chrome =
    "Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
  it.each([
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "Googlebot; google"],
    [`${chrome} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`, "Googlebot; google"],
    [
      `${chrome} (compatible; AdsBot-Google-Mobile; +http://www.google.com/mobile/adsbot.html)`,
      "AdsBot-Google-Mobile; google",
    ],
    ["SAMSUNG-SGH-E250/1.0 Profile/MIDP-2.0 (compatible; Googlebot/2.1)", "Googlebot; google"],
    ["AdsBot-Google (+http://www.google.com/adsbot.html)", "AdsBot-Google; google"],
    ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "facebookexternalhit; rfc9309"],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)",
      "GPTBot; rfc9309",
    ],
    [
      "Mozilla/5.0 AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Applebot/0.1; +http://www.apple.com/go/applebot)",
      "Applebot, Googlebot; rfc9309",
    ],
    ["CCBot/2.0 (https://commoncrawl.org/faq/)", "CCBot; rfc9309"],
    ["Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)", "YandexBot, Yandex; rfc9309"],
    ["Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)", "Slurp; rfc9309"],
    // What a crawler says that it is like, and what its URL says, is not its name.
    ["TelegramBot (like TwitterBot)", "TelegramBot; rfc9309"],
    ["Mozilla/5.0 (compatible; ExampleBot/1.0; +https://example.com/Googlebot)", "ExampleBot; rfc9309"],
    ["ExampleBot/1.0 (not Googlebot)", "ExampleBot; rfc9309"],
    // A name within another name does not count.
    ["Mozilla/5.0 (compatible; NotGooglebot/1.0)", "NotGooglebot; rfc9309"],
    ["Mozilla/5.0 (compatible; Googlebot-Image/1.0)", "Googlebot-Image, Googlebot; google"],
    [chrome, "Mozilla; rfc9309"],
  ])("%s: %s", (header, expected) => expect(read(header)).toBe(expected));

  it("every known token is found in a header that begins with it, and in one of a browser", () => {
    for (const { token } of [...knownAgents, ...headerAgents]) {
      expect(resolveAgent(`${token}/1.0 (x)`).agent?.token).toBe(token);
      expect(resolveAgent(`Mozilla/5.0 (compatible; ${token}/1.0)`).agent?.token).toBe(token);
    }
  });
});

describe("what was assumed is said", () => {
  it.each([
    ["Googlebot", []],
    ["*", []],
    ["Googlebot/2.1", ["the version 2.1 does not count"]],
    ["ExampleBot", ["ExampleBot is unknown: read as a crawler that follows the standard"]],
    ["Mozilla/5.0 (compatible; bingbot/2.0)", ["the header names bingbot"]],
    ["Google-NotebookLM", ["Google calls Google-NotebookLM Google-GeminiNotebook today"]],
    ["Kangaroo Bot", ['parsers read "Kangaroo Bot" as Kangaroo']],
    ["Slurp/3 (x) ".padEnd(2000, "x"), ["the header names Slurp first", "only the first 1024 characters were read"]],
  ])("%j: %j", (name, expected) => expect(resolveAgent(name).assumed).toEqual(expected));

  it("and what is known is returned", () => {
    expect(resolveAgent("Googlebot").agent).toMatchObject({ operator: "Google", purpose: "search" });
    expect(resolveAgent("ExampleBot")).not.toHaveProperty("agent");
  });
});

describe("rows of the caller", () => {
  const rows: AgentRow[] = [
    { token: "OurBot", operator: "Us", fallback: ["Googlebot"], dialect: "google" },
    { token: "GPTBot", fallback: ["OurBot"] },
  ];

  it("come before the known ones", () => {
    expect(read("OurBot/2", rows)).toBe("OurBot, Googlebot; google");
    expect(read("Mozilla/5.0 (compatible; OurBot/2)", rows)).toBe("OurBot, Googlebot; google");
    expect(read("GPTBot", rows)).toBe("GPTBot, OurBot; rfc9309");
    expect(resolveAgent("GPTBot", { agents: rows }).agent).toMatchObject({ confidence: "caller", purpose: "other" });
  });
});

describe("misuse", () => {
  it.each([
    [undefined, "name: expected a product token or a User-Agent header; got undefined"],
    ["", 'name: expected a product token or a User-Agent header; got ""'],
    ["  ", "name: expected a product token or a User-Agent header"],
    ["/1.0", "name: expected a product token or a User-Agent header"],
    ["https://example.com/bot", "name: expected a product token or a User-Agent header"],
  ])("name of row %#", (name, message) => expect(() => resolveAgent(name as never)).toThrow(message));

  it.each([
    [{ agent: [] }, "did you mean agents?"],
    [{ agents: "GPTBot" }, "agents: expected an array"],
    [{ agents: [null] }, "agents[0]: expected an object"],
    [{ agents: [{ token: "A", fallbacks: [] }] }, "did you mean fallback?"],
    [{ agents: [{ token: "A;B" }] }, "agents[0].token: expected a product token"],
  ])("options %j", (options, message) => expect(() => resolveAgent("GPTBot", options as never)).toThrow(message));
});

describe("any text", () => {
  const pieces = fc.constantFrom(
    "Mozilla/5.0 ",
    "(compatible; ",
    "Googlebot",
    "-Image",
    "/2.1",
    "; ",
    ")",
    "like ",
    "https://",
    "\0",
    "é",
    " ",
  );
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.array(pieces, { maxLength: 20 }).map((all) => all.join("")),
  );

  it("gives tokens that parse accepts, or an error with a code", () => {
    const robots = parse("User-agent: *\nDisallow: /\n");
    fc.assert(
      fc.property(hostile, (name) => {
        try {
          const { tokens, assumed } = resolveAgent(name);
          expect(tokens.length).toBeGreaterThan(0);
          expect(assumed.every((note) => note.length < 1200)).toBe(true);
          robots.agent(tokens);
        } catch (error) {
          expect(error).toMatchObject({ code: "ERR_INVALID_ARG_VALUE" });
        }
      }),
    );
  });

  it("has the same meaning when its case changes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...knownAgents), fc.boolean(), ({ token }, upper) => {
        expect(resolveAgent(upper ? token.toUpperCase() : token.toLowerCase()).agent?.token).toBe(token);
      }),
    );
  });

  it("takes no more look-ups for a header of a megabyte than for one of 1,024 characters", () => {
    const header = `Mozilla/5.0 (${"google-bot ".repeat(100_000)}`;
    const { assumed, ...short } = resolveAgent(header.slice(0, 1024));
    expect(resolveAgent(header)).toMatchObject({
      ...short,
      assumed: [...assumed, "only the first 1024 characters were read"],
    });
  });
});
