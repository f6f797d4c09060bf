/** A robots.txt is fetched again before it expires, while somebody asks or waits (RFC 9309 §2.4: a copy decides for at most 24 hours). */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClientOptions, RobotsClient, rfc9309 } from "../../../bindings/crawl/client/index.ts";
import { Pace } from "../../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../../bindings/crawl/polite/index.ts";

const shop = "https://shop.example";
const LIFETIME_MS = 100_000;
const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  // Threads that compute hashes know no other time than the real one.
  vi.spyOn(crypto.subtle, "digest").mockResolvedValue(new ArrayBuffer(32));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Origin {
  readonly client: RobotsClient;
  /** When it was asked, in milliseconds from the start. */
  readonly asked: number[];
  answer: () => Response | Promise<Response>;
}

const file = (body: string, lifetimeMs = LIFETIME_MS): Response =>
  new Response(body, { headers: { "cache-control": `max-age=${lifetimeMs / 1000}` } });

function origin(answer: Origin["answer"], options: Partial<ClientOptions> = {}): Origin {
  const startMs = Date.now();
  const asked: number[] = [];
  const fetch = async (url: string): Promise<Response> => {
    if (!url.endsWith("/robots.txt")) return new Response("page");
    asked.push(Date.now() - startMs);
    return made.answer();
  };
  const policy = { ...rfc9309, minFreshMs: 0 };
  const made: Origin = { client: new RobotsClient({ agent: "ExampleBot", fetch, policy, ...options }), asked, answer };
  return made;
}

const at = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms - (Date.now() - Date.UTC(2026, 0, 1)));

describe("a copy in the last tenth of its lifetime", () => {
  it("decides while its successor is fetched, which applies at once", async () => {
    const one = origin(() => file("User-agent: *\nAllow: /"));
    expect(await one.client.isAllowed(`${shop}/a`)).toBe(true);
    one.answer = () => file("User-agent: *\nDisallow: /");
    await at(89_000);
    await one.client.isAllowed(`${shop}/a`);
    expect(one.asked).toEqual([0]);
    await at(90_000);
    expect(await one.client.isAllowed(`${shop}/a`)).toBe(true);
    await at(90_001);
    expect(one.asked).toEqual([0, 90_000]);
    expect(await one.client.isAllowed(`${shop}/a`)).toBe(false);
  });

  it("is not fetched again unless somebody asks", async () => {
    const one = origin(() => file("User-agent: *"));
    await one.client.isAllowed(shop);
    await at(10 * LIFETIME_MS);
    expect(one.asked).toEqual([0]);
  });

  it("a 404 applies at once", async () => {
    const one = origin(() => file("User-agent: *\nDisallow: /"));
    await one.client.isAllowed(shop);
    one.answer = () => new Response(null, { status: 404 });
    await at(95_000);
    await one.client.isAllowed(shop);
    await at(95_001);
    expect(await one.client.isAllowed(`${shop}/a`)).toBe(true);
  });

  it("a failure changes nothing before the copy expires, and is not repeated before", async () => {
    const one = origin(() => file("User-agent: *\nAllow: /"));
    await one.client.isAllowed(shop);
    one.answer = () => new Response(null, { status: 503 });
    for (const ms of [95_000, 96_000, 99_000]) {
      await at(ms);
      expect(await one.client.isAllowed(`${shop}/a`)).toBe(true);
    }
    expect(one.asked).toEqual([0, 95_000]);
    await at(100_001);
    await one.client.isAllowed(`${shop}/a`);
    expect(one.asked).toEqual([0, 95_000, 100_001]);
  });

  it.each<[string, number | undefined, number, boolean, lifetimeMs?: number]>([
    ["a tenth of the lifetime is at most an hour", undefined, 23 * HOUR_MS, true, 24 * HOUR_MS],
    ["a tenth of the lifetime is at most an hour, before it", undefined, 23 * HOUR_MS - 1, false, 24 * HOUR_MS],
    ["a time of one's own", 30_000, 70_000, true],
    ["a time of one's own, before it", 30_000, 69_000, false],
    ["at most half of the lifetime", 1e9, 50_000, true],
    ["at most half of the lifetime, before it", 1e9, 49_000, false],
    ["0 is never", 0, 99_000, false],
  ])("refreshAheadMs: %s", async (_, refreshAheadMs, ms, isFetched, lifetimeMs) => {
    const one = origin(() => file("User-agent: *", lifetimeMs), refreshAheadMs === undefined ? {} : { refreshAheadMs });
    await one.client.isAllowed(shop);
    await at(ms);
    await one.client.isAllowed(shop);
    await at(ms + 1);
    expect(one.asked).toHaveLength(isFetched ? 2 : 1);
  });

  it("decides beyond its lifetime while its successor is on the way, and never beyond 24 hours", async () => {
    const one = origin(() => file("User-agent: *\nAllow: /"), {
      bodyTimeoutMs: 2 ** 31 - 1,
      firstByteTimeoutMs: 2 ** 31 - 1,
    });
    await one.client.isAllowed(shop);
    let arrive: (response: Response) => void = () => undefined;
    one.answer = () => new Promise((resolve) => (arrive = resolve));
    await at(95_000);
    await one.client.isAllowed(shop);
    await at(200_000);
    expect(one.client.peek(`${shop}/a`)?.allowed).toBe(true);
    await at(86_400_001);
    expect(one.client.peek(`${shop}/a`)).toBeUndefined();
    arrive(file("User-agent: *"));
    await at(86_400_002);
    expect(one.client.peek(`${shop}/a`)?.allowed).toBe(true);
  });

  it("is fetched by one of the clients that share a store", async () => {
    const answer = (): Response => file("User-agent: *");
    const first = origin(answer);
    await first.client.isAllowed(shop);
    await at(95_000);
    await Promise.all([first.client.isAllowed(shop), first.client.isAllowed(`${shop}/b`)]);
    await at(95_100);
    expect(first.asked).toHaveLength(2);
  });
});

it("no turn is lost in a queue of 100 pages with a lifetime of 3 seconds", async () => {
  const pace = new Pace({ jitter: 0, clock: Date.now });
  let turns = 0;
  const { acquire } = pace;
  pace.acquire = (...words) => {
    turns++;
    return acquire.apply(pace, words);
  };
  const one = origin(() => file("User-agent: *\nCrawl-delay: 0.5", 3000), { pace });
  const fetch = politeFetch(one.client);
  const pages = Promise.all(Array.from({ length: 100 }, async (_, n) => (await fetch(`${shop}/${n}`)).text()));
  await at(75_000);
  expect(await pages).toHaveLength(100);
  expect(turns).toBe(100 + one.asked.length);
  expect(one.asked.length).toBeGreaterThan(15);
});

it("refresh goes before the pages that wait, so that a new refusal holds for them", async () => {
  const pace = new Pace({ jitter: 0, clock: Date.now });
  const one = origin(() => file("User-agent: *\nCrawl-delay: 5"), { pace });
  const fetch = politeFetch(one.client);
  await one.client.get(shop);
  const pages = Promise.allSettled(Array.from({ length: 12 }, async (_, n) => (await fetch(`${shop}/${n}`)).text()));
  await at(1000);
  one.answer = () => file("User-agent: *\nDisallow: /");
  const refreshed = one.client.refresh(shop);
  await at(5001);
  expect((await refreshed).access.httpStatus).toBe(200);
  await at(100_000);
  expect((await pages).map(({ status }) => status)).toEqual(Array(12).fill("rejected"));
});
