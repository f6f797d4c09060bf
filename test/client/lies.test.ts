/** Answers, policies and stores that lie: none of them allows what the file refuses. */
import { describe, expect, it } from "vitest";
import { type AccessPolicy, type Fetch, RobotsClient, rfc9309 } from "../../bindings/client/index.ts";

const RULES = "User-agent: *\nDisallow: /private\n";
const PRIVATE = "http://a.example/private";

/** A response whose headers are a list, as some libraries have them. */
const withHeaders = (body: string, headers: readonly (readonly [string, string])[], status = 200): Response =>
  ({ status, headers, body: new Response(body).body, bodyUsed: false, type: "default" }) as unknown as Response;

describe("an outage", () => {
  it.each<[string, () => Response, string]>([
    [
      "a body in a coding that the header names in capitals",
      () => withHeaders(btoa(RULES), [["Content-Encoding", "base64"]]),
      "coding",
    ],
    [
      "a body that is shorter than its length",
      () => new Response("User-agent: *\n", { headers: { "content-length": "33" } }),
      "reset",
    ],
    ["no body at all with a length", () => new Response(null, { headers: { "content-length": "33" } }), "reset"],
    [
      "a part of the file, which nobody asked for",
      () => new Response("User-agent: *\n", { status: 206, headers: { "content-range": "bytes 0-13/33" } }),
      "network",
    ],
    [
      "the end of the file",
      () => new Response("Disallow: /x\n", { status: 206, headers: { "content-range": "bytes 14-32/33" } }),
      "network",
    ],
    [
      "a part of a file of unknown size",
      () => new Response("User-agent: *\n", { status: 206, headers: { "content-range": "bytes 0-13/*" } }),
      "network",
    ],
  ])("%s", async (_, answer, errorCode) => {
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => answer() });
    expect((await client.get(PRIVATE)).access).toMatchObject({ status: "unreachable", errorCode });
    expect(await client.isAllowed("http://a.example/")).toBe(false);
  });
});

describe("no outage", () => {
  it.each<[string, () => Response]>([
    [
      "the whole file as a part",
      () => new Response(RULES, { status: 206, headers: { "content-range": "bytes 0-32/33" } }),
    ],
    ["a body longer than its length", () => new Response(RULES, { headers: { "content-length": "5" } })],
    [
      "the length of the coded body",
      () => new Response(RULES, { headers: { "content-encoding": "gzip", "content-length": "53" } }),
    ],
    ["an empty file", () => new Response("", { headers: { "content-length": "0" } })],
  ])("%s", async (_, answer) => {
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => answer() });
    expect((await client.get(PRIVATE)).access.status).toBe("success");
  });
});

it("a policy's row for 304 says nothing about a copy that a 304 confirms", async () => {
  const statuses = [{ from: 300, to: 399, status: "unavailable", verdict: "allow" } as const, ...rfc9309.statuses];
  const policy: AccessPolicy = { ...rfc9309, name: "mine", statuses };
  let now = Date.UTC(2026, 10, 22);
  const answers = [() => new Response(RULES, { headers: { etag: '"v1"' } }), () => new Response(null, { status: 304 })];
  const fetch: Fetch = async () => answers.shift()!();
  const client = new RobotsClient({ agent: "ExampleBot", policy, fetch, clock: () => now });
  expect(await client.isAllowed(PRIVATE)).toBe(false);
  now += 2 * 86_400_000;
  expect(await client.isAllowed(PRIVATE)).toBe(false);
  expect((await client.get(PRIVATE)).access).toMatchObject({ status: "success", httpStatus: 304, verdict: "rules" });
});
