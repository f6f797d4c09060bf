/** resolveAgent: what a typed name or a User-Agent header means. */

import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { type AgentRow, headerAgents, knownAgents, resolveAgent } from "../../../bindings/owners/agents/index.ts";
import fc, { anyCharacter } from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** "tokens in order; dialect". */
function read(name: string, agents: readonly AgentRow[] = []): string {
  const { tokens, dialect } = resolveAgent(name, { agents });
  return `${tokens.join(", ")}; ${dialect}`;
}

itEach<[name: string, expected: string]>("a product token: %j: %s", (name, expected) =>
  expect(read(name)).toBe(expected),
);

describe("a whole User-Agent header", () => {
  itEach<[header: string, expected: string]>("a whole User-Agent header: %s: %s", (header, expected) =>
    expect(read(header)).toBe(expected),
  );

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
    ["anthropic-ai", ["Anthropic no longer uses anthropic-ai"]],
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

  itEach<
    [options: { agent?: never[]; agents?: string | (null | { token: string; fallbacks?: never[] })[] }, message: string]
  >("options %j", (options, message) => expect(() => resolveAgent("GPTBot", options as never)).toThrow(message));
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
