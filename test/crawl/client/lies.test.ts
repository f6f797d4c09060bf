/** Answers, policies and stores that lie: none of them allows what the file refuses. */
import { describe, expect, it } from "vitest";
import {
  type AccessPolicy,
  type Fetch,
  memoryStore,
  RobotsClient,
  rfc9309,
  type Store,
} from "../../../bindings/crawl/client/index.ts";

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
    [
      "the length of a coded body whose coding the browser hides",
      () =>
        new Proxy(new Response(RULES, { headers: { "content-length": "53" } }), {
          get: (target, name) => (name === "type" ? "cors" : Reflect.get(target, name, target)),
        }),
    ],
    ["an empty file", () => new Response("", { headers: { "content-length": "0" } })],
  ])("%s", async (_, answer) => {
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async () => answer() });
    expect((await client.get(PRIVATE)).access.status).toBe("success");
  });
});

it("a policy's row for 304 says nothing about a copy that a 304 confirms", async () => {
  const statuses = [{ from: 300, to: 399, status: "unavailable", verdict: "allowed" } as const, ...rfc9309.statuses];
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

describe("a store", () => {
  const fetch: Fetch = async (url) => new Response(url.startsWith("http://open.example/") ? "" : RULES);

  it("that mixes up keys gives no origin the rules of another one", async () => {
    let value: Uint8Array | undefined;
    const store: Store = {
      get: () => value,
      set: (_, bytes) => {
        value = bytes;
      },
      delete: () => undefined,
    };
    const clientOf = (): RobotsClient => new RobotsClient({ agent: "ExampleBot", store, fetch });
    expect(await clientOf().isAllowed("http://open.example/private")).toBe(true);
    expect(await clientOf().isAllowed(PRIVATE)).toBe(false);
    expect(await clientOf().isAllowed("http://open.example/private")).toBe(true);
  });

  it("that ignores case gives no crawler the rules of another one", async () => {
    const values = new Map<string, Uint8Array>();
    const store: Store = {
      get: (key) => values.get(key.toLowerCase()),
      set: (key, bytes) => values.set(key.toLowerCase(), bytes),
      delete: (key) => values.delete(key.toLowerCase()),
    };
    const vary: Fetch = async (_, init) =>
      new Response(new Headers(init.headers).get("user-agent") === "Bot/1 (A)" ? "" : RULES);
    const clientOf = (userAgent: string): RobotsClient =>
      new RobotsClient({ agent: "Bot", userAgent, store, fetch: vary });
    expect(await clientOf("Bot/1 (A)").isAllowed(PRIVATE)).toBe(true);
    expect(await clientOf("Bot/1 (a)").isAllowed(PRIVATE)).toBe(false);
  });

  it("that clients with different policies of one name share keeps them apart", async () => {
    const store = memoryStore();
    const gone: Fetch = async () => new Response(null, { status: 403 });
    const clientOf = (policy: AccessPolicy): RobotsClient =>
      new RobotsClient({ agent: "ExampleBot", store, policy, fetch: gone });
    expect(await clientOf(rfc9309).isAllowed(PRIVATE)).toBe(true);
    const forbidden = { from: 403, to: 403, status: "unreachable", verdict: "refused" } as const;
    const strict: AccessPolicy = { ...rfc9309, statuses: [forbidden, ...rfc9309.statuses] };
    expect(await clientOf(strict).isAllowed(PRIVATE)).toBe(false);
    expect(await clientOf(rfc9309).isAllowed(PRIVATE)).toBe(true);
  });
});

it("what is forgotten during a fetch does not come back with it", async () => {
  let body = "";
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fetch: Fetch = async () => {
    const response = new Response(body);
    await gate;
    return response;
  };
  const client = new RobotsClient({ agent: "ExampleBot", fetch });
  const before = client.isAllowed(PRIVATE);
  await new Promise((resolve) => setTimeout(resolve, 20));
  body = RULES;
  const forgotten = client.invalidate(PRIVATE);
  release();
  expect(await before).toBe(true);
  await forgotten;
  expect(await client.isAllowed(PRIVATE)).toBe(false);
});
