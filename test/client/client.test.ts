/** RobotsClient: who waits for whom, what is told, and what a `fetch` may do wrong. */

import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fetch, RobotsClient } from "../../bindings/client/index.ts";
import { nodeFetch } from "../../bindings/client/node/index.ts";
import { NOW, type Reply } from "./cases/access.ts";
import { Loopback } from "./loopback.ts";
import { BODY } from "./pure.ts";

const loopback = new Loopback();
let origin = "";
beforeAll(async () => {
  await loopback.start();
  [origin] = loopback.origins;
});
afterAll(() => loopback.stop());

describe("RobotsClient", () => {
  it("one flight an origin, verdicts in order, an audit record", async () => {
    loopback.asked = [];
    const records: unknown[] = [];
    const client = new RobotsClient({ agent: "ExampleBot", clock: () => NOW, onDecision: (one) => records.push(one) });
    const asked = Array.from({ length: 100 }, () => client.isAllowed(`${origin}/private/x`));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([false]));
    expect(Array.from(await client.isAllowedMany([`${origin}/`, `${origin}/private`]))).toEqual([1, 0]);
    expect((await client.get(origin)).crawlDelay).toBe(2);
    expect([loopback.asked.length, records.length]).toEqual([1, 102]);
    expect(records[0]).toMatchObject({
      allowed: false,
      rule: { line: 2 },
      policy: "rfc9309",
      fetchedAt: new Date(NOW),
    });
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
});

describe("any fetch will do", () => {
  const dispatcher = new Agent({ connect: { timeout: 1000 } });
  afterAll(() => dispatcher.close());
  const plain: Fetch = async (url, { headers }) => {
    const { pathname } = new URL(url);
    if (pathname === "/robots.txt") return new Response(null, { status: 302, headers: { location: "/moved" } });
    if (new Headers(headers).has("if-none-match")) return new Response(null, { status: 304 });
    return new Response(BODY, { headers: { etag: "v1" } });
  };
  const fetches: [string, Fetch | undefined][] = [
    ["none given: the runtime's", undefined],
    ["Node's", globalThis.fetch],
    ["Node's with a dispatcher", (url, init) => fetch(url, { ...init, dispatcher } as RequestInit)],
    ["undici's with an Agent", (url, init) => undiciFetch(url, { ...init, dispatcher } as never) as never],
    ["nodeFetch", nodeFetch()],
    ["a function", plain],
  ];
  it.each(fetches)("%s", async (_, fetch) => {
    let now = NOW;
    const client = new RobotsClient({ agent: "ExampleBot", clock: () => now, ...(fetch && { fetch }) });
    const ask = async (replies: Reply[]): Promise<unknown[]> => {
      loopback.replies = replies;
      const { access, crawlDelay } = await client.get(origin);
      return [
        access.status,
        access.httpStatus,
        access.redirects,
        crawlDelay,
        await client.isAllowed(`${origin}/private`),
      ];
    };
    const moved = { code: 302, headers: { location: "/moved" } };
    const found = { code: 200, headers: { etag: "v1" } };
    expect(await ask([moved, found])).toEqual(["success", 200, [`${origin}/moved`], 2, false]);
    now += 25 * 3_600_000;
    expect(await ask([moved, { code: 304 }])).toEqual(["success", 304, [`${origin}/moved`], 2, false]);
  });
});

const endless = (): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(10)) });
const breaking = (): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.error(new Error("gzip")) });
