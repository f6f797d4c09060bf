/** enforce: what a server does with a request, by its own robots.txt. */
import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { HeaderNames } from "../../../bindings/owners/agents/header-names.ts";
import {
  type Enforcement,
  type EnforceOptions,
  enforce,
  knownAgents,
  parseAddressList,
} from "../../../bindings/owners/agents/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const SITE = "https://shop.example";
const headerOf = (token: string): string => `Mozilla/5.0 (compatible; ${token}/1.0; +https://bot.example/${token})`;
const asked = (file: string, userAgent: string, path = "/a", options: EnforceOptions = {}): Enforcement =>
  enforce(parse(file), { userAgent, url: SITE + path }, options);

const FILE = `User-agent: GPTBot
Disallow: /a
Allow: /a/public

User-agent: ChatGPT-User
User-agent: Googlebot
Disallow: /

User-agent: ShopMonitor
User-agent: Firefox
User-agent: Mozilla
Disallow: /

User-agent: *
Disallow: /carts/`;

describe("the file decides for the crawler that a header names", () => {
  itEach<[title: string, userAgent: string, path: string, allowed: boolean]>(
    "the file decides for the crawler that a header names: %s: %s %s",
    (_, userAgent, path, allowed) => expect(asked(FILE, userAgent, path).allowed).toBe(allowed),
  );

  it("says who, by which rule, and what to answer", () => {
    const { agent, ...verdict } = asked(FILE, headerOf("GPTBot"));
    expect(agent).toMatchObject({ token: "GPTBot", operator: "OpenAI" });
    expect(verdict).toEqual({
      allowed: false,
      reason: "file",
      crawler: "GPTBot",
      spoofed: false,
      rule: { directive: "disallow", pattern: "/a", line: 2 },
      answer: {
        status: 403,
        headers: { "content-type": "text/plain; charset=utf-8", vary: "User-Agent" },
        body: "robots.txt refuses this URL to GPTBot (line 2, Disallow: /a).\n",
      },
    });
  });

  it("the answer is one for the Fetch API", async () => {
    const { answer } = asked(FILE, headerOf("GPTBot"));
    const response = new Response(answer!.body, answer);
    expect([response.status, response.headers.get("vary")]).toEqual([403, "User-Agent"]);
  });

  it("reads the file in the dialect of parse", () => {
    const file = "User-agent: *\nDisalow: /a";
    const request = { userAgent: headerOf("CCBot"), url: `${SITE}/a` };
    expect(enforce(parse(file), request).allowed).toBe(true);
    expect(enforce(parse(file, { dialect: "google" }), request).allowed).toBe(false);
  });

  it("allows what is not an absolute URL", () =>
    expect(enforce(parse(FILE), { userAgent: "GPTBot", url: "/a" })).toMatchObject({
      allowed: true,
      reason: "not-a-url",
    }));
});

describe("a header that names no crawler is never refused", () => {
  const everyone =
    "User-agent: *\nDisallow: /\n\nUser-agent: Mozilla\nUser-agent: Firefox\nUser-agent: Safari\nDisallow: /";

  itEach<string>("a header that names no crawler is never refused: %j", (userAgent) =>
    expect(asked(everyone, userAgent)).toEqual({ allowed: true, reason: "no-crawler", spoofed: false }),
  );

  it.each("Mozilla AppleWebKit Chrome Chromium Safari Firefox Gecko Version Mobile Edg OPR".split(" "))(
    "a group for %s names nobody",
    (word) => expect(asked(`User-agent: ${word}\nDisallow: /`, `${word}/1.0`).reason).toBe("no-crawler"),
  );
});

describe("crawlers that fetch for a person", () => {
  it("are left alone, unless the site wants to refuse them", () => {
    const request = [FILE, "ChatGPT-User/1.0"] as const;
    expect(asked(...request)).toMatchObject({ allowed: true, reason: "person", crawler: "ChatGPT-User" });
    expect(asked(...request, "/a", { people: true })).toMatchObject({ allowed: false, reason: "file" });
  });
});

describe("a spoofed name", () => {
  const at = new Date("2026-11-10T00:00:00Z");
  const list = parseAddressList('{"creationTime":"2026-11-01","prefixes":[{"ipv4Prefix":"192.0.2.0/28"}]}');
  const lists = { "gptbot.json": list };
  const from = (address: string, options: EnforceOptions = {}, path = "/b"): Enforcement =>
    enforce(parse(FILE), { userAgent: "GPTBot/1.3", url: SITE + path, address }, { lists, at, ...options });

  it("is told apart by a list of addresses", () => {
    expect(from("192.0.2.1")).toMatchObject({ identity: "verified", spoofed: false, allowed: true });
    expect(from("198.51.100.1")).toMatchObject({ identity: "false", spoofed: true, allowed: true });
    expect(from("198.51.100.1", { at: new Date("2027-11-10") })).toMatchObject({ identity: "unknown", spoofed: false });
    expect(from("198.51.100.1", { lists: {} })).toMatchObject({ identity: "unknown", spoofed: false });
  });

  it.each([
    ["file", "/b", true, "file"],
    ["file", "/a", false, "file"],
    ["refuse", "/b", false, "spoofed"],
    ["refuse", "/a", false, "file"],
    ["refuse", "/robots.txt", true, "file"],
    ["allow", "/a", true, "spoofed"],
  ] as const)("spoofed: %j, %s", (spoofed, path, allowed, reason) => {
    expect(from("198.51.100.1", { spoofed }, path)).toMatchObject({ allowed, reason, spoofed: true });
    expect(from("192.0.2.1", { spoofed }, path).reason).toBe("file");
  });

  it("a Signature-Agent header is handed back, and proves nothing", () => {
    const request = { userAgent: "GPTBot", url: SITE, address: "198.51.100.1", signatureAgent: '"https://openai.com"' };
    expect(enforce(parse(FILE), request, { lists, at })).toMatchObject({
      spoofed: true,
      signatureAgent: '"https://openai.com"',
    });
  });
});

describe("402 Payment Required", () => {
  const file =
    "User-agent: GPTBot\nLicense: https://shop.example/license.xml\nDisallow: /a\n\nUser-agent: CCBot\nDisallow: /a";

  it("answers a crawler whose group has a License line, if the site wants it", () => {
    expect(asked(file, "GPTBot").answer!.status).toBe(403);
    expect(asked(file, "GPTBot", "/a", { payment: true }).answer).toMatchObject({
      status: 402,
      body: expect.stringMatching(/\nLicense: https:\/\/shop.example\/license.xml\n$/),
    });
    expect(asked(file, "CCBot", "/a", { payment: true }).answer!.status).toBe(403);
  });
});

describe("hostile headers", () => {
  it("are read up to 1,024 characters", () => {
    expect(asked(FILE, `${"x ".repeat(500)}`).reason).toBe("no-crawler");
    expect(asked(FILE, `GPTBot/${"9".repeat(100_000)}`).allowed).toBe(false);
    expect(asked(FILE, `${"(".repeat(2000)}GPTBot`).reason).toBe("no-crawler");
  });

  it("are forgotten: only some are kept, and rules are shared by all crawlers of a group", () => {
    const robots = parse(FILE);
    const names = new HeaderNames(robots);
    const first = names.find("GPTBot/0");
    expect(names.find("GPTBot/0")).toBe(first);
    for (let i = 1; i < 5000; i++) names.find(`GPTBot/${i}`);
    expect(names.find("GPTBot/0")).not.toBe(first);
    expect(names.find("GPTBot/0")!.rules).toBe(first!.rules);
    expect(names.find("CCBot")!.rules).toBe(names.find("AhrefsBot")!.rules);
  });

  it("any text is answered, and never throws", () => {
    const robots = parse(FILE);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string()), fc.string(), (userAgent, url) => {
        expect(typeof enforce(robots, { userAgent, url }).allowed).toBe("boolean");
      }),
    );
  });
});

it("every crawler of the table is found by its token, and decided by it", () => {
  const robots = parse(FILE);
  for (const { token } of knownAgents)
    for (const userAgent of [token, `${token}/1.0 (+https://x.example)`, headerOf(token)]) {
      const verdict = enforce(robots, { userAgent, url: `${SITE}/carts/1` }, { people: true });
      expect([verdict.crawler, verdict.allowed], userAgent).toEqual([token, robots.agent(token).isAllowed("/carts/1")]);
    }
});

describe("misuse", () => {
  const robots = parse("");
  const request = { userAgent: "", url: SITE };

  it.each([
    ["another file", () => enforce("User-agent: *" as never, request), "ERR_INVALID_ARG_TYPE"],
    ["no request", () => enforce(robots, undefined as never), "ERR_INVALID_ARG_TYPE"],
    ["no header", () => enforce(robots, { url: SITE } as never), "ERR_INVALID_ARG_TYPE"],
    ["no URL", () => enforce(robots, { userAgent: "GPTBot" } as never), "ERR_INVALID_ARG_TYPE"],
    ["an unknown member", () => enforce(robots, { ...request, adress: "" } as never), "ERR_UNKNOWN_OPTION"],
    ["an unknown option", () => enforce(robots, request, { spoof: 1 } as never), "ERR_UNKNOWN_OPTION"],
    ["an unknown choice", () => enforce(robots, request, { spoofed: "deny" as never }), "ERR_INVALID_ARG_VALUE"],
    ["a text for a boolean", () => enforce(robots, request, { people: "no" as never }), "ERR_INVALID_ARG_TYPE"],
    [
      "an address that is not text",
      () => enforce(robots, { userAgent: "GPTBot", url: SITE, address: 1 as never }),
      "ERR_INVALID_ARG_TYPE",
    ],
    [
      "a list as text",
      () =>
        enforce(robots, { userAgent: "GPTBot", url: SITE, address: "::1" }, { lists: { "gptbot.json": "" as never } }),
      "ERR_INVALID_ARG_TYPE",
    ],
  ])("%s", (_, call, code) => expect(call).toThrow(expect.objectContaining({ code })));
});
