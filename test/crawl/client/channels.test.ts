/** What operators see: diagnostics channels and counters. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, it } from "vitest";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";

const url = "https://shop.example/private";
const fetch = async (): Promise<Response> => new Response("User-agent: *\nDisallow: /private");

/** What a channel carries while `run` does. */
async function heard(name: string, run: () => unknown): Promise<unknown[]> {
  const messages: unknown[] = [];
  const listener = (message: unknown): void => void messages.push(message);
  subscribe(`robots-wasm:${name}`, listener);
  try {
    await run();
  } finally {
    unsubscribe(`robots-wasm:${name}`, listener);
  }
  return messages;
}

it("robots-wasm:decision carries the record of every decision", async () => {
  const records: unknown[] = [];
  const client = new RobotsClient({ agent: "ExampleBot", fetch, onDecision: (record) => records.push(record) });
  const messages = await heard("decision", async () => {
    await client.isAllowed(url);
    await client.isAllowedMany([url]);
    await client.explain(url);
  });
  expect(messages).toEqual(records);
  expect(messages).toHaveLength(3);
  expect(messages[0]).toMatchObject({ url, allowed: false, reason: "rule", agent: "ExampleBot" });
  await client.isAllowed(url);
  expect(messages).toHaveLength(3);
});

it("robots-wasm:decision needs no onDecision", async () => {
  const client = new RobotsClient({ agent: "ExampleBot", fetch });
  expect(await heard("decision", () => client.isAllowed(url))).toMatchObject([{ url, allowed: false }]);
});

it("robots-wasm:fetch carries requests and how they ended", async () => {
  const client = new RobotsClient({ agent: "ExampleBot", fetch });
  const messages = await heard("fetch", () => client.isAllowed(url));
  const robotsUrl = "https://shop.example/robots.txt";
  expect(messages).toMatchObject([
    { type: "request", url: robotsUrl },
    { type: "response", url: robotsUrl, httpStatus: 200 },
  ]);
});

it("robots-wasm:store carries the beginning of an outage", async () => {
  const fail = (): never => {
    throw new Error("down");
  };
  const store = { get: fail, set: fail, delete: fail };
  const client = new RobotsClient({ agent: "ExampleBot", fetch, store, storeTimeoutMs: 1 });
  const messages = await heard("store", () => client.isAllowed(url));
  expect(messages).toMatchObject([{ type: "down", store: "client", error: new Error("down") }]);
});

it("stats counts hits, misses and fetches, and what is in memory", async () => {
  const client = new RobotsClient({ agent: "ExampleBot", fetch });
  expect(client.stats()).toEqual({ entries: 0, bytes: 0, hits: 0, misses: 0, fetches: 0, inFlight: 0 });
  const both = Promise.all([client.isAllowed(url), client.isAllowed(url)]);
  expect(client.stats()).toMatchObject({ misses: 2, inFlight: 1 });
  await both;
  await client.isAllowed(url);
  const { bytes, ...stats } = client.stats();
  expect(stats).toEqual({ entries: 1, hits: 1, misses: 2, fetches: 1, inFlight: 0 });
  expect(bytes).toBeGreaterThan(0);
});
