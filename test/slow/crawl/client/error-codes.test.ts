/**
 * Every `errorCode` of a robots.txt that could not be had, over real sockets. docs/client.md has what other runtimes than Node
 * tell of the same servers.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type AccessErrorCode,
  type Fetch,
  type FetchEvent,
  RobotsClient,
} from "../../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../../bindings/crawl/client/node/index.ts";
import { type Fault, FaultyServers } from "./faults.ts";

const servers = new FaultyServers();
beforeAll(() => servers.start());
afterAll(() => servers.stop());

type Codes = AccessErrorCode | readonly AccessErrorCode[];

const major = Number(process.versions.node.split(".")[0]);
/** The built-in fetch before Node 24 does not settle when a body cannot be decoded, unless that is known before it is read. */
const UNDECODABLE: Codes = major < 24 ? ["body-timeout", "coding"] : "coding";

/** A fault, and its code with Node's fetch and with nodeFetch. */
const rows: readonly (readonly [Fault, Codes, Codes])[] = [
  ["refuses", "refused", "refused"],
  ["resets the connection", "reset", "reset"],
  ["closes the connection", "reset", "reset"],
  ["resets within a body", "reset", "reset"],
  ["closes within a body", "reset", "reset"],
  ["closes within chunks", "reset", "reset"],
  ["is not certified", "tls", "tls"],
  ["speaks no TLS", "tls", "tls"],
  ["ends no handshake", "first-byte-timeout", "connect-timeout"],
  ["never answers", "first-byte-timeout", "first-byte-timeout"],
  ["never ends its body", "body-timeout", "body-timeout"],
  ["answers 503", "status", "status"],
  ["answers 404", "status", "status"],
  ["redirects nowhere", "bad-redirect", "bad-redirect"],
  ["redirects to file:", "bad-redirect", "bad-redirect"],
  ["redirects to itself", "too-many-redirects", "too-many-redirects"],
  ["redirects on and on", "too-many-redirects", "too-many-redirects"],
  ["sends no gzip", UNDECODABLE, "coding"],
  ["codes as compress", "coding", "coding"],
  ["codes as klingon", "coding", "coding"],
  ["speaks SSH", "network", "network"],
];

/** What the policy rfc9309 calls unavailable instead of unreachable. */
const UNAVAILABLE: readonly Fault[] = ["answers 404", "redirects to itself", "redirects on and on"];

const clientOf = (fetch: Fetch, options: object = {}): RobotsClient =>
  new RobotsClient({ agent: "ExampleBot", fetch, firstByteTimeoutMs: 1500, bodyTimeoutMs: 3000, ...options });

describe.each([
  ["Node's fetch", globalThis.fetch, 1],
  ["nodeFetch", nodeFetch({ connectTimeoutMs: 300 }), 2],
] as const)("with %s, a server that", (_, fetch, column) => {
  it.concurrent.each(rows)("%s", async (...row) => {
    const [fault] = row;
    const events: FetchEvent[] = [];
    const { access, rules } = await clientOf(fetch, { onEvent: (one: FetchEvent) => events.push(one) }).get(
      servers.of(fault),
    );
    const codes = [row[column]].flat();
    expect(codes).toContain(access.errorCode);
    expect(access.status).toBe(UNAVAILABLE.includes(fault) ? "unavailable" : "unreachable");
    expect(rules.isAllowed("/")).toBe(UNAVAILABLE.includes(fault));
    for (const event of events) if (event.type === "error") expect(codes).toContain(event.errorCode);
  });

  it("has no address", async () => {
    // Labels have 63 characters at most: no name server is asked.
    const { access } = await clientOf(fetch).get(`http://${"a".repeat(64)}.invalid/`);
    expect(access).toMatchObject({ status: "unreachable", errorCode: "dns" });
  });
});

it("an address that is refused has the code `address`", async () => {
  const { access } = await clientOf(nodeFetch({ addresses: "public" })).get(servers.of("answers 404"));
  expect(access).toMatchObject({ status: "unreachable", errorCode: "address" });
});

it("too many redirects are listed, with the one that was not followed", async () => {
  const circle = await clientOf(globalThis.fetch).get(servers.of("redirects to itself"));
  expect(circle.access.redirects).toEqual(Array(6).fill(`${servers.of("redirects to itself")}/robots.txt`));
  const chain = await clientOf(globalThis.fetch).get(servers.of("redirects on and on"));
  expect([new Set(chain.access.redirects).size, chain.access.error]).toEqual([6, "too many redirects"]);
});
