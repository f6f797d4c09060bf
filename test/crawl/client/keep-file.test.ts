/** A client that keeps the files: one fetch for many crawlers. */
import { describe, expect, it } from "vitest";
import { decodeEntry, encodeEntry } from "../../../bindings/core/access/index.ts";
import { memoryStore, RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { RobotsTxt } from "../../../bindings/index.ts";

const BODY = "User-agent: FooBot\nDisallow: /foo\n\nUser-agent: BarBot\nDisallow: /bar\n\nSitemap: /map.xml\n";
const SITE = "https://shop.test/";

function counted(answer: () => Response): { readonly fetch: () => Promise<Response>; readonly count: () => number } {
  let count = 0;
  const fetch = async (): Promise<Response> => {
    count++;
    return answer();
  };
  return { fetch, count: () => count };
}

describe("keepFile", () => {
  it("gives the file for many crawlers, after one fetch", async () => {
    const { fetch, count } = counted(() => new Response(BODY));
    const client = new RobotsClient({ agent: "FooBot", fetch, keepFile: true });
    const { robots } = await client.get(SITE);
    expect(robots).toBeInstanceOf(RobotsTxt);
    expect(["FooBot", "BarBot", "OtherBot"].map((agent) => robots!.isAllowed("/bar", agent))).toEqual([
      true,
      false,
      true,
    ]);
    expect(robots!.sitemaps).toEqual(["https://shop.test/map.xml"]);
    expect(robots!.covers("https://shop.test/bar")).toBe(true);
    expect((await client.get(SITE)).robots!.groups).toHaveLength(2);
    expect(count()).toBe(1);
  });

  it("is off without the option", async () => {
    const client = new RobotsClient({ agent: "FooBot", fetch: async () => new Response(BODY) });
    expect(await client.get(SITE)).not.toHaveProperty("robots");
  });

  it.each([
    [404, true],
    [503, false],
  ])("after a %i it is a file that allows everything: %s", async (status, isAllowed) => {
    const fetch = async (): Promise<Response> => new Response(BODY, { status });
    const { robots } = await new RobotsClient({ agent: "FooBot", fetch, keepFile: true }).get(SITE);
    for (const agent of ["FooBot", "OtherBot"]) expect(robots!.isAllowed("/foo", agent)).toBe(isAllowed);
  });

  it("a store keeps the file for such clients alone", async () => {
    const store = memoryStore();
    const { fetch, count } = counted(() => new Response(BODY));
    const keeping = (): RobotsClient => new RobotsClient({ agent: "FooBot", fetch, store, keepFile: true });
    await new RobotsClient({ agent: "FooBot", fetch, store }).get(SITE);
    await keeping().get(SITE);
    const { robots, rules } = await keeping().get(SITE);
    expect(count()).toBe(2);
    expect(robots!.isAllowed("/bar", "BarBot")).toBe(false);
    expect(rules.isAllowed("/foo")).toBe(false);
    expect(await new RobotsClient({ agent: "FooBot", fetch, store }).get(SITE)).not.toHaveProperty("robots");
    expect(count()).toBe(2);
  });

  it("counts the file in what the memory holds", async () => {
    const bytesOf = async (keepFile: boolean): Promise<number> => {
      const body = `${BODY}#${"x".repeat(100_000)}`;
      const client = new RobotsClient({ agent: "FooBot", fetch: async () => new Response(body), keepFile });
      await client.get(SITE);
      return client.stats().bytes;
    };
    expect((await bytesOf(true)) - (await bytesOf(false))).toBe(BODY.length + 100_001);
  });

  it("keeps what `seed` and a 304 say", async () => {
    let status = 200;
    const fetch = async (): Promise<Response> =>
      status === 200 ? new Response(BODY, { headers: { etag: '"a"' } }) : new Response(null, { status });
    const client = new RobotsClient({ agent: "FooBot", fetch, keepFile: true });
    await client.get(SITE);
    status = 304;
    expect((await client.refresh(SITE)).robots!.groups).toHaveLength(2);
    expect((await client.seed(SITE, "User-agent: *\nDisallow: /")).robots!.isAllowed("/", "BarBot")).toBe(false);
  });

  it("an empty file is kept, and a cut entry is not read", async () => {
    const store = memoryStore();
    const options = { agent: "FooBot", fetch: async () => new Response(""), store, keepFile: true };
    await new RobotsClient(options).get(SITE);
    expect((await new RobotsClient(options).get(SITE)).robots!.isAllowed("/", "BarBot")).toBe(true);
    const bytes = (await store.get("rfc9309:rfc9309:FooBot:512000:FooBot:file:https://shop.test"))!;
    const entry = decodeEntry(bytes)!;
    expect(encodeEntry({ ...entry, copy: { ...entry.copy!, file: new Uint8Array(7) } }).length).toBeGreaterThan(7);
    expect(decodeEntry(bytes.subarray(0, -1))).toBeUndefined();
  });

  it("refuses other values", () =>
    expect(() => new RobotsClient({ agent: "FooBot", keepFile: 1 as never })).toThrow(
      "keepFile: expected a boolean; got number",
    ));
});
