/** `--fetch-ranges` and `--dns`: each list and address is asked for once, answers are kept, and a failure is no answer. */
import { createSocket } from "node:dgram";
import { getServers, setServers } from "node:dns";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DnsAnswer } from "../../../bindings/bulk/logs/identities.ts";
import { Identities } from "../../../bindings/bulk/logs/index.ts";
import { runCommand } from "../../../bindings/cli/commands.ts";
import { dnsIn, listsIn } from "../../../bindings/cli/logs/log-inputs.ts";
import { dnsAsker, fetchList, keepDns, listFetcher, type Resolver } from "../../../bindings/cli/logs/lookups.ts";
import { type AddressList, identityOf } from "../../../bindings/owners/agents/index.ts";
import { combined, eventsIn } from "../../bulk/logs/replayed.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

let folder: string;
let warnings: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "robots-wasm-lookups-"));
  warnings = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    warnings += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const NOW = new Date().toISOString();
const eventsOf = (...senders: readonly (readonly [agent: string, address: string])[]) =>
  eventsIn(senders.map(([agent, address]) => combined(NOW, "/a", agent, { address })).join(""));
const events = eventsOf(["GPTBot/1.3", "192.0.2.1"], ["GPTBot/1.3", "198.51.100.7"], ["Nobody/1.0", "192.0.2.9"]);
const [gpt] = identityOf("GPTBot")!.lists;

function identitiesBy(lists: Record<string, AddressList>): string[] {
  const identities = new Identities({ lists, dns: new Map() });
  const senders = events
    .slice(0, 2)
    .map(({ request }) => identities.of(request.crawler).at(request.address, request.timeMs));
  return senders.map(({ identification }) => identification.identity);
}

describe("--fetch-ranges", () => {
  itEach<[title: string, text: string]>("keeps a dated copy of %s, which tells who is the crawler", async (_, text) => {
    const [lists, asked]: [Record<string, AddressList>, string[]] = [{}, []];
    const prepare = listFetcher(folder, lists, async (url) => {
      asked.push(url);
      return text;
    });
    await prepare(events);
    await prepare(events);
    expect(asked).toEqual(identityOf("GPTBot")!.lists.map(({ url }) => url));
    expect(JSON.parse(readFileSync(join(folder, gpt!.file), "utf8"))).toMatchObject({ source: gpt!.url });
    expect(Object.keys(lists)).toEqual([gpt!.file]);
    for (const known of [lists, listsIn(folder)]) expect(identitiesBy(known)).toEqual(["verified", "false"]);
  });

  it("asks once for a list that crawlers share, also if that fails", async () => {
    const asked: string[] = [];
    const prepare = listFetcher(folder, {}, async (url) => {
      asked.push(url);
      throw new Error("connect ECONNREFUSED");
    });
    await prepare(eventsOf(["Googlebot/2.1", "192.0.2.1"], ["Googlebot-Image/1.0", "192.0.2.1"]));
    expect(asked).toEqual(identityOf("Googlebot")!.lists.map(({ url }) => url));
  });

  it.each([
    ["the network fails", new Error("connect ECONNREFUSED")],
    ["the list has another form", "<html>"],
  ])("says so if %s, and leaves identities unknown", async (_, answer) => {
    const lists: Record<string, AddressList> = {};
    await listFetcher(folder, lists, async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    })(events);
    expect([lists, readdirSync(folder)]).toEqual([{}, []]);
    expect(warnings).toContain(`${gpt!.url}: `);
    expect(warnings).toContain("identities that need it are unknown");
  });

  itEach<[path: string, wanted: string]>("over HTTP, %s: %s", async (path, wanted) => {
    const server = createServer(({ url }, response) => {
      if (url === "/list") response.end("[]");
      else if (url === "/missing") response.writeHead(404).end();
      else response.end(Buffer.alloc(2 ** 24 + 1, 32));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
    const { port } = server.address() as AddressInfo;
    const text = await fetchList(`http://127.0.0.1:${port}${path}`).catch((error: Error) => error.message);
    server.close();
    server.closeAllConnections();
    expect(text).toBe(wanted);
  });
});

describe("--dns", () => {
  const none = async (): Promise<never> => {
    throw Object.assign(new Error("none"), { code: "ENOTFOUND" });
  };
  const broken = async (): Promise<never> => {
    throw Object.assign(new Error("broken"), { code: "ESERVFAIL" });
  };
  const google = eventsOf(["Googlebot/2.1", "192.0.2.1"]);
  const ask = async (given: Partial<Resolver>): Promise<Map<string, DnsAnswer>> => {
    const known = new Map<string, DnsAnswer>();
    const resolver = { resolvePtr: none, resolve4: none, resolve6: none, ...given } as Resolver;
    await dnsAsker(new Identities({ lists: {}, dns: known }), known, resolver)(google);
    return known;
  };

  it.each([
    [
      "the name leads back",
      { resolvePtr: async () => ["crawl.googlebot.com"], resolve4: async () => ["192.0.2.1"] },
      "verified",
    ],
    [
      "the name leads elsewhere",
      { resolvePtr: async () => ["crawl.googlebot.com"], resolve4: async () => ["192.0.2.2"] },
      "false",
    ],
    ["the name has no address", { resolvePtr: async () => ["crawl.googlebot.com"] }, "false"],
    [
      "the name is somebody else's",
      { resolvePtr: async () => ["a.example"], resolve4: async () => ["192.0.2.1"] },
      "false",
    ],
    ["there is no name", {}, "false"],
    ["DNS does not answer", { resolvePtr: broken }, "unknown"],
    [
      "DNS does not answer for the name",
      { resolvePtr: async () => ["crawl.googlebot.com"], resolve4: broken },
      "unknown",
    ],
  ] as [string, Partial<Resolver>, string][])("%s", async (_, resolver, identity) => {
    const dns = await ask(resolver);
    const [{ request }] = google as [(typeof google)[number]];
    const { identification } = new Identities({ lists: {}, dns })
      .of(request.crawler)
      .at(request.address, request.timeMs);
    expect(identification.identity).toBe(identity);
    await keepDns(folder, dns);
    expect(dnsIn(folder)).toEqual(dns);
  });

  it("asks about each address once, and not about proxies or crawlers without names in DNS", async () => {
    const asked: string[] = [];
    const resolvePtr = async (name: string): Promise<string[]> => {
      asked.push(name);
      return [];
    };
    const known = new Map<string, DnsAnswer>();
    const resolver = { resolvePtr, resolve4: none, resolve6: none } as unknown as Resolver;
    const prepare = dnsAsker(new Identities({ lists: {}, dns: known }), known, resolver);
    const many = Array.from({ length: 40 }, (_, i) => ["Googlebot/2.1", `192.0.2.${i}`] as const);
    await prepare(eventsOf(...many, ...many, ["Nobody/1.0", "198.51.100.1"]));
    await prepare(eventsOf(["Googlebot/2.1", "10.0.0.1"], ["Googlebot/2.1", "173.245.48.1"]));
    await prepare(eventsOf(...many));
    expect(asked).toEqual(many.map((_, i) => `${i}.2.0.192.in-addr.arpa`));
  });
});

describe("--dns is bounded, whoever owns the addresses", () => {
  const googlebots = (count: number) =>
    eventsOf(...Array.from({ length: count }, (_, i) => ["Googlebot/2.1", `192.0.${i >> 8}.${i & 255}`] as const));
  const silent = () => new Promise<never>(() => {});
  const bounds = { addresses: 4096, sideBySide: 32, addressMs: 20, totalMs: 60_000 };
  const askerWith = (given: Partial<Resolver>, options = {}) => {
    const known = new Map<string, DnsAnswer>();
    const resolver = { resolvePtr: silent, resolve4: silent, resolve6: silent, ...given } as Resolver;
    return { known, ask: dnsAsker(new Identities({ lists: {}, dns: known }), known, resolver, { bounds, ...options }) };
  };

  it.each([
    ["names that could never verify", (i: number) => `a${i}.evil.example`, 0, true],
    ["more names of the operator than any crawler has", (i: number) => `a${i}.googlebot.com`, 0, false],
  ])("1,200 %s lead to no question", async (_, name, questions, isAnswer) => {
    const asked: string[] = [];
    const { known, ask } = askerWith({
      resolvePtr: async () => Array.from({ length: 1200 }, (__, i) => name(i)),
      resolve4: (async (one: string) => {
        asked.push(one);
        return ["192.0.0.0"];
      }) as Resolver["resolve4"],
    });
    await ask(googlebots(1));
    expect([asked.length, known.size]).toEqual([questions, isAnswer ? 1 : 0]);
  });
  it("only the names of operators are asked for and kept", async () => {
    const { known, ask } = askerWith({
      resolvePtr: async () => ["x.evil.example", "crawl.googlebot.com"],
      resolve4: (async () => ["192.0.0.0"]) as unknown as Resolver["resolve4"],
    });
    await ask(googlebots(1));
    expect([...known.values()].map(({ names }) => names)).toEqual([{ "crawl.googlebot.com": ["192.0.0.0"] }]);
  });
  it("names that do not lead back are not kept: they would fill the file", async () => {
    const { known, ask } = askerWith({
      resolvePtr: async () => Array.from({ length: 8 }, (_, i) => `${"x".repeat(60)}${i}.googlebot.com`),
      resolve4: (async () => ["198.51.100.1"]) as unknown as Resolver["resolve4"],
    });
    await ask(googlebots(1));
    expect([...known.values()].map(({ names }) => names)).toEqual([{}]);
  });
  it("addresses are asked about side by side", async () => {
    let running = 0;
    let most = 0;
    const resolvePtr = async (): Promise<string[]> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running--;
      return [];
    };
    const { known, ask } = askerWith({ resolvePtr }, { bounds: { ...bounds, addressMs: 10_000 } });
    await ask(googlebots(100));
    expect([most, known.size]).toEqual([32, 100]);
  });
  it("an address that is silent has one deadline for all its questions", async () => {
    const { known, ask } = askerWith({ resolvePtr: async () => ["crawl.googlebot.com"] });
    await ask(googlebots(48));
    await askerWith({}).ask(googlebots(48));
    expect(known.size).toBe(0);
  });
  it.each([
    ["addresses", { addresses: 40, totalMs: 60_000 }],
    ["time", { addresses: 4096, totalMs: 0 }],
  ])("a bound of %s is told", async (_, more) => {
    const resolvePtr = async (): Promise<string[]> => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [];
    };
    const { known, ask } = askerWith({ resolvePtr }, { bounds: { ...bounds, ...more } });
    await ask(googlebots(100));
    expect(known.size).toBeLessThan(100);
    expect(warnings).toContain("which is the limit; others are unknown");
  });
  it("stops when it is interrupted", async () => {
    const stop = new AbortController();
    const resolvePtr = async (): Promise<string[]> => {
      stop.abort();
      return [];
    };
    const { known, ask } = askerWith({ resolvePtr }, { signal: stop.signal });
    await ask(googlebots(100));
    expect(known.size).toBeLessThan(33);
  });
  it("an old answer is asked for again", async () => {
    const { known, ask } = askerWith({ resolvePtr: async () => [] });
    known.set("192.0.0.0", { names: { "a.googlebot.com": ["192.0.0.0"] }, lookedUpAtMs: Date.now() - 40 * 86_400_000 });
    await ask(googlebots(1));
    expect(known.get("192.0.0.0")!.names).toEqual({});
  });
});

itEach<string>("dns.json with %s is refused by its name", (text) => {
  writeFileSync(join(folder, "dns.json"), text);
  expect(() => dnsIn(folder)).toThrow(/dns\.json: expected answers of DNS as --dns keeps them/);
});

it("a list with a network that nobody has is refused by its name", () => {
  writeFileSync(join(folder, "gptbot.json"), '{"prefixes":["0.0.0.0/0"]}');
  expect(() => listsIn(folder)).toThrow(/gptbot\.json: .*at least \/8 in IPv4.*got 0\.0\.0\.0\/0/);
});

describe("the command, against servers on loopback", () => {
  const SERVFAIL = 2;
  const NXDOMAIN = 3;
  /** Names of the zone; a number is the code of a failure. */
  const zone: Readonly<Record<string, readonly number[] | string | number>> = {
    "1.2.0.192.in-addr.arpa": "crawl.googlebot.com",
    "crawl.googlebot.com": [192, 0, 2, 1],
    "3.2.0.192.in-addr.arpa": SERVFAIL,
  };
  const encoded = (name: string): Buffer =>
    Buffer.concat([...name.split("."), ""].map((label) => Buffer.from([label.length, ...Buffer.from(label)])));

  /** An answer of DNS (RFC 1035 §4.1). */
  function answerTo(question: Buffer): Buffer {
    const labels: string[] = [];
    let at = 12;
    for (; question[at] !== 0; at += 1 + question[at]!)
      labels.push(question.toString("latin1", at + 1, at + 1 + question[at]!));
    const found = zone[labels.join(".").toLowerCase()] ?? NXDOMAIN;
    const data = typeof found === "string" ? encoded(found) : Buffer.from(typeof found === "number" ? [] : found);
    const isFailure = typeof found === "number";
    const type = question.subarray(at + 1, at + 3);
    const head = [
      ...question.subarray(0, 2),
      0x81,
      0x80 | (isFailure ? found : 0),
      0,
      1,
      0,
      isFailure ? 0 : 1,
      0,
      0,
      0,
      0,
    ];
    const record = [0xc0, 12, ...type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data];
    return Buffer.from([...head, ...question.subarray(12, at + 5), ...(isFailure ? [] : record)]);
  }

  async function report(words: readonly string[], ...addresses: readonly string[]): Promise<[number, unknown]> {
    const log = join(folder, "..", `${basename(folder)}.log`);
    const agent = words.includes("--dns") ? "Googlebot/2.1" : "GPTBot/1.3";
    writeFileSync(log, addresses.map((one) => combined(NOW, "/cart", agent, { address: one })).join(""));
    const robots = join(folder, "..", `${basename(folder)}.txt`);
    writeFileSync(robots, "User-agent: *\nDisallow: /cart\n");
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const code = await runCommand(["logs", "--robots", robots, "--ranges", folder, "--json", ...words, log]);
    const { crawlers } = JSON.parse(String(write.mock.calls.at(-1)![0]));
    const [{ verified, unknown, false: others, violations }] = crawlers;
    return [code, { verified, unknown, others, violations }];
  }

  it("asks DNS, and the next run has its answers", async () => {
    const server = createSocket("udp4", (question, { port, address }) =>
      server.send(answerTo(question), port, address),
    );
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    const before = getServers();
    setServers([`127.0.0.1:${server.address().port}`]);
    const counts = { verified: 1, unknown: 1, others: 1, violations: 2 };
    try {
      expect(await report(["--dns"], "192.0.2.1", "192.0.2.2", "192.0.2.3")).toEqual([1, counts]);
    } finally {
      setServers(before);
      server.close();
    }
    expect([...dnsIn(folder).keys()].sort()).toEqual(["192.0.2.1", "192.0.2.2"]);
  });

  it("fetches lists, and the next run has them", async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.end(JSON.stringify({ prefixes: [{ ipv4Prefix: "192.0.2.1/32" }] }));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { fetch } = globalThis;
    const { port } = server.address() as AddressInfo;
    vi.spyOn(globalThis, "fetch").mockImplementation((url, options) =>
      fetch(`http://127.0.0.1:${port}${new URL(String(url)).pathname}`, options),
    );
    const counts = { verified: 1, unknown: 0, others: 1, violations: 1 };
    expect(await report(["--fetch-ranges"], "192.0.2.1", "192.0.2.2")).toEqual([1, counts]);
    server.close();
    server.closeAllConnections();
    expect(await report([], "192.0.2.1", "192.0.2.2")).toEqual([1, counts]);
    expect(asked).toEqual([new URL(gpt!.url).pathname]);
  });
});
