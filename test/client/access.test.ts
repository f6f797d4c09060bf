/** The table of cases/access.ts, against the pure core and a real server on loopback: both say the same. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AccessPolicy,
  type Action,
  decodeEntry,
  type Entry,
  encodeEntry,
  google,
  koster1996,
  memoryStore,
  policies,
  RobotsClient,
  rfc9309,
  start,
  step,
  succeed,
  verdictOf,
} from "../../bindings/client/index.ts";
import { parse } from "../../bindings/index.ts";
import { type Case, cases, type Reply } from "./cases/access.ts";

const NOW = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const BODY = "User-agent: *\nDisallow: /private\nCrawl-delay: 2\n";
const body = { rules: parse(BODY).agent("ExampleBot"), sitemaps: [], hash: "" };

function pure(policy: AccessPolicy, replies: readonly Reply[], known?: Entry, now = NOW): Entry {
  const left = [...replies];
  let action: Action = start("http://a.example/robots.txt", known);
  while (action.type === "request") {
    const { code, headers = {} } = left.shift()!;
    const { attempt } = action;
    const response = { status: code, headers };
    action = step(
      policy,
      now,
      known,
      attempt,
      code === 0 ? { type: "error", error: "reset" } : { type: "response", ...response },
    );
    if (action.type === "read") return succeed(policy, now, attempt, response, body);
  }
  if (action.type !== "done") throw new Error(action.type);
  return action.entry;
}

let replies: Reply[] = [];
let requests = 0;
const seen: (string | undefined)[] = [];
let server: Server;
let origin = "";
beforeAll(async () => {
  server = createServer((request, response) => {
    requests++;
    seen.push(request.headers["if-none-match"]);
    const { code, headers } = replies.shift() ?? { code: 200 };
    if (code === 0) return void request.socket.resetAndDestroy();
    response.sendDate = false;
    response.writeHead(code, headers).end(code === 200 ? BODY : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const cell = <T>(cells: readonly T[], policy: AccessPolicy): T => cells[policies.indexOf(policy)] ?? cells[0]!;

describe.each(policies)("$name", (policy) => {
  it("has 40 cases and more", () => expect(cases.length).toBeGreaterThanOrEqual(40));

  it.each(cases)("pure core: $name", ({ replies, expected, freshMs }: Case) => {
    const entry = pure(policy, replies);
    expect(`${entry.status}/${verdictOf(policy, NOW, entry)}`).toBe(cell(expected, policy));
    if (freshMs !== undefined) expect(entry.expiresAtMs - NOW).toBe(cell(freshMs, policy));
  });

  it.each(cases)("loopback server: $name", async (one: Case) => {
    replies = [...one.replies];
    const client = new RobotsClient({ agent: "ExampleBot", policy, clock: () => NOW });
    const { access } = await client.get(`${origin}/x`);
    expect(`${access.status}/${access.verdict}`).toBe(cell(one.expected, policy));
    if (one.freshMs !== undefined) expect(access.expiresAt.getTime() - NOW).toBe(cell(one.freshMs, policy));
    expect(replies).toEqual([]);
  });
});

describe("an outage, on a virtual clock (RFC 9309 §2.3.1.4)", () => {
  const copy = (policy: AccessPolicy): Entry => pure(policy, [{ code: 200 }]);
  it.each([
    [
      rfc9309,
      [0, "rules", 29 * DAY, "rules", 31 * DAY, "allow"],
      [0, "disallow", 29 * DAY, "disallow", 31 * DAY, "allow"],
    ],
    [google, [0, "disallow", DAY / 4, "disallow", DAY, "rules", 31 * DAY, "allow"], [0, "disallow", DAY, "allow"]],
    [koster1996, [0, "disallow", 90 * DAY, "disallow"], [0, "disallow", 90 * DAY, "disallow"]],
  ])("outage of policy %#", (policy, withCopy, without) => {
    for (const [known, rows] of [
      [copy(policy), withCopy],
      [undefined, without],
    ] as const) {
      const entry = pure(policy, [{ code: 500 }], known);
      for (let i = 0; i < rows.length; i += 2)
        expect(verdictOf(policy, NOW + (rows[i] as number), entry), `${rows[i]}`).toBe(rows[i + 1]);
    }
  });

  it("Retry-After is honoured up to a day, failures back off", () => {
    const wait = (header: string): number =>
      pure(rfc9309, [{ code: 503, headers: { "retry-after": header } }]).expiresAtMs - NOW;
    expect(["120", "999999999", "Sat, 21 Nov 2026 01:00:00 GMT", "soon"].map(wait)).toEqual([
      120_000,
      DAY,
      3_600_000,
      60_000,
    ]);
    const first = pure(rfc9309, [{ code: 500 }]);
    const second = pure(rfc9309, [{ code: 500 }], first, NOW + DAY);
    expect([second.failures, second.unreachableSinceMs, second.expiresAtMs - NOW - DAY]).toEqual([2, NOW, 120_000]);
  });
});

describe("RobotsClient", () => {
  it("one flight an origin, verdicts in order, an audit record", async () => {
    requests = 0;
    const records: unknown[] = [];
    const client = new RobotsClient({ agent: "ExampleBot", clock: () => NOW, onDecision: (one) => records.push(one) });
    const asked = Array.from({ length: 100 }, () => client.isAllowed(`${origin}/private/x`));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([false]));
    expect(Array.from(await client.isAllowedMany([`${origin}/`, `${origin}/private`]))).toEqual([1, 0]);
    expect((await client.get(origin)).crawlDelay).toBe(2);
    expect([requests, records.length]).toEqual([1, 102]);
    expect(records[0]).toMatchObject({
      allowed: false,
      rule: { line: 2 },
      policy: "rfc9309",
      fetchedAt: new Date(NOW),
    });
  });

  it("revalidates with the ETag once the copy is stale", async () => {
    let now = NOW;
    const client = new RobotsClient({ agent: "ExampleBot", clock: () => now });
    replies = [{ code: 200, headers: { etag: '"v1"' } }, { code: 304 }];
    await client.get(origin);
    now += 25 * 3_600_000;
    const { access } = await client.get(origin);
    expect([seen.at(-1), access.httpStatus, access.verdict]).toEqual(['"v1"', 304, "rules"]);
  });

  it("a caller that aborts leaves the others waiting", async () => {
    const client = new RobotsClient({ agent: "ExampleBot" });
    const leaving = new AbortController();
    const left = client.isAllowed(origin, { signal: leaving.signal });
    const stays = client.isAllowed(origin);
    leaving.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    expect(await stays).toBe(true);
  });

  it.each([
    ["an endless body ends at the limit", () => new Response(endless()), "success"],
    ["a body that breaks", () => new Response(breaking()), "unreachable"],
    ["an answer that never comes", () => new Promise<Response>(() => undefined), "unreachable"],
    ["a body that stalls", () => new Response(new ReadableStream()), "unreachable"],
  ])("%s", async (_, fetch, status) => {
    const limits = { firstByteTimeoutMs: 50, bodyTimeoutMs: 2_000 };
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => fetch(), ...limits });
    expect((await client.get("http://a.example/")).access.status).toBe(status);
  });

  it("10,000 origins at once are each fetched once, a bounded number at a time", async () => {
    let [flying, most, count] = [0, 0, 0];
    const fetch = async (): Promise<Response> => {
      most = Math.max(most, ++flying);
      count++;
      await Promise.resolve();
      flying--;
      return new Response(BODY);
    };
    const client = new RobotsClient({ agent: "ExampleBot", fetch, concurrency: 16 });
    const urls = Array.from({ length: 10_000 }, (_, i) => `http://h${i}.example/private`);
    expect((await client.isAllowedMany(urls)).every((one) => one === 0)).toBe(true);
    expect([count, most <= 16]).toEqual([10_000, true]);
  });

  it("a charset that is declared is bridged", async () => {
    const bytes = Buffer.from("User-agent: *\nDisallow: /caf\xe9\n", "latin1");
    const fetch = async (): Promise<Response> =>
      new Response(bytes, { headers: { "content-type": "text/plain; charset=windows-1252" } });
    const client = new RobotsClient({ agent: "ExampleBot", fetch });
    expect(await client.isAllowed("http://a.example/caf%C3%A9")).toBe(false);
  });
});

const endless = (): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(10)) });
const breaking = (): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.error(new Error("gzip")) });

describe("stored entries", () => {
  const entry = pure(rfc9309, [{ code: 200, headers: { etag: '"v1"' } }]);
  const bytes = encodeEntry(entry);

  it("come back as they were, rules included", () => {
    const { copy, ...state } = decodeEntry(bytes)!;
    expect(state).toEqual((({ copy: _, ...rest }) => rest)(entry));
    expect([copy!.rules.isAllowed("/private"), copy!.rules.isAllowed("/"), copy!.etag]).toEqual([false, true, '"v1"']);
  });

  it("with any byte changed, cut short, or foreign read as nothing", () => {
    for (let i = 0; i < bytes.length; i++) {
      expect(decodeEntry(bytes.with(i, bytes[i]! ^ 1)), `byte ${i}`).toBeUndefined();
      expect(decodeEntry(bytes.subarray(0, i)), `length ${i}`).toBeUndefined();
    }
    for (const foreign of [undefined, null, "text", new Uint8Array(100)]) expect(decodeEntry(foreign)).toBeUndefined();
  });

  it("that are corrupt are fetched again, as when the store fails", async () => {
    const memory = memoryStore(1_000);
    const broken = {
      get: () => Promise.reject(new Error("down")),
      set: () => Promise.reject(new Error("down")),
      delete: () => undefined,
    };
    const foreign = { ...memory, get: () => new Uint8Array(50) };
    for (const store of [broken, foreign]) {
      const client = new RobotsClient({ agent: "ExampleBot", store, fetch: async () => new Response(BODY) });
      expect(await client.isAllowed("http://a.example/private")).toBe(false);
    }
  });
});
