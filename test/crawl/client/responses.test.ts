/**
 * Responses that HTTP allows and `new Response` refuses: a reason phrase in any bytes (RFC 9112 §4) and statuses beyond 599
 * (RFC 9110 §15). Whatever a caller uses, the phrase changes nothing, and such a status has no meaning.
 */
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchLiveRobots } from "../../../bindings/cli/fetch-robots.ts";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";
import { responseWith } from "../../../bindings/crawl/client/response.ts";
import { politeFetch } from "../../../bindings/crawl/polite/index.ts";
import { answer, RawServer, withLength } from "./raw-server.ts";

const RULES = "User-agent: *\nDisallow: /private\n";
const gzip = gzipSync(RULES);

const server = new RawServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

/** A `fetch` of one's own: `politeFetch` cannot know how its responses are read. */
const ownFetch: typeof fetch = (...words) => fetch(...words);

const fetches = [
  ["Node's fetch", fetch],
  ["a fetch of one's own", ownFetch],
  ["nodeFetch", nodeFetch() as unknown as typeof fetch],
] as const;

const phrases = [
  ["no phrase", ""],
  ["UTF-8", Buffer.from("Не найдено").toString("latin1")],
  ["Latin-1", "Non trouv\xe9"],
  ["bytes of no charset", "\xff\xfe\x80"],
  ["a tab", "O\tK"],
];

const bodies: readonly (readonly [string, readonly string[], Uint8Array])[] = [
  ["with a length", [withLength(RULES)], Buffer.from(RULES)],
  ["that ends with the connection", [], Buffer.from(RULES)],
  ["in gzip", ["Content-Encoding: gzip", withLength(gzip)], gzip],
  ["in gzip that ends with the connection", ["Content-Encoding: gzip"], gzip],
];

describe("the reason phrase means nothing (RFC 9112 §4)", () => {
  describe.each(phrases)("%s", (_, phrase) => {
    it.each(bodies)("a robots.txt %s", async (_, fields, body) => {
      server.set("/robots.txt", answer(`200 ${phrase}`, fields, body));
      for (const [, fetch] of fetches) {
        const client = new RobotsClient({ agent: "ExampleBot", fetch });
        expect(await client.isAllowed(`${server.origin}/private`)).toBe(false);
        expect((await client.get(server.origin)).access.status).toBe("success");
      }
      expect(await fetchLiveRobots(server.origin, { fetch: nodeFetch() })).toMatchObject({
        status: "success",
        body: RULES,
      });
    });

    it("a robots.txt that is not there", async () => {
      server.set("/robots.txt", answer(`404 ${phrase}`, [], "no"));
      for (const [, fetch] of fetches) {
        const { access } = await new RobotsClient({ agent: "ExampleBot", fetch }).get(server.origin);
        expect(access).toMatchObject({ status: "unavailable", httpStatus: 404 });
      }
      const live = await fetchLiveRobots(server.origin, { fetch: nodeFetch() });
      expect(live).toMatchObject({ status: "unavailable", httpStatus: 404, verdict: "allowed" });
    });

    it.each(fetches)("a page, with %s", async (_, fetch) => {
      server.set("/robots.txt", answer("404 Not Found", [], "")).set("/page", answer(`200 ${phrase}`, [], "page"));
      const polite = politeFetch(new RobotsClient({ agent: "ExampleBot", fetch }), { minIntervalMs: 0 });
      const response = await polite(`${server.origin}/page`);
      expect([response.status, response.ok, await response.clone().text(), await response.text()]).toEqual([
        200,
        true,
        "page",
        "page",
      ]);
    });
  });
});

describe.each([600, 617, 799, 999])("status %i has no meaning (RFC 9110 §15)", (status) => {
  it("a robots.txt is unreachable", async () => {
    server.set("/robots.txt", answer(`${status} Request denied`, [], RULES));
    for (const [, fetch] of fetches) {
      const client = new RobotsClient({ agent: "ExampleBot", fetch });
      expect((await client.get(server.origin)).access).toMatchObject({ status: "unreachable", httpStatus: status });
      expect(await client.isAllowed(`${server.origin}/`)).toBe(false);
    }
    const live = await fetchLiveRobots(server.origin, { fetch: nodeFetch() });
    expect(live).toMatchObject({ status: "unreachable", httpStatus: status, verdict: "refused" });
  });

  it.each(fetches)("a page is the response itself, with %s", async (_, fetch) => {
    server.set("/robots.txt", answer("404 Not Found", [], "")).set("/page", answer(`${status}`, ["X-A: b"], "denied"));
    const polite = politeFetch(new RobotsClient({ agent: "ExampleBot", fetch }), { minIntervalMs: 0 });
    const response = await polite(`${server.origin}/page`);
    const copy = response.clone();
    const heads = [response, copy].map(({ status, ok, url, headers }) => [status, ok, url, headers.get("x-a")]);
    expect(heads).toEqual(Array(2).fill([status, false, `${server.origin}/page`, "b"]));
    expect([await response.text(), await copy.text()]).toEqual(["denied", "denied"]);
  });
});

it("any status that HTTP allows is kept (RFC 9110 §15), though `new Response` takes few of them with a body", () => {
  for (let status = 100; status <= 999; status++) {
    const made = responseWith(new Response("text").body!, { status, statusText: "", headers: new Headers(), url: "" });
    expect([made.status, made.ok]).toEqual([status, status >= 200 && status < 300]);
    // A runtime that sends the response on reads it without the properties of ours.
    const isTaken = status >= 200 && status < 600 && ![204, 205, 304].includes(status);
    expect(Reflect.get(Response.prototype, "status", made)).toBe(isTaken ? status : 200);
  }
});

it("a response with another body keeps status, phrase, URL and cookies, also in clones of clones", async () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ]);
  const head = { status: 999, statusText: "Не найдено", headers, url: "https://shop.example/a" };
  const made = responseWith(new Response("text").body!, head);
  for (const one of [made, made.clone(), made.clone().clone()])
    expect([one.status, one.statusText, one.url, one.ok, one.headers.getSetCookie()]).toEqual([
      999,
      "Не найдено",
      "https://shop.example/a",
      false,
      ["a=1", "b=2"],
    ]);
  expect(await made.text()).toBe("text");
});
