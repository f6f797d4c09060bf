/** The client's `pace`: every request for a robots.txt waits for its turn, and every file sets the pace of its host. */
import { expect, it } from "vitest";
import {
  type ClientOptions,
  memoryStore,
  type RequestPace,
  RobotsClient,
  type SharedStore,
} from "../../../bindings/crawl/client/index.ts";
import { Pace } from "../../../bindings/crawl/pace/index.ts";

const shop = "https://shop.example";

/** Writes down what the client does with it. */
function scribe(): RequestPace & { readonly said: unknown[] } {
  const said: unknown[] = [];
  return {
    said,
    async acquire(url) {
      said.push(["acquire", url]);
      return { release: (outcome) => said.push(["release", outcome]) };
    },
    limit: (url, limits) => said.push(["limit", url, limits]),
  };
}

const clientWith = (
  pace: RequestPace,
  fetch: ClientOptions["fetch"],
  more: Partial<ClientOptions> = {},
): RobotsClient => new RobotsClient({ agent: "ExampleBot", pace, fetch: fetch!, ...more });

const answer =
  (body: string | null, init: ResponseInit = {}) =>
  async (): Promise<Response> =>
    new Response(body, init);

it("requests a file in its turn, which ends when the limits of the file are set", async () => {
  const pace = scribe();
  await clientWith(pace, answer("User-agent: *\nCrawl-delay: 2\nVisit-time: 0100-0200")).get(shop);
  const window = { fromMinute: 60, toMinute: 120 };
  expect(pace.said).toEqual([
    ["acquire", `${shop}/robots.txt`],
    ["limit", shop, { intervalMs: 2000, window }],
    ["release", { status: 200, retryAfterMs: 0 }],
  ]);
});

it("takes a turn for each redirect, at the host to which it leads", async () => {
  const pace = scribe();
  const fetch = async (url: string): Promise<Response> =>
    url.startsWith(shop)
      ? new Response(null, { status: 301, headers: { location: "https://www.shop.example/robots.txt" } })
      : new Response("User-agent: *\nCrawl-delay: 1");
  await clientWith(pace, fetch).get(shop);
  expect(pace.said).toEqual([
    ["acquire", `${shop}/robots.txt`],
    ["release", { status: 301, retryAfterMs: 0 }],
    ["acquire", "https://www.shop.example/robots.txt"],
    ["limit", shop, { intervalMs: 1000 }],
    ["release", { status: 200, retryAfterMs: 0 }],
  ]);
});

it("passes 429 with Retry-After and failures on, and keeps the limits of a host that it cannot reach", async () => {
  const pace = scribe();
  await clientWith(pace, answer(null, { status: 429, headers: { "retry-after": "30" } })).get(shop);
  await clientWith(pace, () => Promise.reject(new Error("reset"))).get(shop);
  const ended = pace.said.filter((one) => (one as string[])[0] !== "acquire");
  expect(ended).toEqual([
    ["limit", shop, {}],
    ["release", { status: 429, retryAfterMs: 30_000 }],
    ["release", { error: true }],
  ]);
});

it("waiting for a turn does not count towards the time limits, and holds up no other host", async () => {
  const turns = new Map<string, () => void>();
  const pace: RequestPace = {
    acquire: (url) => new Promise((resolve) => turns.set(url, () => resolve({ release: () => undefined }))),
    limit: () => undefined,
  };
  const limits = { firstByteTimeoutMs: 20, bodyTimeoutMs: 20, concurrency: 1 };
  const client = clientWith(pace, answer("User-agent: *"), limits);
  const [slow, other] = [client.get(shop), client.get("https://other.example")];
  while (turns.size < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 50));
  turns.get("https://other.example/robots.txt")!();
  expect((await other).access.status).toBe("success");
  turns.get(`${shop}/robots.txt`)!();
  expect((await slow).access.status).toBe("success");
});

it("a caller who gives up gives the turn back", async () => {
  const pace = new Pace({ minIntervalMs: 0 });
  const held = await pace.acquire(shop);
  const controller = new AbortController();
  const given = clientWith(pace, answer("")).get(shop, { signal: controller.signal });
  while (pace.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  controller.abort(new Error("gone"));
  await expect(given).rejects.toThrow("gone");
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(pace.waiting).toBe(0);
  held.release();
});

it("the first page waits for the Crawl-delay after the robots.txt", async () => {
  const pace = new Pace({ jitter: 0 });
  const { rules } = await clientWith(pace, answer("User-agent: *\nCrawl-delay: 0.5")).get(shop);
  expect(rules.crawlDelay).toBe(0.5);
  const page = await pace.acquire(shop);
  expect(page.waitedMs).toBeGreaterThan(25);
});

it("refuses what is not a pacer", () =>
  expect(() => clientWith({} as RequestPace, answer(""))).toThrow(
    "pace: expected functions acquire and limit; got acquire: undefined",
  ));

/** A store whose leases are always lost: whoever asks gets one. */
function losing(): SharedStore {
  const values = new Map<string, Uint8Array>();
  const setOnce = async (key: string, value: Uint8Array): Promise<boolean> =>
    !values.has(key) && values.set(key, value) === values;
  return {
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    delete: (key) => values.delete(key),
    acquire: async () => true,
    renew: async () => false,
    commit: setOnce,
    release: async () => undefined,
  };
}

it.each([
  ["lost leases", losing()],
  ["no leases", memoryStore()],
])("processes that wait for a turn use what another has fetched meanwhile: %s", async (_, store) => {
  const pace = new Pace({ minIntervalMs: 1 });
  let fetches = 0;
  const fetch = async (): Promise<Response> => {
    fetches++;
    return new Response("User-agent: *\nDisallow: /private");
  };
  const clients = Array.from({ length: 20 }, () => clientWith(pace, fetch, { store }));
  const verdicts = await Promise.all(clients.map((client) => client.isAllowed(`${shop}/private`)));
  expect([fetches, new Set(verdicts)]).toEqual([1, new Set([false])]);
});

it("asks seldom for a lease that another process holds", async () => {
  let [looks, asks] = [0, 0];
  const store = losing();
  await clientWith(scribe(), answer("User-agent: *"), { store }).get(shop);
  const get: SharedStore["get"] = (key) => (++looks > 8 ? store.get(key) : undefined);
  const acquire = async (): Promise<boolean> => ++asks === 0;
  await clientWith(scribe(), () => expect.unreachable(), { store: { ...store, get, acquire } as SharedStore }).get(
    shop,
  );
  expect(asks).toBeLessThan(looks / 2);
});
