/** The service worker of the tester keeps whole files only: what it keeps outlives reloads. Its globals are a double. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

const folder = new URL("../../../dist/tester/", import.meta.url);
let damaged: string | undefined;

const server = createServer((request, response) => {
  const name = request.url === "/" ? "index.html" : request.url!.slice(1);
  const bytes = readFileSync(new URL(name, folder));
  response.end(name === damaged ? bytes.subarray(0, -1) : bytes);
});
let origin: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

/** What the worker has kept, by the path of its file. */
const kept = new Map<string, Response>();
beforeEach(() => kept.clear());

const cache = {
  put: async (path: string, response: Response) => void kept.set(path, response),
  addAll: async (paths: readonly string[]) => {
    for (const path of paths) kept.set(path, await fetch(new URL(path, origin)));
  },
};

async function install(): Promise<void> {
  const done: Promise<unknown>[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  runInNewContext(readFileSync(new URL("service-worker.js", folder), "utf8"), {
    fetch: (path: string, init: RequestInit) => fetch(new URL(path, origin), init),
    caches: { open: async () => cache, keys: async () => [] },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  });
  listeners.get("install")!({ waitUntil: (promise: Promise<unknown>) => done.push(promise) });
  await Promise.all(done);
}

it("keeps every file of the page", async () => {
  await install();
  expect(kept.get("./")).toBeDefined();
  for (const [path, response] of kept) {
    const file = new URL(path === "./" ? "index.html" : path, folder);
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(file))).toBe(true);
  }
});

it.each(["worker.js", "main.js", "index.html"])(
  "keeps nothing if %s is damaged, and the next visit tries again",
  async (name) => {
    damaged = name;
    await expect(install()).rejects.toThrow();
    expect(kept.size).toBe(0);
    damaged = undefined;
    await install();
    expect(kept.has(name)).toBe(true);
  },
);
