/** Stores over the real libraries: stored entries are found again, foreign and damaged ones are replaced. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import Keyv from "keyv";
import { Miniflare } from "miniflare";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs";
import fsLite from "unstorage/drivers/fs-lite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  cacheStore,
  keyvStore,
  kvStore,
  memoryStore,
  RobotsClient,
  type Store,
  unstorageStore,
} from "../../../bindings/crawl/client/index.ts";

const BODY = "User-agent: *\nDisallow: /private\n";

/** A client with the store, and how often it has fetched. */
function clientOf(store: Store): { readonly client: RobotsClient; readonly fetches: () => number } {
  let fetches = 0;
  const fetch = async (): Promise<Response> => {
    fetches++;
    return new Response(BODY);
  };
  return { client: new RobotsClient({ agent: "ExampleBot", store, fetch }), fetches: () => fetches };
}

async function expectVerdicts(store: Store): Promise<number> {
  const { client, fetches } = clientOf(store);
  expect(await client.isAllowed("https://a.test/private")).toBe(false);
  expect(await client.isAllowed("https://a.test/")).toBe(true);
  return fetches();
}

const KEY = "rfc9309:rfc9309:ExampleBot:512000:ExampleBot:https://a.test";

interface Backing {
  readonly name: string;
  readonly store: Store;
  readonly put: (value: unknown) => unknown;
}

const asBytes = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : new TextEncoder().encode(JSON.stringify(value));

function backings(): Backing[] {
  const storage = createStorage();
  const keyv = new Keyv();
  const memory = memoryStore();
  return [
    { name: "memory", store: memory, put: (value) => memory.set(KEY, asBytes(value), 1e6) },
    {
      name: "unstorage",
      store: unstorageStore(storage),
      put: async (value) => storage.setItemRaw((await storage.getKeys())[0]!, value),
    },
    { name: "keyv", store: keyvStore(keyv), put: (value) => keyv.set(KEY, value) },
  ];
}

/** Addresses that unstorage's own spelling of keys makes one. */
const ALIKE = ["http://[1::2:3]", "http://[1:2::3]"];

describe.each(backings())("$name", ({ store, put }) => {
  it("keeps origins apart that differ only in a colon", async () => {
    for (const [i, origin] of ALIKE.entries()) await store.set(`rfc9309:ExampleBot:${origin}`, Uint8Array.of(i), 1e6);
    for (const [i, origin] of ALIKE.entries())
      expect(await store.get(`rfc9309:ExampleBot:${origin}`)).toEqual(Uint8Array.of(i));
    for (const origin of ALIKE) await store.delete(`rfc9309:ExampleBot:${origin}`);
  });

  it("is read by the next client without a fetch", async () => {
    expect(await expectVerdicts(store)).toBe(1);
    expect(await expectVerdicts(store)).toBe(0);
  });

  it("forgets what is deleted", async () => {
    await expectVerdicts(store);
    await store.delete(KEY);
    expect(await store.get(KEY)).toBeUndefined();
    expect(await expectVerdicts(store)).toBe(1);
  });

  it.each([
    ["foreign bytes", new Uint8Array([1, 2, 3])],
    ["no bytes", new Uint8Array()],
    ["text", "nonsense"],
    ["JSON", { status: "success", expiresAtMs: 1e15 }],
    ["a number", 42],
  ])("holding %s: the file is fetched again", async (_, value) => {
    await put(value);
    expect(await expectVerdicts(store)).toBe(1);
    expect(await expectVerdicts(store)).toBe(0);
  });

  it("holding an entry with any bit flipped: the file is fetched again", async () => {
    await expectVerdicts(store);
    const good = (await store.get(KEY))!;
    for (let bit = 0; bit < good.length * 8; bit += 37) {
      const bad = good.slice();
      bad[bit >> 3]! ^= 1 << (bit & 7);
      await store.set(KEY, bad, 1e6);
      expect(await expectVerdicts(store)).toBe(1);
    }
  });
});

describe.each([
  ["fs", fs],
  ["fs-lite", fsLite],
])("unstorage over files: %s", (_, driver) => {
  const base = mkdtempSync(join(tmpdir(), "robots-wasm-"));
  afterAll(() => rmSync(base, { recursive: true }));

  it.each([
    ["http://x.test", "http://x.test:8080", "https://x.test"],
    ["http://y.test:8080", "http://y.test"],
    ["http://a..", "http://a...:81", "http://..b"],
    [`http://${"a.".repeat(300)}test`, `http://${"a.".repeat(300)}test:81`],
    ["http://[1::2:3]", "http://[1:2::3]"],
  ])("origins with awkward names are kept apart and fetched once: %#", async (...origins) => {
    const errors: unknown[] = [];
    let fetches = 0;
    for (let round = 0; round < 2; round++) {
      for (const origin of origins) {
        const fetch = async (): Promise<Response> => {
          fetches++;
          return new Response(`${BODY}Allow: /${origins.indexOf(origin)}\nDisallow: /`);
        };
        const store = unstorageStore(createStorage({ driver: driver({ base }) }));
        const onStoreError = (error: unknown): unknown => errors.push(error);
        const client = new RobotsClient({ agent: "ExampleBot", store, fetch, storeTimeoutMs: 30_000, onStoreError });
        const verdicts = await client.isAllowedMany(origins.map((_, i) => `${origin}/${i}`));
        expect(Array.from(verdicts)).toEqual(origins.map((one) => Number(one === origin)));
      }
    }
    expect({ errors, fetches }).toEqual({ errors: [], fetches: origins.length });
  });
});

describe("a store that fails", () => {
  const failing = (how: () => unknown): Store => ({ get: how as Store["get"], set: how, delete: how });
  it.each([
    [
      "by throwing",
      () => {
        throw new Error("down");
      },
    ],
    ["by rejecting", () => Promise.reject(new Error("down"))],
    ["by never answering", () => new Promise(() => {})],
  ])("%s is reported once, and memory replaces it", async (_, how) => {
    const errors: unknown[] = [];
    let fetches = 0;
    const client = new RobotsClient({
      agent: "ExampleBot",
      store: failing(how),
      storeTimeoutMs: 60,
      onStoreError: (error) => errors.push(error),
      fetch: async () => {
        fetches++;
        return new Response(BODY);
      },
    });
    for (let i = 0; i < 20; i++) expect(await client.isAllowed(`https://h${i % 5}.test/private`)).toBe(false);
    expect({ errors: errors.length, fetches }).toEqual({ errors: 1, fetches: 5 });
  });
});

describe("a store is told to keep an entry as long as it is fresh, in its own unit", () => {
  const asked: Record<string, (ttlMs: number) => Promise<unknown>> = {
    keyv: (ttlMs) => told((set) => keyvStore({ get, set, delete: get } as never), ttlMs),
    unstorage: (ttlMs) =>
      told((setItemRaw) => unstorageStore({ getItemRaw: get, setItemRaw, removeItem: get } as never), ttlMs),
    kv: (ttlMs) => told((put) => kvStore({ get, put, delete: get } as never), ttlMs),
    cache: (ttlMs) => told((put) => cacheStore({ match: get, put, delete: get } as never), ttlMs),
  };
  const get = async (): Promise<undefined> => undefined;

  /** What `set` passes on beside key and value. */
  async function told(storeWith: (set: (...words: unknown[]) => unknown) => Store, ttlMs: number): Promise<unknown> {
    let found: unknown;
    const store = storeWith((_key, value, ttl) => {
      found = value instanceof Response ? value.headers.get("cache-control") : ttl;
      return Promise.resolve();
    });
    await store.set("key", Uint8Array.of(1), ttlMs);
    return found;
  }

  it.each([
    ["keyv", 0.5, 1],
    ["keyv", 1500, 1500],
    ["unstorage", 1, { ttl: 1 }],
    ["unstorage", 1000, { ttl: 1 }],
    ["unstorage", 1001, { ttl: 2 }],
    // Cloudflare KV keeps nothing for less than a minute.
    ["kv", 1000, { expirationTtl: 60 }],
    ["kv", 60_000, { expirationTtl: 60 }],
    ["kv", 60_001, { expirationTtl: 61 }],
    ["cache", 1, "max-age=1"],
    ["cache", 59_001, "max-age=60"],
  ])("%s, %d ms", async (name, ttlMs, wanted) => expect(await asked[name]!(ttlMs)).toEqual(wanted));
});

/** GET asks a new client; POST puts what it carries in the place of the entry, or, with `?bit`, flips a bit of the entry. */
const WORKER = `
import { cacheStore, kvStore, RobotsClient } from "./dist/crawl/client/index.js";
const key = "${KEY}";
const stores = { kv: (env) => kvStore(env.KV), cache: () => cacheStore(caches.default) };
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const name = pathname.slice(1);
    const bit = searchParams.get("bit");
    if (bit !== null) {
      const bytes = (await stores[name](env).get(key)).slice();
      bytes[(bit >> 3) % bytes.length] ^= 1 << (bit & 7);
      await stores[name](env).set(key, bytes, 1e6);
      return new Response();
    }
    if (request.method === "POST") {
      await stores[name](env).set(key, new Uint8Array(await request.arrayBuffer()), 1e6);
      return new Response();
    }
    let fetches = 0;
    const answer = async () => { fetches++; return new Response("User-agent: *\\\\nDisallow: /private\\\\n"); };
    const client = new RobotsClient({ agent: "ExampleBot", store: stores[name](env), fetch: answer });
    const verdicts = [await client.isAllowed("https://a.test/private"), await client.isAllowed("https://a.test/")];
    return Response.json({ verdicts, fetches });
  },
};`;

describe("in workerd", () => {
  let miniflare: Miniflare;
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: WORKER.replaceAll("\\\\n", "\\n"), resolveDir: process.cwd() },
      bundle: true,
      format: "esm",
      conditions: ["workerd", "worker", "browser"],
      external: ["node:*"],
      write: false,
    });
    miniflare = new Miniflare({
      modules: true,
      script: outputFiles[0]!.text,
      compatibilityDate: "2026-07-01",
      compatibilityFlags: ["nodejs_compat"],
      kvNamespaces: ["KV"],
    });
    await miniflare.ready;
  }, 60_000);
  afterAll(() => miniflare?.dispose());

  it.each(["kv", "cache"])("%s is read by the next client without a fetch", async (name) => {
    const ask = async (): Promise<unknown> => (await miniflare.dispatchFetch(`https://worker.test/${name}`)).json();
    expect(await ask()).toEqual({ verdicts: [false, true], fetches: 1 });
    expect(await ask()).toEqual({ verdicts: [false, true], fetches: 0 });
  });

  it.each(["kv", "cache"])("%s holding foreign or damaged bytes: the file is fetched again", async (name) => {
    const at = `https://worker.test/${name}`;
    const ask = async (): Promise<unknown> => (await miniflare.dispatchFetch(at)).json();
    await ask();
    for (const body of ["nonsense", JSON.stringify({ status: "success", expiresAtMs: 1e15 }), ""]) {
      await miniflare.dispatchFetch(at, { method: "POST", body });
      expect(await ask(), body).toEqual({ verdicts: [false, true], fetches: 1 });
    }
    for (let bit = 0; bit < 2000; bit += 101) {
      await miniflare.dispatchFetch(`${at}?bit=${bit}`);
      expect(await ask(), `bit ${bit}`).toEqual({ verdicts: [false, true], fetches: 1 });
    }
    expect(await ask()).toEqual({ verdicts: [false, true], fetches: 0 });
  });
});
