/** Time limits hold whatever a `fetch` does, and a `fetch` that returns no Response is an error. */
import { Readable } from "node:stream";
import sax from "sax";
import { describe, expect, it, vi } from "vitest";
import { type Fetch, RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { politeFetch } from "../../../bindings/crawl/polite/index.ts";
import { readSitemaps } from "../../../bindings/crawl/sitemaps/index.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("one attempt takes no longer than bodyTimeoutMs", () => {
  it("if the body is an endless row of empty chunks, and timers fire meanwhile", async () => {
    const body = (): ReadableStream => new ReadableStream({ pull: (one) => one.enqueue(new Uint8Array()) });
    const client = new RobotsClient({
      agent: "ExampleBot",
      fetch: async () => new Response(body()),
      bodyTimeoutMs: 100,
    });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    const { access } = await client.get("https://a.example/");
    clearInterval(timer);
    expect([access.status, access.error]).toEqual(["unreachable", "timeout: body"]);
    expect(ticks).toBeGreaterThan(0);
  });

  it("if every redirect is slow", async () => {
    let requests = 0;
    const fetch = async (): Promise<Response> => {
      await pause(60);
      return new Response(null, { status: 302, headers: { location: `/${++requests}` } });
    };
    const client = new RobotsClient({ agent: "ExampleBot", fetch, firstByteTimeoutMs: 150, bodyTimeoutMs: 150 });
    const { access } = await client.get("https://a.example/");
    expect([access.status, access.error]).toEqual(["unreachable", "timeout: body"]);
    expect(requests).toBeLessThanOrEqual(3);
  });
});

describe("a fetch that returns no Response rejects with what was expected", () => {
  it.each<[string, unknown, string]>([
    ["text", "User-agent: *", "fetch: expected it to return a Response; got string: return new Response(text)"],
    ["nothing", undefined, "fetch: expected it to return a Response; got undefined"],
    ["null", null, "fetch: expected it to return a Response; got null"],
    ["bytes", new Uint8Array(3), "fetch: expected it to return a Response; got Uint8Array"],
    ["another object", { status: 200, text: "User-agent: *" }, "fetch: expected it to return a Response; got object"],
    [
      "a response of node-fetch",
      { status: 200, headers: new Headers(), body: Readable.from([]) },
      "fetch: expected it to return a Response; got object whose body is not a ReadableStream",
    ],
  ])("%s", async (_, value, message) => {
    for (const fetch of [async () => value, () => value]) {
      const client = new RobotsClient({ agent: "ExampleBot", fetch: fetch as Fetch });
      const error = { name: "TypeError", message, code: "ERR_INVALID_ARG_TYPE" };
      await expect(client.isAllowed("https://a.example/")).rejects.toMatchObject(error);
      await expect(client.get("https://a.example/")).rejects.toMatchObject(error);
    }
  });
});

describe("a function that is known to return no Response is refused before anything is requested", () => {
  it.each([
    ["axios", { interceptors: {} }],
    ["got", { paginate: {} }],
    ["node-fetch 2", { isRedirect: () => false }],
  ])("%s", async (name, properties) => {
    const fetch = Object.assign(vi.fn(), properties) as never;
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => new Response("") });
    const read = async (): Promise<unknown> => readSitemaps(client, "https://a.example/", { xml: sax, fetch }).next();
    const message = `fetch: expected a function that returns a Response, such as Node's own; got ${name}`;
    const error = { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message };
    expect(() => new RobotsClient({ agent: "ExampleBot", fetch })).toThrow(expect.objectContaining(error));
    expect(() => politeFetch(client, { fetch })).toThrow(expect.objectContaining(error));
    await expect(read()).rejects.toMatchObject(error);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("no page is requested after a robots.txt that did not come as a Response", () => {
  const isTold = { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message: expect.stringContaining("got string") };
  const site = (): { client: RobotsClient; asked: string[] } => {
    const asked: string[] = [];
    const fetch = (async (url: string) => asked.push(url) && "User-agent: *") as never;
    return { client: new RobotsClient({ agent: "ExampleBot", fetch }), asked };
  };

  it("by politeFetch", async () => {
    const { client, asked } = site();
    await expect(politeFetch(client)("https://a.example/page")).rejects.toMatchObject(isTold);
    expect(asked).toEqual(["https://a.example/robots.txt"]);
  });

  it.each(["https://a.example/", "https://a.example/sitemap.xml"])("by readSitemaps of %s", async (source) => {
    const { client, asked } = site();
    const skipped: unknown[] = [];
    const entries = readSitemaps(client, source, { xml: sax, onSkip: (skip) => skipped.push(skip) });
    await expect(entries.next()).rejects.toMatchObject(isTold);
    expect([asked, skipped]).toEqual([["https://a.example/robots.txt"], []]);
  });
});

it("readSitemaps rejects for a fetch of its own that returns no Response", async () => {
  const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => new Response("") });
  const entries = readSitemaps(client, "https://a.example/sitemap.xml", {
    xml: sax,
    fetch: (async () => "<urlset>") as never,
  });
  await expect(entries.next()).rejects.toMatchObject({ name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
});
