/** The client in workerd with the platform's `fetch`: redirects, statuses, revalidation and limits work as in Node. */
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { NOW, type Reply } from "../../core/access/access-cases.ts";
import { Loopback } from "./loopback.ts";

const WORKER = `
import { memoryStore, RobotsClient } from "./dist/crawl/client/index.js";
const store = memoryStore();
export default {
  async fetch(request) {
    const { origin, times } = await request.json();
    if (times === undefined) {
      const asked = new RobotsClient({ agent: "ExampleBot", store }).isAllowed(origin + "/private");
      return request.headers.has("leaving") ? new Response("left") : Response.json(await asked);
    }
    let now;
    const client = new RobotsClient({ agent: "ExampleBot", clock: () => now });
    const states = [];
    for (now of times) {
      const { access } = await client.get(origin);
      states.push([access.status, access.verdict, access.httpStatus, await client.isAllowed(origin + "/private")]);
    }
    return Response.json(states);
  },
};`;

const loopback = new Loopback();
let miniflare: Miniflare;
beforeAll(async () => {
  await loopback.start();
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: process.cwd() },
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    write: false,
  });
  miniflare = new Miniflare({ modules: true, script: outputFiles[0]!.text, compatibilityDate: "2026-07-01" });
  await miniflare.ready;
}, 60_000);
afterAll(async () => {
  loopback.stop();
  await miniflare?.dispose();
});

const DAY = 86_400_000;
const moved = { code: 301, headers: { location: "/moved" } };
const found = { code: 200, headers: { etag: '"v1"' } };

it.each<[string, Reply[], number[], unknown[]]>([
  ["rules", [found], [0], [["success", "rules", 200, false]]],
  ["a redirect", [moved, found], [0], [["success", "rules", 200, false]]],
  ["none", [{ code: 404 }], [0], [["unavailable", "allowed", 404, true]]],
  ["an outage", [{ code: 503 }], [0], [["unreachable", "refused", 503, false]]],
  [
    "redirects to itself without end",
    Array(6).fill({ code: 302, headers: { location: "/robots.txt" } }),
    [0],
    [["unavailable", "allowed", 302, true]],
  ],
  [
    "a redirect to itself, then rules",
    [{ code: 302, headers: { location: "/robots.txt" } }, found],
    [0],
    [["success", "rules", 200, false]],
  ],
  [
    "revalidation, then an outage with a copy",
    [found, { code: 304 }, { code: 500 }],
    [0, 2, 4],
    [
      ["success", "rules", 200, false],
      ["success", "rules", 304, false],
      ["unreachable", "rules", 500, false],
    ],
  ],
])("%s", async (_, replies, days, expected) => {
  loopback.replies = [...replies];
  const [origin] = loopback.origins;
  const body = JSON.stringify({ origin, times: days.map((day) => NOW + day * DAY) });
  const response = await miniflare.dispatchFetch("http://worker.test/", { method: "POST", body });
  expect(await response.json()).toEqual(expected);
  expect(loopback.replies).toEqual([]);
});

it("a client for each request and a store for all: a request that ends early leaves nobody waiting", async () => {
  const [origin] = loopback.origins;
  const ask = async (headers: Record<string, string> = {}): Promise<string> => {
    const body = JSON.stringify({ origin });
    return (await miniflare.dispatchFetch("http://worker.test/", { method: "POST", body, headers })).text();
  };
  expect(await ask({ leaving: "yes" })).toBe("left");
  expect([await ask(), await ask()]).toEqual(["false", "false"]);
  loopback.asked = [];
  expect(await ask()).toBe("false");
  expect(loopback.asked).toEqual([]);
});
