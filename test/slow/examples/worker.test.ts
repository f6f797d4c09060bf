/** The Cloudflare Worker, bundled from the package as wrangler does and run in workerd. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { Miniflare, Response } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appFolder, pack, removeFolders, root } from "../../support/packed.ts";

const asked: string[] = [];
/** What the Worker finds on the network. */
function outside(request: { url: string }): Response {
  asked.push(request.url);
  const { hostname, pathname } = new URL(request.url);
  if (hostname !== "shop.example" || pathname !== "/robots.txt") return new Response("", { status: 404 });
  return new Response("User-agent: ExampleBot\nDisallow: /cart\nCrawl-delay: 2\n", {
    headers: { "content-type": "text/plain" },
  });
}

let miniflare: Miniflare | undefined;
beforeAll(async () => {
  const folder = await appFolder(await pack());
  cpSync(join(root, "examples/cloudflare-worker"), folder, { recursive: true });
  await build({
    absWorkingDir: folder,
    entryPoints: ["worker.js"],
    outfile: "out/worker.js",
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy" },
  });
  miniflare = new Miniflare({
    modules: true,
    modulesRoot: join(folder, "out"),
    modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
    scriptPath: join(folder, "out/worker.js"),
    compatibilityDate: "2026-07-01",
    kvNamespaces: ["ROBOTS"],
    outboundService: outside as never,
  });
  await miniflare.ready;
});
afterAll(() => miniflare?.dispose());
afterAll(removeFolders);

async function ask(url: string): Promise<{ status: number; body: unknown }> {
  const response = await miniflare!.dispatchFetch(`https://worker.test/?url=${encodeURIComponent(url)}`);
  return { status: response.status, body: await response.json() };
}

it("says whether a page may be fetched and by which rule; what it reads stays in KV, so it asks each site once", async () => {
  expect(await ask("https://shop.example/cart/1")).toEqual({
    status: 200,
    body: {
      allowed: false,
      rule: { directive: "disallow", pattern: "/cart", line: 2 },
      crawlDelay: 2,
      status: "success",
    },
  });
  expect(await ask("https://shop.example/")).toMatchObject({ body: { allowed: true } });
  expect(await ask("https://other.example/")).toMatchObject({ body: { allowed: true, status: "unavailable" } });
  expect(asked).toEqual(["https://shop.example/robots.txt", "https://other.example/robots.txt"]);
});

it.each(["", "shop.example/cart", "ftp://shop.example/", "https://"])("refuses %o as a URL", async (url) => {
  expect(await ask(url)).toMatchObject({ status: 400 });
});
