/** Who sent a request: lists of addresses, names in DNS, and what neither of them can prove. */
import { describe, expect, it } from "vitest";
import {
  crawlerIdentities,
  findAgent,
  type IdentityFacts,
  identityOf,
  knownAgents,
  parseAddressList,
  verifyCrawler,
} from "../../../bindings/owners/agents/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const at = new Date("2026-11-20T00:00:00Z");
const listed = (dated: string, ...networks: string[]) =>
  parseAddressList(
    JSON.stringify({
      creationTime: dated,
      prefixes: networks.map((one) => ({ [one.includes(":") ? "ipv6Prefix" : "ipv4Prefix"]: one })),
    }),
  );
const lists = {
  "gptbot.json": listed("2026-11-01T00:00:00.000000", "192.0.2.0/28", "2001:db8:1::/48"),
  "common-crawlers.json": listed("2026-11-19", "192.0.2.32/27"),
};
const identityIn = (userAgent: string, address: string, facts: IdentityFacts): string =>
  verifyCrawler({ userAgent, address }, { at, ...facts }).identity;

describe("lists", () => {
  itEach<[title: string, address: string, time: string, identity: string]>(
    "lists: %s: %s at %s is %s",
    (_, address, time, identity) =>
      expect(identityIn("GPTBot/1.3", address, { lists, at: new Date(time) })).toBe(identity),
  );

  it("an old list that was fetched near the request verifies, but never says false", () => {
    const fetched = {
      "gptbot.json": parseAddressList('{"creationTime":"2024-01-01","fetchedAt":"2026-11-19","x":"192.0.2.1"}'),
    };
    expect(identityIn("GPTBot", "192.0.2.1", { lists: fetched })).toBe("verified");
    expect(identityIn("GPTBot", "192.0.2.16", { lists: fetched })).toBe("unknown");
  });
  it("says which list is old", () =>
    expect(
      verifyCrawler({ userAgent: "GPTBot", address: "192.0.2.1" }, { lists, at: new Date("2027-01-01") }).reason,
    ).toBe("gptbot.json has the address, but is not dated within 30 days of the request."));

  it("a list without a date proves nothing", () => {
    const undated = { "gptbot.json": parseAddressList('["192.0.2.0/28"]') };
    expect(identityIn("GPTBot", "192.0.2.1", { lists: undated })).toBe("unknown");
    expect(identityIn("GPTBot", "192.0.2.16", { lists: undated })).toBe("unknown");
  });

  it("another crawler's list says nothing", () =>
    expect(identityIn("ClaudeBot/1.0", "192.0.2.1", { lists })).toBe("unknown"));
  it("a crawler with two lists needs both to be false", () =>
    expect(
      identityIn("FeedFetcher-Google", "192.0.2.1", {
        lists: { "user-triggered-fetchers.json": lists["gptbot.json"] },
      }),
    ).toBe("verified"));
  it("and is unknown with one that lacks the address", () =>
    expect(
      identityIn("FeedFetcher-Google", "192.0.2.99", {
        lists: { "user-triggered-fetchers.json": lists["gptbot.json"] },
      }),
    ).toBe("unknown"));
});

describe("names in DNS", () => {
  const google = { names: { "crawl-192-0-2-1.googlebot.com": ["192.0.2.1"] } };
  itEach<[title: string, userAgent: string, names: Record<string, string[]>, identity: string]>(
    "names in DNS: %s",
    (_, userAgent, names, identity) => expect(identityIn(userAgent, "192.0.2.1", { names })).toBe(identity),
  );

  it("asked long after the request, they prove nothing", () => {
    expect(identityIn("Googlebot", "192.0.2.1", { names: {}, lookedUpAt: new Date("2027-01-01") })).toBe("unknown");
    expect(identityIn("Googlebot", "192.0.2.1", { ...google, lookedUpAt: new Date("2027-01-01") })).toBe("unknown");
  });
  it("verify what a list lacks", () =>
    expect(identityIn("Googlebot", "192.0.2.1", { lists, ...google })).toBe("verified"));
});

describe("verifyCrawler", () => {
  it("says what decided", () =>
    expect(
      verifyCrawler({ userAgent: "GPTBot", address: "192.0.2.1", signatureAgent: "https://a.example" }, { lists, at }),
    ).toEqual({
      agent: findAgent("GPTBot"),
      ...{ identity: "verified", by: "list", reason: "gptbot.json has the address." },
      signatureAgent: "https://a.example",
    }));
  it("a token that no crawler sends is false", () =>
    expect(verifyCrawler({ userAgent: "Google-Extended", address: "192.0.2.1" })).toMatchObject({
      identity: "false",
      by: "token",
    }));
  it.each([["ExampleBot/1.0"], ["Bytespider"]])("%s: unknown", (userAgent) =>
    expect(verifyCrawler({ userAgent, address: "192.0.2.1" }).identity).toBe("unknown"),
  );
  it("refuses what is not text, and unknown options", () => {
    expect(() => verifyCrawler({ userAgent: "GPTBot", address: 1 as never })).toThrow(
      "request.address: expected an IPv4 or IPv6 address; got number",
    );
    expect(() => verifyCrawler({ userAgent: "GPTBot", address: "::1" }, { range: 1 } as never)).toThrow(
      "ranges".slice(0, 5),
    );
  });
});

describe("lists of addresses", () => {
  it.each([
    ['{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"},{"ipv6Prefix":"2001:db8::/32"}]}', 2, undefined],
    ['{"fetchedAt":"2026-11-02T03:04:05Z","ips":[{"ip_address":"192.0.2.1"}]}', 1, "2026-11-02T03:04:05.000Z"],
    [
      '{"creationTime":"2026-11-01T00:00:00.000000","fetchedAt":"2026-11-23","x":"192.0.2.1"}',
      1,
      "2026-11-01T00:00:00.000Z",
    ],
    ["203.0.113.48/28,US,US-CA,Menlo Park,\r\n2001:db8::/48,US\n# text\n", 2, undefined],
    ["192.0.2.1\n192.0.2.1/32\n", 1, undefined],
    // Lists in lists, to a depth of eight.
    [`[${"[".repeat(7)}"192.0.2.1"${"]".repeat(7)}, "192.0.2.2"]`, 2, undefined],
    [`[${"[".repeat(8)}"192.0.2.1"${"]".repeat(8)}, "192.0.2.2"]`, 1, undefined],
  ])("%s", (text, size, dated) => {
    const list = parseAddressList(text);
    expect([list.size, list.dated?.toISOString()]).toEqual([size, dated]);
  });
  it.each(["0.0.0.0/0", "8.0.0.0/7", "::/0", "2000::/18", "64.0.0.0/2"])(
    "refuses the network %s, which no operator has",
    (network) => {
      for (const text of [network, JSON.stringify({ prefixes: ["192.0.2.0/24", network] })])
        expect(() => parseAddressList(text)).toThrow(`at least /8 in IPv4, /19 in IPv6; got ${network}`);
    },
  );
  it.each(["8.0.0.0/8", "2000::/19"])("takes %s", (network) => expect(parseAddressList(network).size).toBe(1));
  it.each(["", "{}", "<html>", '{"prefixes":["192.0.2.0/33","1.2.3","::/129"]}'])("refuses %j", (text) =>
    expect(() => parseAddressList(text)).toThrow("expected a list with an address or a network"),
  );
});

describe("the table", () => {
  it("finds a crawler by its token or its row, in any case", () => {
    expect(identityOf("gptbot")).toBe(identityOf(findAgent("GPTBot")!));
    expect(identityOf("Bytespider")).toBeUndefined();
  });
  it("names only crawlers of the other table, each once", () => {
    const tokens = crawlerIdentities.flatMap((row) => row.tokens);
    expect(tokens.filter((token) => findAgent(token)?.token !== token)).toEqual([]);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(knownAgents.length).toBeGreaterThan(tokens.length);
  });
  it.each(crawlerIdentities.map((row) => [row.tokens[0], row] as const))(
    "%s has a source, a day, and a way to recognise it",
    (_, row) => {
      expect(row.source).toMatch(/^https:\/\//);
      expect(row.checked).toMatch(/^2026-\d\d-\d\d$/);
      expect(row.lists.length + row.suffixes.length).toBeGreaterThan(0);
      expect(row.operator).toBe(findAgent(row.tokens[0]!)?.operator);
      for (const { file, url } of row.lists)
        expect([file, url]).toEqual([expect.stringMatching(/^[\w-]+\.(json|csv)$/), expect.stringMatching(/^https:/)]);
    },
  );
});
