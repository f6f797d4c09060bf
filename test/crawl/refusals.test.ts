/** An outage is not a refusal (docs/crawl.md, "An outage is not a refusal"): every refusal says whether it is final, and when to ask again. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { REFUSALS } from "../../bindings/base/errors.ts";
import { type Fetch, koster1996, type Refusal, RobotsClient } from "../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../bindings/crawl/client/node/index.ts";
import { outcomeOf, Pace } from "../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../bindings/crawl/polite/index.ts";

const url = "https://shop.example/a";
const robots = "User-agent: *\nDisallow: /private\nCrawl-delay: 30\n";

const answering =
  (body: string | null, init: ResponseInit = {}): Fetch =>
  async (asked) =>
    asked.endsWith("/robots.txt")
      ? new Response(body, init)
      : new Response(null, { status: 302, headers: { location: "ftp://x/" } });

const clientWith = (fetch: Fetch): RobotsClient => new RobotsClient({ agent: "ExampleBot", fetch });
const failing: Fetch = async () => Promise.reject(new Error("down"));

describe("the client's explanation", () => {
  it.each<[string, Fetch, string, boolean | undefined]>([
    ["allowed", answering(robots), url, undefined],
    ["refused by a rule", answering(robots), "https://shop.example/private/x", true],
    ["503", answering(null, { status: 503 }), url, false],
    ["429, as the policy reads it", answering(null, { status: 429 }), url, undefined],
    ["a challenge", answering("<html>", { headers: { "cf-mitigated": "challenge" } }), url, false],
    ["a failure", failing, url, false],
    ["a redirect to another scheme", answering(null, { status: 301, headers: { location: "x:y" } }), url, false],
  ])("%s", async (_, fetch, asked, isFinal) => {
    const explained = await clientWith(fetch).explain(asked);
    expect(explained.isFinal).toBe(isFinal);
    expect(explained.retryAt).toEqual(isFinal === false ? explained.access.expiresAt : undefined);
  });

  it("the answer of a site is final, also if the policy decides by it", async () => {
    const fetch = answering(null, { status: 403 });
    const client = new RobotsClient({ agent: "ExampleBot", fetch, policy: koster1996 });
    expect(await client.explain(url)).toMatchObject({ allowed: false, isFinal: true });
  });

  it("the caller's own choice of addresses is final", async () => {
    const client = new RobotsClient({ agent: "x", fetch: nodeFetch({ addresses: "public" }), addresses: "public" });
    expect(await client.explain("http://10.0.0.5/")).toMatchObject({ allowed: false, isFinal: true });
  });

  it("Retry-After of a 503 decides when to ask again", async () => {
    const { retryAt } = await clientWith(answering(null, { status: 503, headers: { "retry-after": "3000" } })).explain(
      url,
    );
    expect(retryAt!.getTime() - Date.now()).toBeGreaterThan(2_900_000);
  });
});

describe("errors", () => {
  const refusalOf = async (request: Promise<unknown>): Promise<Refusal & { readonly code: string }> =>
    request.then(
      () => expect.unreachable(),
      (error) => error,
    );
  const pace = (): Pace => new Pace({ minIntervalMs: 0, maxIntervalMs: 10_000 });

  it.each<[string, boolean, () => Promise<unknown>]>([
    ["ERR_ROBOTS_REFUSED", true, () => politeFetch(clientWith(answering("User-agent: *\nDisallow: /")))(url)],
    ["ERR_ROBOTS_REFUSED", false, () => politeFetch(clientWith(failing))(url)],
    ["ERR_REDIRECT", true, () => politeFetch(clientWith(answering("")))(url)],
    ["ERR_TOO_SLOW", true, () => politeFetch(clientWith(answering(robots)), { pace: pace() })(url)],
    [
      "ERR_ADDRESS_REFUSED",
      true,
      () => nodeFetch({ addresses: "public" })("http://10.0.0.5/").catch((error) => Promise.reject(error.cause)),
    ],
    [
      "ERR_NOT_DUE",
      false,
      async () => {
        const one = new Pace();
        await (await one.acquire(url, { limits: { intervalMs: 60_000 } })).release();
        await one.acquire(url, { maxWaitMs: 0 });
      },
    ],
    [
      "ERR_CLOSED",
      false,
      async () => {
        const one = new Pace();
        await one.close();
        await one.acquire(url);
      },
    ],
    [
      "ERR_STORE",
      false,
      () => {
        const store = { hold: failing as never, release: failing as never };
        return new Pace({ store, processes: 1, storeTimeoutMs: 1, storeWaitMs: 1 }).acquire(url);
      },
    ],
  ])("%s: final is %s", async (code, isFinal, request) => {
    const refusal = await refusalOf(request());
    expect(refusal).toMatchObject({ code, isFinal });
    if (isFinal) expect(refusal.retryAt).toBeUndefined();
    else expect(refusal.retryAt!.getTime()).toBeGreaterThan(Date.now() - 1000);
    expect(JSON.parse(JSON.stringify({ ...refusal }))).toMatchObject({ isFinal });
  });

  it("the guide has every code, with what it means", () => {
    const guide = readFileSync(new URL("../../docs/crawl.md", import.meta.url), "utf8");
    const rows = guide.matchAll(/^\| `(ERR_[A-Z_]+)` \| (true|false) \|/gm);
    const said = Object.fromEntries(Array.from(rows, ([, code, isFinal]) => [code, isFinal === "true"]));
    expect(said).toEqual(REFUSALS);
  });
});

describe("a host is paused", () => {
  const NOW = Date.parse("2026-11-28T12:00:00Z");
  const pausedBy = async (status: number, headers: Record<string, string> = {}): Promise<unknown[]> => {
    const one = new Pace({ clock: () => NOW, jitter: 0, firstBackoffMs: 60_000 });
    const lease = await one.acquire(url);
    await lease.release(outcomeOf({ statusCode: status, headers }));
    return one.paused();
  };
  const host = "https://shop.example";
  const inAMinute = new Date(NOW + 60_000);

  it.each([429, 503, 509, 529])("by the status %i", async (status) => {
    expect(await pausedBy(status)).toEqual([{ host, reason: "overload", status, until: inAMinute }]);
  });

  it.each([
    ["cf-mitigated", "challenge"],
    ["x-amzn-waf-action", "captcha"],
    ["x-vercel-mitigated", "challenge"],
  ])("by a page that is a challenge: %s", async (name, value) => {
    for (const status of [200, 202, 403])
      expect(await pausedBy(status, { [name]: value })).toEqual([
        { host, reason: "challenge", status, until: inAMinute },
      ]);
  });

  it("by Retry-After, for as long as it asks", async () => {
    const [paused] = await pausedBy(200, { "retry-after": "120" });
    expect(paused).toEqual({ host, reason: "retry-after", status: 200, until: new Date(NOW + 120_000) });
  });

  it.each([200, 404, 403, 500, 502, 504])("not by the status %i", async (status) => {
    expect(await pausedBy(status)).toEqual([]);
  });
});
