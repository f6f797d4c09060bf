/** Decision records: what they hold, and that a verdict can be computed again from a record and the file. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type AccessPolicy,
  type DecisionRecord,
  type Fetch,
  type FileRecord,
  policies,
  RobotsClient,
  rfc9309,
} from "../../../bindings/crawl/client/index.ts";
import { VERSION } from "../../../bindings/crawl/client/version.ts";
import { parse } from "../../../bindings/index.ts";
import { expectSameBytes } from "../../support/same-bytes.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const NOW = Date.UTC(2026, 10, 22);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const FILES: readonly string[] = [
  "User-agent: *\nDisallow: /private\nAllow: /private/open\n",
  "User-agent: ExampleBot\nDisallow: /*.pdf$\n\nUser-agent: *\nDisallow: /\n",
  "User-agent: OtherBot\nDisallow: /\n",
  "",
  `User-agent: *\n${"# filler\n".repeat(60_000)}Disallow: /private\n`,
];
const PATHS = ["/", "/private", "/private/open", "/a.pdf", "/a.pdf?x", "/robots.txt", "/x/../private", "/日"];

/** Records of every path, and the verdicts that the client gave. */
async function recorded(options: object, origin = "https://a.example"): Promise<DecisionRecord[]> {
  const records: DecisionRecord[] = [];
  const onDecision = (one: DecisionRecord): unknown => records.push(one);
  const client = new RobotsClient({ agent: "ExampleBot", clock: () => NOW, onDecision, ...options });
  const urls = PATHS.map((path) => `${origin}${path}`);
  const verdicts = [...(await client.isAllowedMany(urls))];
  for (const url of urls)
    verdicts.push(Number(await client.isAllowed(url)), Number((await client.explain(url)).allowed));
  expect(records).toHaveLength(3 * PATHS.length);
  expect(records.map(({ allowed }) => Number(allowed)).sort()).toEqual(verdicts.sort());
  return records;
}

/** The verdict, from the record and the file or the policy only. */
function rebuilt(record: DecisionRecord, file: string): boolean {
  const { agent, dialect, maxBytes, robotsUrl, url } = record;
  expect(record.hash).toBe(sha256(file));
  const rules = parse(file, { dialect, maxBytes, url: robotsUrl }).agent(agent);
  return rules.isAllowed(url) && rules.isAllowed(new URL(url));
}

function rebuiltFromPolicy({ reason, ...record }: DecisionRecord): boolean {
  if (reason === "robots-txt") return true;
  const { statuses, outage } = policies.find(({ name }) => name === record.policy)!;
  const row = statuses.find(({ from, to }) => record.httpStatus! >= from && record.httpStatus! <= to);
  if (record.status === "unavailable") return row?.verdict !== "refused";
  return outage.find(({ untilMs }) => record.outageMs! < untilMs)?.withoutCopy === "allowed";
}

describe.each(policies)("under the policy $name", (policy: AccessPolicy) => {
  it.each([
    ["one token", "ExampleBot"],
    ["two tokens", ["ExampleBot", "OtherBot"]],
  ])("a verdict by a file can be computed again, for %s", async (_, agent) => {
    for (const file of FILES)
      for (const maxBytes of [512_000, 600_000]) {
        const records = await recorded({ agent, policy, maxBytes, fetch: async () => new Response(file) });
        for (const record of records) expect(rebuilt(record, file), record.url).toBe(record.allowed);
      }
  });

  it.each([404, 403, 429, 503, 304])("a verdict without a file can be computed again: %i", async (status) => {
    const records = await recorded({ policy, fetch: async () => new Response(null, { status }) });
    for (const record of records) {
      expect(record).toMatchObject({ httpStatus: status, errorCode: "status", policy: policy.name });
      expect(record.reason).toMatch(record.url.endsWith("/robots.txt") ? /^(robots-txt|policy)$/ : /^policy$/);
      expect(rebuiltFromPolicy(record), record.url).toBe(record.allowed);
    }
  });

  it("a verdict in an outage can be computed again, however long it lasts", async () => {
    let now = NOW;
    const records: DecisionRecord[] = [];
    const fetch: Fetch = () => Promise.reject(Object.assign(new Error("nothing listens"), { code: "ECONNREFUSED" }));
    const onDecision = (one: DecisionRecord): unknown => records.push(one);
    const client = new RobotsClient({ agent: "ExampleBot", policy, fetch, onDecision, clock: () => now });
    for (; now < NOW + 50 * DAY_MS; now += 5 * DAY_MS) await client.isAllowed("https://a.example/x");
    expect(records.map(rebuiltFromPolicy)).toEqual(records.map(({ allowed }) => allowed));
    expect(records.map(({ errorCode }) => errorCode)).toEqual(Array(10).fill("refused"));
    expect(records.map(({ outageMs }) => outageMs! / DAY_MS)).toEqual([0, 5, 10, 15, 20, 25, 30, 35, 40, 45]);
  });
});

describe("a record", () => {
  it("holds what was decided, by what, and when", async () => {
    let now = NOW;
    const records: DecisionRecord[] = [];
    const client = new RobotsClient({
      agent: "ExampleBot",
      clock: () => now,
      fetch: async (url) =>
        url.endsWith("/robots.txt") ? new Response(null, { status: 302, headers: { location: "/r" } }) : file(),
      onDecision: (one) => records.push(one),
    });
    const file = (): Response => new Response(FILES[0]);
    await client.isAllowed("https://a.example:8443/private/1?q#f");
    now += 2 * HOUR_MS;
    await client.isAllowed("https://a.example:8443/x");
    expect(records[0]).toEqual({
      url: "https://a.example:8443/private/1?q#f",
      allowed: false,
      agent: "ExampleBot",
      reason: "rule",
      rule: expect.objectContaining({ directive: "disallow", pattern: "/private", line: 2 }),
      hash: sha256(FILES[0]!),
      maxBytes: 512_000,
      dialect: "rfc9309",
      robotsUrl: "https://a.example:8443/robots.txt",
      fileUrl: "https://a.example:8443/r",
      hops: [
        { url: "https://a.example:8443/robots.txt", httpStatus: 302 },
        { url: "https://a.example:8443/r", httpStatus: 200 },
      ],
      fetchedAt: new Date(NOW),
      decidedAt: new Date(NOW),
      copyAgeMs: 0,
      status: "success",
      httpStatus: 200,
      policy: "rfc9309",
      version: VERSION,
    });
    expect(records[1]).toMatchObject({ reason: "no-match", decidedAt: new Date(now), copyAgeMs: 2 * HOUR_MS });
  });

  it("has the age of the copy that bridges an outage, and why the attempt failed", async () => {
    let [now, status] = [NOW, 200];
    const records: DecisionRecord[] = [];
    const fetch = async (): Promise<Response> => new Response(status === 200 ? FILES[0] : null, { status });
    const client = new RobotsClient({
      agent: "ExampleBot",
      clock: () => now,
      fetch,
      onDecision: (one) => records.push(one),
    });
    await client.isAllowed("https://a.example/private");
    [now, status] = [NOW + 2 * DAY_MS, 503];
    await client.isAllowed("https://a.example/private");
    expect(records[1]).toMatchObject({ allowed: false, reason: "rule", copyAgeMs: 2 * DAY_MS, outageMs: 0 });
    expect(records[1]).toMatchObject({ status: "unreachable", httpStatus: 503, errorCode: "status" });
    expect(rebuilt(records[1]!, FILES[0]!)).toBe(false);
  });

  it("has no negative age when the clock is set back", async () => {
    let now = NOW;
    const records: DecisionRecord[] = [];
    const fetch = async (): Promise<Response> => new Response(FILES[0]);
    const client = new RobotsClient({
      agent: "ExampleBot",
      clock: () => now,
      fetch,
      onDecision: (one) => records.push(one),
    });
    await client.isAllowed("https://a.example/");
    now -= 1000;
    await client.isAllowed("https://a.example/");
    expect(records[1]).toMatchObject({ copyAgeMs: 0, decidedAt: new Date(now) });
  });

  it("says policy where a policy of the caller's own finds rules without a file", async () => {
    const statuses = [{ from: 404, to: 404, status: "unavailable", verdict: "rules" } as const, ...rfc9309.statuses];
    const [first] = await recorded({
      policy: { ...rfc9309, name: "mine", statuses },
      fetch: async () => new Response(null, { status: 404 }),
    });
    expect(first).toMatchObject({ allowed: false, reason: "policy" });
    expect(first).not.toHaveProperty("rule");
  });
});

describe("onFile", () => {
  const long = `User-agent: *\n${"# filler\n".repeat(60_000)}Disallow: /private\n`;
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(FILES[0]!, "utf16le")]);

  it.each<[string, string | Buffer, string | undefined]>([
    ["a whole file has one hash", FILES[0]!, undefined],
    ["of a long file, what was parsed has a hash too", long, long.slice(0, 512_000).replace(/[^\n]*$/, "")],
    ["of a file in UTF-16 the text has a hash too", utf16, FILES[0]!],
  ])("%s", async (_, file, parsed) => {
    const kept: [Uint8Array, FileRecord][] = [];
    const records: DecisionRecord[] = [];
    const client = new RobotsClient({
      agent: "ExampleBot",
      clock: () => NOW,
      fetch: async () => new Response(file as BodyInit),
      onFile: (...one) => kept.push(one),
      onDecision: (one) => records.push(one),
    });
    await client.isAllowed("https://a.example/private");
    await client.isAllowed("https://a.example/");
    const hash = createHash("sha256").update(file).digest("hex");
    const source = { fileUrl: "https://a.example/robots.txt", hash, ...(parsed && { parsedHash: sha256(parsed) }) };
    const hops = [{ url: "https://a.example/robots.txt", httpStatus: 200 }];
    const [bytes, known] = kept[0]!;
    expectSameBytes(bytes, Buffer.from(file), "what onFile got");
    expect(known).toEqual({ robotsUrl: source.fileUrl, ...source, hops, maxBytes: 512_000, fetchedAt: new Date(NOW) });
    expect(kept).toHaveLength(1);
    for (const record of records) expect(record).toMatchObject({ ...source, hops });
  });

  itEach<[string, number, Record<string, string>, object[]]>(
    "is not called without a file, and the record has the requests: %s",
    async (_, status, headers, hops) => {
      const records: DecisionRecord[] = [];
      const client = new RobotsClient({
        agent: "ExampleBot",
        fetch: async () => new Response(null, { status, headers }),
        onFile: () => expect.unreachable(),
        onDecision: (one) => records.push(one),
      });
      await client.isAllowed("https://a.example/");
      expect(records[0]).toMatchObject({ hops });
      expect(records[0]).not.toHaveProperty("fileUrl");
    },
  );
});
