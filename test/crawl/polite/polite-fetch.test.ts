/** politeFetch: no request that robots.txt refuses, and none out of turn, through redirects, bodies and failures. */

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type ClientOptions, RobotsClient, rfc9309 } from "../../../bindings/crawl/client/index.ts";
import { Pace, type PaceOutcome } from "../../../bindings/crawl/pace/index.ts";
import {
  type PoliteFetch,
  type PoliteOptions,
  type PolitePace,
  politeFetch,
  robotsOf,
} from "../../../bindings/crawl/polite/index.ts";
import { RefusedError } from "../../../bindings/crawl/polite/refusal.ts";

const shop = "https://shop.example";
const other = "https://other.example";
const ROBOTS = "User-agent: *\nDisallow: /private\n";

interface Request {
  readonly url: string;
  readonly init: RequestInit & { headers: Headers };
}

type Pages = Record<string, () => Response>;

const moved = (location: string, status = 302): Response => new Response(null, { status, headers: { location } });

/** A web of these pages; every host has ROBOTS. */
function web(pages: Pages, options: Partial<ClientOptions> = {}): { client: RobotsClient; asked: Request[] } {
  const asked: Request[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const page = pages[url];
    if (url.endsWith("/robots.txt")) return page?.() ?? new Response(ROBOTS);
    asked.push({ url, init: init as Request["init"] });
    if (init.signal?.aborted) throw init.signal.reason;
    return page?.() ?? new Response("page");
  };
  return { client: new RobotsClient({ agent: "ExampleBot", fetch, ...options }), asked };
}

/** Grants every turn at once and writes down how requests ended. */
function scribe(): PolitePace & { readonly said: unknown[]; readonly limits: unknown[] } {
  const said: unknown[] = [];
  const limits: unknown[] = [];
  return {
    said,
    limits,
    async acquire(url, call) {
      limits.push(call?.limits);
      const { pathname } = new URL(url);
      said.push(`start ${pathname}`);
      const lease = { origin: new URL(url).origin, waitedMs: 5, isOver: false };
      const release = (outcome: PaceOutcome = {}): void => {
        if (lease.isOver) return;
        lease.isOver = true;
        said.push([pathname, outcome]);
      };
      return { ...lease, release };
    },
    limit: () => undefined,
  };
}

const politeTo = (pages: Pages, options: PoliteOptions = {}): { fetch: PoliteFetch; asked: Request[] } => {
  const { client, asked } = web(pages);
  return { fetch: politeFetch(client, { minIntervalMs: 0, ...options }), asked };
};

it("a turn that was lost to a pause of the process is waited for again, and given back", async () => {
  const pace = scribe();
  let isCurrent = false;
  const acquire: PolitePace["acquire"] = async (...words) => {
    const lease = { ...(await pace.acquire(...words)), isCurrent };
    isCurrent = true;
    return lease;
  };
  const { fetch, asked } = politeTo({}, { pace: { ...pace, acquire } });
  await (await fetch(`${shop}/a`)).text();
  expect(pace.said).toEqual(["start /a", ["/a", {}], "start /a", ["/a", { status: 200, retryAfterMs: 0 }]]);
  expect(asked).toHaveLength(1);
});

describe("a process that stands still after its turn has come", () => {
  /** Turns of which the first is lost at the given reading. */
  function losing(reading: number): ReturnType<typeof scribe> {
    const pace = scribe();
    let reads = 0;
    const acquire: PolitePace["acquire"] = async (...words) => {
      const lease = await pace.acquire(...words);
      return Object.defineProperty({ ...lease }, "isCurrent", { get: () => ++reads !== reading });
    };
    return { ...pace, acquire };
  }

  it.each([1, 2])("asks again before it requests anything: reading %i", async (reading) => {
    const pace = losing(reading);
    const { fetch, asked } = politeTo({}, { pace });
    await (await fetch(`${shop}/a`, { method: "POST", body: "once" })).text();
    expect(pace.said).toEqual(["start /a", ["/a", {}], "start /a", ["/a", { status: 200, retryAfterMs: 0 }]]);
    expect(asked).toHaveLength(1);
  });

  it("sends no body that is being read in another turn", async () => {
    const body = new Blob(["once"]).stream();
    body.getReader();
    const { fetch, asked } = politeTo({}, { pace: losing(2) });
    const sent = fetch(`${shop}/a`, { method: "POST", body });
    await expect(sent).rejects.toMatchObject({ code: "ERR_NOT_DUE", isFinal: false, retryAt: expect.any(Date) });
    expect(asked).toEqual([]);
  });
});

it("robotsOf has the hash of the file that decided", async () => {
  const { client } = web({});
  const response = await politeFetch(client, { minIntervalMs: 0 })(`${shop}/a`);
  const { hash } = await client.get(shop);
  expect(hash).toHaveLength(64);
  expect(robotsOf(response)?.hash).toBe(hash);
});

it("each request is an event of the channel robots-wasm:page, when its body has ended", async () => {
  const events: unknown[] = [];
  const listen = (event: unknown): unknown => events.push(event);
  subscribe("robots-wasm:page", listen);
  const { client } = web({ [`${shop}/old`]: () => moved("/new") });
  const fetch = politeFetch(client, { pace: scribe() });
  await (await fetch(`${shop}/old`)).text();
  await expect(fetch(`${shop}/private`)).rejects.toThrow();
  unsubscribe("robots-wasm:page", listen);
  const known = { hash: expect.stringMatching(/^[0-9a-f]{64}$/), waitedMs: 5, durationMs: expect.any(Number) };
  expect(events).toEqual([
    { url: `${shop}/old`, httpStatus: 302, ...known },
    { url: `${shop}/new`, httpStatus: 200, ...known },
  ]);
});

describe("verdicts", () => {
  it("a refused URL is not requested: the error has a code and the decision", async () => {
    const { fetch, asked } = politeTo({});
    const error = await fetch(`${shop}/private/x`).catch((one: unknown) => one as RefusedError);
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({
      code: "ERR_ROBOTS_REFUSED",
      message: `${shop}/private/x: refused by robots.txt (disallow: /private, line 2)`,
      decision: { allowed: false, reason: "rule", rule: { line: 2 }, url: `${shop}/private/x` },
    });
    expect(asked).toEqual([]);
  });

  it("an outage refuses", async () => {
    const { fetch, asked } = politeTo({ [`${shop}/robots.txt`]: () => new Response(null, { status: 500 }) });
    await expect(fetch(`${shop}/a`)).rejects.toMatchObject({
      code: "ERR_ROBOTS_REFUSED",
      message: `${shop}/a: refused by robots.txt (policy, unreachable)`,
    });
    expect(asked).toEqual([]);
  });

  it("each redirect is decided: none leads to a refused URL, of this host or another", async () => {
    const pages = { [`${shop}/a`]: () => moved(`${other}/b`), [`${other}/b`]: () => moved("/private") };
    const { fetch, asked } = politeTo(pages);
    await expect(fetch(`${shop}/a`)).rejects.toMatchObject({ decision: { url: `${other}/private` } });
    expect(asked.map(({ url }) => url)).toEqual([`${shop}/a`, `${other}/b`]);
  });

  it("the robots.txt of each host is requested before its first page", async () => {
    const order: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      order.push(url);
      return url === `${shop}/a` ? moved(`${other}/b`) : new Response(ROBOTS);
    };
    const polite = politeFetch(new RobotsClient({ agent: "ExampleBot", fetch }), { minIntervalMs: 0 });
    await polite(`${shop}/a`);
    await polite(`${shop}/c`);
    expect(order).toEqual([`${shop}/robots.txt`, `${shop}/a`, `${other}/robots.txt`, `${other}/b`, `${shop}/c`]);
  });

  it("a URL that is not absolute rejects", async () =>
    expect(politeTo({}).fetch("/a")).rejects.toMatchObject({ code: "ERR_INVALID_URL" }));

  it("a verdict that changed during a long wait for the turn counts", async () => {
    const { client, asked } = web({});
    let change: () => unknown = () => undefined;
    const pace = {
      ...scribe(),
      acquire: async (url: string | URL) => {
        await change();
        return { origin: String(url), waitedMs: 60_000, release: () => undefined };
      },
    };
    const fetch = politeFetch(client, { pace });
    await (await fetch(`${shop}/a`)).text();
    change = () => client.seed(shop, "User-agent: *\nDisallow: /");
    await expect(fetch(`${shop}/a`)).rejects.toMatchObject({ code: "ERR_ROBOTS_REFUSED" });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["a shorter wait", 999, 1],
    ["a long wait, but not for ever", 1000, 3],
  ])("what is no longer known is asked for again after %s", async (_, waitedMs, times) => {
    let [nowMs, fetched] = [Date.now(), 0];
    const robots = (): Response => {
      fetched++;
      return new Response(ROBOTS);
    };
    const short = { ...rfc9309, freshMs: 500, minFreshMs: 0, maxFreshMs: 500 };
    const { client } = web(
      { [`${shop}/robots.txt`]: robots },
      { policy: short, clock: () => nowMs, refreshAheadMs: 0 },
    );
    const acquire = async (url: string | URL) => {
      nowMs += waitedMs;
      return { origin: String(url), waitedMs, release: () => undefined };
    };
    const response = await politeFetch(client, { pace: { ...scribe(), acquire } })(`${shop}/a`);
    expect([await response.text(), fetched]).toEqual(["page", times]);
  });
});

describe("redirects", () => {
  it("are reported, and the response has the last URL's verdict", async () => {
    const { fetch } = politeTo({ [`${shop}/a`]: () => moved("/b"), [`${shop}/b`]: () => moved(`${other}/c`) });
    const response = await fetch(`${shop}/a`);
    expect(robotsOf(response)).toMatchObject({
      decision: { allowed: true, url: `${other}/c` },
      redirects: [`${shop}/b`, `${other}/c`],
    });
    expect(await response.text()).toBe("page");
  });

  it("are five at most", async () => {
    const { fetch, asked } = politeTo({ [`${shop}/a`]: () => moved("/a") });
    await expect(fetch(`${shop}/a`)).rejects.toMatchObject({ code: "ERR_REDIRECT" });
    expect(asked).toHaveLength(6);
  });

  it.each([
    ["ftp://shop.example/", "ERR_REDIRECT"],
    ["http://[", "ERR_REDIRECT"],
  ])("to %s reject", (location, code) =>
    expect(politeTo({ [`${shop}/a`]: () => moved(location) }).fetch(`${shop}/a`)).rejects.toMatchObject({ code }),
  );

  const PASSWORDS = ["https://u:secret@other.example/", "//u:secret@other.example"];

  it.each([...PASSWORDS, "https:\\\\u:secret@h/", "ftp://u:secret@h/", "http://u:secret@["])(
    "to %s reject, and nothing shows the password (RFC 9110 §4.2.4)",
    async (location) => {
      const { fetch, asked } = politeTo({ [`${shop}/a`]: () => moved(location) });
      const error: Error = await fetch(`${shop}/a`).catch((one) => one);
      expect(error).toMatchObject({ code: "ERR_REDIRECT" });
      expect(inspect(error)).not.toContain("secret");
      expect(asked).toHaveLength(1);
    },
  );

  it.each(PASSWORDS)("of a robots.txt to %s show no password", async (location) => {
    const events: unknown[] = [];
    const fetch = async (): Promise<Response> => moved(location) as Response;
    const client = new RobotsClient({ agent: "ExampleBot", fetch, onEvent: (event) => events.push(event) });
    const { access } = await client.get(shop);
    expect(access).toMatchObject({ status: "unreachable", errorCode: "bad-redirect" });
    expect(inspect([access, events], { depth: 9 })).not.toContain("secret");
  });

  it.each<[RequestInit, number, string]>([
    [{ method: "POST", body: "x" }, 302, "GET"],
    [{ method: "POST", body: "x" }, 307, "POST"],
    [{ method: "PUT", body: "x" }, 303, "GET"],
    [{ method: "HEAD" }, 303, "HEAD"],
  ])("of %j by %i are followed by %s", async (init, status, method) => {
    const { fetch, asked } = politeTo({ [`${shop}/a`]: () => moved("/b", status) });
    await fetch(`${shop}/a`, init);
    expect(asked[1]!.init).toMatchObject({ method });
    expect(asked[1]!.init.body).toBe((method === init.method && init.body) || null);
  });

  it("take no secrets to another origin", async () => {
    const { fetch, asked } = politeTo({ [`${shop}/a`]: () => moved("/b"), [`${shop}/b`]: () => moved(`${other}/c`) });
    await fetch(`${shop}/a`, { headers: { authorization: "x", cookie: "y", accept: "z" } });
    expect(asked.map(({ init }) => [...init.headers.keys()].join())).toEqual([
      "accept,authorization,cookie,user-agent",
      "accept,authorization,cookie,user-agent",
      "accept,user-agent",
    ]);
  });

  it("are not followed if the caller follows them, or wants none", async () => {
    const pages = { [`${shop}/a`]: () => moved("/b") };
    const { status } = await politeTo(pages).fetch(`${shop}/a`, { redirect: "manual" });
    expect(status).toBe(302);
    const failing = politeTo(pages).fetch(`${shop}/a`, { redirect: "error" });
    await expect(failing).rejects.toMatchObject({ code: "ERR_REDIRECT" });
  });

  it("from public addresses into private networks request nothing there, robots.txt included", async () => {
    const urls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      return url.endsWith("/a") ? moved("http://127.0.0.1/b") : new Response(ROBOTS);
    };
    const polite = politeFetch(new RobotsClient({ agent: "ExampleBot", fetch }), { minIntervalMs: 0 });
    await expect(polite("http://192.0.2.1/a")).rejects.toMatchObject({ code: "ERR_ADDRESS_REFUSED" });
    expect(urls).toEqual(["http://192.0.2.1/robots.txt", "http://192.0.2.1/a"]);
  });

  it("from public into private networks are refused", async () => {
    const { fetch, asked } = politeTo({ [`${shop}/a`]: () => moved("http://169.254.169.254/latest") });
    await expect(fetch(`${shop}/a`))
      .rejects.toMatchObject({ code: "ERR_ROBOTS_REFUSED" })
      .catch(() => undefined);
    expect(asked.map(({ url }) => url)).toEqual([`${shop}/a`]);
  });
});

describe("turns", () => {
  it("each request takes one, with the limits of its host, until its body ends", async () => {
    const pace = scribe();
    const robots = "User-agent: *\nCrawl-delay: 3";
    const pages = { [`${shop}/a`]: () => moved("/b"), [`${shop}/robots.txt`]: () => new Response(robots) };
    const response = await politeTo(pages, { pace, minIntervalMs: 1000 }).fetch(`${shop}/a`);
    const before = ["start /a", ["/a", { status: 302, retryAfterMs: 0 }], "start /b"];
    expect(pace.said).toEqual(before);
    expect(robotsOf(response)!.waitedMs).toBe(10);
    await response.text();
    expect(pace.said).toEqual([...before, ["/b", { status: 200, retryAfterMs: 0 }]]);
    expect(pace.limits).toEqual([{ intervalMs: 3000 }, { intervalMs: 3000 }]);
  });

  it("hand 429 with Retry-After on", async () => {
    const pace = scribe();
    const busy = (): Response => new Response("", { status: 429, headers: { "retry-after": "7" } });
    const response = await politeTo({ [`${shop}/a`]: busy }, { pace }).fetch(`${shop}/a`);
    await response.body?.cancel();
    expect(pace.said[1]).toEqual(["/a", { status: 429, retryAfterMs: 7000 }]);
  });

  it("end when the body breaks, is cancelled, takes too long, or the request fails", async () => {
    const breaking = (): Response => new Response(new ReadableStream({ pull: (one) => one.error(new Error("reset")) }));
    const endless = (): Response => new Response(new ReadableStream());
    const pages = {
      [`${shop}/breaks`]: breaking,
      [`${shop}/endless`]: endless,
      [`${shop}/slow`]: endless,
      [`${shop}/fails`]: () => {
        throw new TypeError("fetch failed");
      },
      [`${shop}/inside`]: () => {
        throw Object.assign(new Error("refused"), { code: "ERR_ADDRESS_REFUSED" });
      },
    };
    const pace = scribe();
    const { fetch } = politeTo(pages, { pace });
    await expect((await fetch(`${shop}/breaks`)).text()).rejects.toThrow("reset");
    await (await fetch(`${shop}/endless`)).body!.cancel();
    await politeTo(pages, { pace, timeoutMs: 1 }).fetch(`${shop}/slow`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(fetch(`${shop}/fails`)).rejects.toThrow("fetch failed");
    await expect(fetch(`${shop}/inside`)).rejects.toThrow("refused");
    expect(pace.said.filter((one) => typeof one !== "string")).toEqual([
      ["/breaks", { status: 200, retryAfterMs: 0, error: true }],
      ["/endless", { status: 200, retryAfterMs: 0 }],
      ["/slow", { status: 200, retryAfterMs: 0, error: true }],
      ["/fails", { error: true }],
      ["/inside", {}],
    ]);
  });

  it("end when the signal aborts, and the body fails, even if `fetch` ignores both", async () => {
    const pace = scribe();
    const { fetch } = politeTo({ [`${shop}/a`]: () => new Response(new ReadableStream()) }, { pace });
    const controller = new AbortController();
    const reading = (await fetch(`${shop}/a`, { signal: controller.signal })).text();
    controller.abort(new Error("gone"));
    await expect(reading).rejects.toThrow("gone");
    expect(pace.said[1]).toEqual(["/a", { status: 200, retryAfterMs: 0 }]);
  });

  it("are those of the client's pacer, also for robots.txt", async () => {
    const pace = scribe();
    const { client } = web({}, { pace });
    await politeFetch(client, { minIntervalMs: 0 })(`${shop}/a`);
    expect(pace.said.filter((one) => typeof one === "string")).toEqual(["start /robots.txt", "start /a"]);
  });

  it("a caller who gives up leaves the line, and the host is not blamed", async () => {
    const pace = new Pace({ minIntervalMs: 0 });
    const { client } = web({});
    const fetch = politeFetch(client, { pace });
    const first = await fetch(`${shop}/a`);
    const controller = new AbortController();
    const second = fetch(`${shop}/b`, { signal: controller.signal });
    while (pace.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    await first.text();
    expect((await pace.acquire(shop)).waitedMs).toBeLessThan(60_000);
  });

  it("refuses a host that asks for too long an interval", async () => {
    const pages = { [`${shop}/robots.txt`]: () => new Response("User-agent: *\nCrawl-delay: 60") };
    const { fetch, asked } = politeTo(pages, { pace: new Pace({ maxIntervalMs: 30_000, minIntervalMs: 0 }) });
    await expect(fetch(`${shop}/a`)).rejects.toMatchObject({ code: "ERR_TOO_SLOW" });
    expect(asked).toEqual([]);
  });
});

it("X-Robots-Tag and Content-Usage are parsed and handed on", async () => {
  const headers = { "x-robots-tag": "noindex, otherbot: nofollow", "content-usage": "train-ai=n" };
  const { fetch } = politeTo({ [`${shop}/a`]: () => new Response("", { headers }) });
  const { policy, statements } = robotsOf(await fetch(`${shop}/a`))!;
  expect(policy).toMatchObject({ index: false, follow: true });
  expect(statements).toMatchObject([{ use: "train-ai", allowed: false }]);
  expect(robotsOf(new Response())).toBeUndefined();
});

it("a request that is lost again and again is asked twice", async () => {
  let asked = 0;
  const lost = (): Response => {
    throw Object.assign(new Error(`lost ${++asked}`), asked < 9 && { code: "ECONNRESET" });
  };
  const { fetch } = politeTo({ [`${shop}/lost`]: lost });
  await (await fetch(`${shop}/a`)).text();
  await expect(fetch(`${shop}/lost`)).rejects.toThrow("lost 2");
});

it("sends no fragment", async () => {
  const { fetch, asked } = politeTo({});
  await (await fetch(`${shop}/a#x`)).text();
  expect(asked.map(({ url }) => url)).toEqual([`${shop}/a`]);
});

it("names the crawler, unless the caller does", async () => {
  const { fetch, asked } = politeTo({});
  await (await fetch(new Request(`${shop}/a`, { headers: { "x-own": "1" } }))).text();
  await fetch(`${shop}/a`, { headers: { "user-agent": "Other/1.0" } });
  expect(asked.map(({ init }) => init.headers.get("user-agent"))).toEqual(["ExampleBot", "Other/1.0"]);
  expect(asked[0]!.init.headers.get("x-own")).toBe("1");
});

it.each<[unknown, PoliteOptions, string]>([
  [{}, {}, "ERR_INVALID_ARG_TYPE"],
  [undefined, { minIntervalMs: -1 }, "ERR_INVALID_ARG_VALUE"],
  [undefined, { minIntervalMs: "1s" as never }, "ERR_INVALID_ARG_TYPE"],
  [undefined, { maxRedirects: 1.5 }, "ERR_INVALID_ARG_VALUE"],
  [undefined, { timeoutMs: 0 }, "ERR_INVALID_ARG_VALUE"],
  [undefined, { pace: {} as never }, "ERR_INVALID_ARG_TYPE"],
  [undefined, { minInterval: 1 } as PoliteOptions, "ERR_UNKNOWN_OPTION"],
])("of row %# throws", (client, options, code) =>
  expect(() => politeFetch((client ?? web({}).client) as RobotsClient, options)).toThrow(
    expect.objectContaining({ code }),
  ),
);

describe("with the runtime's fetch, the turn ends with the body, however it is read", () => {
  /** Answers as a loopback server does: with a body that the response's own methods read. */
  const stub = (page: () => Response): void => {
    vi.stubGlobal("fetch", async (url: string) => (url.endsWith("/robots.txt") ? new Response(ROBOTS) : page()));
  };
  const get = async (page: () => Response): Promise<{ response: Response; said: unknown[] }> => {
    stub(page);
    const pace = scribe();
    const response = await politeFetch(new RobotsClient({ agent: "ExampleBot" }), { pace })(`${shop}/page`);
    return { response, said: pace.said };
  };
  const ended = ["/page", { status: 200, retryAfterMs: 0 }];
  const broken = (): Response => new Response(new ReadableStream({ pull: (body) => body.error(new Error("reset")) }));
  afterEach(() => vi.unstubAllGlobals());

  it.each<[string, (response: Response) => Promise<unknown>, unknown]>([
    ["text", (response) => response.text(), "[1]"],
    ["json", (response) => response.json(), [1]],
    ["arrayBuffer", async (response) => (await response.arrayBuffer()).byteLength, 3],
    ["blob", async (response) => (await response.blob()).size, 3],
    ["body", async (response) => new Response(response.body).text(), "[1]"],
    ["body, then text", async (response) => response.body && response.text(), "[1]"],
    ["clone", async (response) => (await response.clone().text()) + (await response.text()), "[1][1]"],
    ["cancel", async (response) => response.body?.cancel(), undefined],
  ])("%s", async (_, read, wanted) => {
    const { response, said } = await get(() => new Response("[1]"));
    expect(said).toEqual(["start /page"]);
    expect(await read(response)).toEqual(wanted);
    expect([response.bodyUsed, said]).toEqual([true, ["start /page", ended]]);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  it("JSON that is not valid says nothing about the host", async () => {
    const { response, said } = await get(() => new Response("no JSON"));
    await expect(response.json()).rejects.toThrow(SyntaxError);
    expect(said[1]).toEqual(ended);
  });

  it("a second reader is refused and ends no turn", async () => {
    const slow = new TransformStream();
    const { response, said } = await get(() => new Response(slow.readable));
    const first = response.text();
    await expect(response.arrayBuffer()).rejects.toThrow(TypeError);
    expect(said).toHaveLength(1);
    await slow.writable.close();
    expect([await first, said[1]]).toEqual(["", ended]);
  });

  it("a body that breaks is a failure", async () => {
    const { response, said } = await get(broken);
    await expect(response.text()).rejects.toThrow("reset");
    expect(said[1]).toEqual(["/page", { status: 200, retryAfterMs: 0, error: true }]);
  });
});
