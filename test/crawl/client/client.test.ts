/** RobotsClient: shared fetches, signals, records and events, policies, and faulty `fetch` functions. */

import { getEventListeners } from "node:events";
import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AccessPolicy,
  type ClientOptions,
  type DecisionRecord,
  type Fetch,
  isFresh,
  policies,
  RobotsClient,
  rfc9309,
} from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";
import { NOW, type Reply } from "../../core/access/access-cases.ts";
import { attempt, BODY } from "../../core/access/pure.ts";
import { tablesOf } from "../../support/tables.ts";
import { Loopback } from "./loopback.ts";

const { itEach } = tablesOf(import.meta.url);

const loopback = new Loopback();
let origin = "";
beforeAll(async () => {
  await loopback.start();
  [origin] = loopback.origins;
});
afterAll(() => loopback.stop());

describe("RobotsClient", () => {
  it("concurrent calls share one fetch; verdicts keep their order; every decision is recorded", async () => {
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

  it("sends the User-Agent and closes the connection with each request", async () => {
    loopback.asked = [];
    loopback.replies = [{ code: 301, headers: { location: "/moved" } }, { code: 200 }];
    await new RobotsClient({ agent: "ExampleBot", userAgent: "ExampleBot/1.0 (+https://bot.example)" }).get(origin);
    const headers = { "user-agent": "ExampleBot/1.0 (+https://bot.example)", connection: "close" };
    expect(loopback.asked).toMatchObject([{ headers }, { headers }]);
  });

  itEach<[title: string, location: string, path: string]>(
    "follows a Location in %s, byte by byte (RFC 3986 §2.5)",
    async (_, location, path) => {
      for (const fetch of [globalThis.fetch, nodeFetch()]) {
        loopback.asked = [];
        loopback.replies = [{ code: 301, headers: { location } }, { code: 200 }];
        const { access } = await new RobotsClient({ agent: "ExampleBot", fetch }).get(origin);
        expect(access.redirects).toEqual([`${origin}${path}`]);
        expect(loopback.asked.at(-1)!.url).toBe(access.redirects[0]);
      }
    },
  );

  it("a caller that aborts does not end the fetch that others wait for", async () => {
    const client = new RobotsClient({ agent: "ExampleBot" });
    const leaving = new AbortController();
    const left = client.isAllowed(origin, { signal: leaving.signal });
    const stays = client.isAllowed(origin);
    leaving.abort(new Error("enough"));
    await expect(left).rejects.toThrow("enough");
    expect(await stays).toBe(true);
  });

  it("a batch adds one listener to its signal, and removes it afterwards", async () => {
    const { signal } = new AbortController();
    const listeners: number[] = [];
    const fetch = async (): Promise<Response> => {
      listeners.push(getEventListeners(signal, "abort").length);
      return new Response(BODY);
    };
    const client = new RobotsClient({ agent: "ExampleBot", fetch });
    await client.isAllowedMany(
      Array.from({ length: 100 }, (_, i) => `http://h${i}.test/`),
      { signal },
    );
    expect([new Set(listeners), getEventListeners(signal, "abort")]).toEqual([new Set([1]), []]);
  });

  it("one signal ends every call that was given it", async () => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const client = new RobotsClient({ agent: "ExampleBot", fetch: () => new Promise(() => undefined) });
    const urls = Array.from({ length: 100 }, (_, i) => `http://h${i}.test/`);
    const waiting = [client.isAllowedMany(urls, { signal }), ...urls.map((url) => client.isAllowed(url, { signal }))];
    leaving.abort(new Error("enough"));
    for (const one of await Promise.allSettled(waiting)) expect(one).toMatchObject({ reason: { message: "enough" } });
  });

  it.each([
    ["an endless body ends at the limit", () => new Response(endless()), "success", {}],
    ["a body that breaks", () => new Response(breaking()), "unreachable", {}],
    ["an answer that never comes", () => new Promise<Response>(() => {}), "unreachable", { firstByteTimeoutMs: 50 }],
    ["a body that stalls", () => new Response(new ReadableStream()), "unreachable", { bodyTimeoutMs: 50 }],
  ])("%s", async (_, fetch, status, impatience) => {
    // Impatient only where waiting is the test: on a busy machine everything else may take long.
    const limits = { firstByteTimeoutMs: 60_000, bodyTimeoutMs: 60_000, ...impatience };
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => fetch(), ...limits });
    expect((await client.get("http://a.example/")).access.status).toBe(status);
  });
});

it.each([
  [Object.create(null), "unknown error"],
  [undefined, "undefined"],
  [Symbol("odd"), "Symbol(odd)"],
  [new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }), "connect ECONNREFUSED"],
  [new TypeError("fetch failed", { cause: new AggregateError([new Error("a"), new Error("b")]) }), "a; b"],
])("whatever a fetch throws is an outage with a message: %#", async (thrown, error) => {
  const client = new RobotsClient({ agent: "ExampleBot", fetch: () => Promise.reject(thrown) });
  expect((await client.get("http://a.test/")).access).toMatchObject({ status: "unreachable", error });
});

it("a response that arrives after the limit is cancelled", async () => {
  let isCancelled = false;
  let answer = (_: Response): void => undefined;
  const fetch = (): Promise<Response> =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const client = new RobotsClient({ agent: "ExampleBot", fetch, firstByteTimeoutMs: 20, bodyTimeoutMs: 10_000 });
  expect((await client.get("http://a.test/")).access.error).toBe("timeout: first byte");
  const cancel = (): void => {
    isCancelled = true;
  };
  answer(new Response(new ReadableStream({ cancel })));
  await new Promise((resolve) => setTimeout(resolve));
  expect(isCancelled).toBe(true);
});

it("a batch that failed fetches no further origins", async () => {
  let fetches = 0;
  const fetch = async (): Promise<Response> => {
    fetches++;
    return new Response(BODY);
  };
  const onDecision = (): never => {
    throw new Error("the log is full");
  };
  const client = new RobotsClient({ agent: "ExampleBot", concurrency: 2, fetch, onDecision });
  const urls = Array.from({ length: 100 }, (_, i) => `http://h${i}.test/`);
  await expect(client.isAllowedMany(urls)).rejects.toThrow("the log is full");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(fetches).toBeLessThan(10);
});

describe("the client decides what will be requested", () => {
  const fetch = async (): Promise<Response> => new Response(`${BODY}Disallow: /日\n`);

  itEach<string>("the client decides what will be requested: %j", async (url) => {
    for (const policy of policies) {
      const client = new RobotsClient({ agent: "ExampleBot", fetch, policy });
      const answers = [await client.isAllowed(url), await client.isAllowed(new URL(url))];
      expect([...answers, (await client.isAllowedMany([url]))[0]]).toEqual([false, false, 0]);
    }
  });

  it("as the URL and the list were when the call was made, even if the caller changes them meanwhile", async () => {
    const decisions: DecisionRecord[] = [];
    const client = new RobotsClient({ agent: "ExampleBot", fetch, onDecision: (one) => decisions.push(one) });
    const url = new URL("http://a.test/private");
    const list = ["http://b.test/private", "http://c.test/"];
    const answers = [client.isAllowed(url), client.isAllowedMany(list)];
    url.href = "http://d.test/";
    list.length = 0;
    expect(await Promise.all(answers)).toEqual([false, Uint8Array.of(0, 1)]);
    const asked = decisions.map((one) => one.url).sort();
    expect(asked).toEqual(["http://a.test/private", "http://b.test/private", "http://c.test/"]);
  });
});

it.each(["firstByteTimeoutMs", "bodyTimeoutMs", "storeTimeoutMs", "leaseMs"])(
  "%s is at most what a timer can hold: a longer timer fires at once",
  (name) => {
    const optionsWith = (ms: number): ClientOptions => ({ agent: "ExampleBot", [name]: ms });
    expect(() => new RobotsClient(optionsWith(2 ** 31 - 1))).not.toThrow();
    expect(() => new RobotsClient(optionsWith(2 ** 31))).toThrow(
      `${name}: expected an integer from 1 to 2147483647; got 2147483648`,
    );
  },
);

describe("policies of the caller's own", () => {
  const polite: AccessPolicy = { ...rfc9309, name: "polite", freshMs: 3_600_000, tooManyRedirects: "unreachable" };

  it("can be made from the existing ones", async () => {
    loopback.replies = [{ code: 200 }];
    const client = new RobotsClient({ agent: "ExampleBot", policy: polite, clock: () => NOW });
    const { access } = await client.get(origin);
    expect(access.expiresAt.getTime() - NOW).toBe(3_600_000);
  });

  it.each(["allowed", "refused"] as const)("can give a success a verdict: 204 means %s", async (verdict) => {
    const row = { from: 204, to: 204, status: "success", verdict } as const;
    const policy = { ...polite, statuses: [row, ...polite.statuses] };
    loopback.replies = [{ code: 204 }];
    const { access, rules } = await new RobotsClient({ agent: "ExampleBot", policy }).get(origin);
    expect([access.status, access.verdict, rules.isAllowed("/")]).toEqual(["success", verdict, verdict === "allowed"]);
  });

  it.each([
    [{ ...polite, outage: undefined }, "policy.outage: expected an array; got nothing"],
    [{ ...polite, freshMs: "1 hour" }, "policy.freshMs: expected a number; got a string"],
    [{ ...polite, statuses: [{ from: 200, to: 299 }] }, "policy.statuses[0].status: expected a string; got nothing"],
    [
      { ...polite, statuses: [{ from: 200, to: 399, status: "success", verdict: "rules" }] },
      "policy.statuses[0]: expected a success to be within 200 and 299; got 200 to 399",
    ],
    [{ ...polite, backoff: { firstMs: 1 } }, "policy.backoff.maxMs: expected a number; got nothing"],
    [{ ...polite, maxRedirects: -1 }, "policy.maxRedirects: expected a number from 0 on; got -1"],
    [{ ...polite, maxRedirects: 1.5 }, "policy.maxRedirects: expected an integer from 0 on; got 1.5"],
    [{ ...polite, maxFreshMs: Number.NaN }, "policy.maxFreshMs: expected a number; got NaN"],
    [{ ...polite, tooManyRedirects: "allowed" }, /policy.tooManyRedirects: expected one of unavailable, unreachable/],
    [{}, "policy.name: expected a string; got nothing"],
    [7, "policy: expected a name or a policy; got number"],
    ["mine", "policy: expected one of rfc9309, google, google2019, koster1996, norobots1996; got mine"],
    [{ ...polite, dialect: "mine" }, /dialect: expected one of/],
  ])("that are incomplete are refused when the client is made: %#", (policy, message) => {
    expect(() => new RobotsClient({ agent: "ExampleBot", policy: policy as AccessPolicy })).toThrow(message);
  });
});

describe("what is known of an origin", () => {
  const day = 86_400_000;
  it("includes when the file was last confirmed and when it was last requested", async () => {
    let now = NOW;
    const decisions: DecisionRecord[] = [];
    const client = new RobotsClient({
      agent: "ExampleBot",
      clock: () => now,
      onDecision: (one) => decisions.push(one),
    });
    const timesAfter = async (days: number, reply: Reply): Promise<(number | undefined)[]> => {
      now = NOW + days * day;
      loopback.replies = [reply];
      const { fetchedAt, access } = await client.get(origin);
      await client.isAllowed(origin);
      const times = [fetchedAt, access.fetchedAt, decisions.at(-1)!.fetchedAt];
      return times.map((time) => time && (time.getTime() - NOW) / day);
    };
    expect(await timesAfter(0, { code: 200, headers: { etag: "v1" } })).toEqual([0, 0, 0]);
    expect(await timesAfter(2, { code: 304 })).toEqual([2, 2, 2]);
    expect(await timesAfter(4, { code: 503 })).toEqual([2, 4, 2]);
    expect(await timesAfter(6, { code: 404 })).toEqual([undefined, 6, 6]);
  });

  it("is trusted from a clock that is slightly ahead, but not from one far ahead", () => {
    const { entry } = attempt(rfc9309, NOW, "http://a.example/robots.txt", [{ code: 200 }]);
    expect([0, 1000, 299_000, 301_000, day].map((behind) => isFresh(NOW - behind, entry))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("does not change if a listener throws: the exception reaches the caller", async () => {
    const onEvent = (): never => {
      throw new Error("the log is full");
    };
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => new Response(BODY), onEvent });
    await expect(client.isAllowed("http://a.test/")).rejects.toThrow("the log is full");
  });
});

describe("every kind of fetch works", () => {
  const dispatcher = new Agent({ connect: { timeout: 60_000 } });
  afterAll(() => dispatcher.close());
  const plain: Fetch = async (url, { headers }) => {
    const { pathname } = new URL(url);
    if (pathname === "/robots.txt") return new Response(null, { status: 302, headers: { location: "/moved" } });
    if (new Headers(headers).has("if-none-match")) return new Response(null, { status: 304 });
    return new Response(BODY, { headers: { etag: "v1" } });
  };
  const fetches: [string, Fetch | undefined][] = [
    ["the built-in one by default", undefined],
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

/** As a wrapper may leave one that reads all bodies for a log. */
async function readBefore(): Promise<Response> {
  const response = new Response(BODY);
  const reader = response.body!.getReader();
  while (!(await reader.read()).done);
  reader.releaseLock();
  return response;
}

it("a body that was read before is an outage, not an empty file", async () => {
  const client = new RobotsClient({ agent: "ExampleBot", fetch: readBefore });
  const { access, rules } = await client.get("http://a.test/");
  expect([access.status, access.error, rules.isAllowed("/private")]).toEqual([
    "unreachable",
    "the body was read already",
    false,
  ]);
});

it("a response object needs only status, headers and body", async () => {
  const { body, headers } = new Response(BODY);
  const client = new RobotsClient({
    agent: "ExampleBot",
    fetch: async () => ({ status: 200, headers, body }) as Response,
  });
  expect(await client.isAllowed("http://a.test/private")).toBe(false);
});

const endless = (): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(10)) });
const breaking = (): ReadableStream =>
  new ReadableStream({ pull: (controller) => controller.error(new Error("gzip")) });
