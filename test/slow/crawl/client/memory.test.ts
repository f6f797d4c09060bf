/** What a client holds in memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { memoryStore, RobotsClient } from "../../../../bindings/crawl/client/index.ts";

/** What the heap holds once garbage is collected. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

it("what is known of an origin takes bounded memory, whatever the files contain", async () => {
  const lines = Array.from({ length: 4000 }, (_, i) => `Sitemap: https://a.example/sitemaps/number/${i}.xml`);
  const body = `User-agent: *\nDisallow: /private\n${lines.join("\n")}`;
  const store = memoryStore(1_000_000);
  const client = new RobotsClient({ agent: "ExampleBot", store, fetch: async () => new Response(body) });
  const before = heldBytes();
  for (let i = 0; i < 300; i++) await client.isAllowed(`http://h${i}.test/`);
  // 300 lists of 4,000 sitemaps are some 87 MB.
  expect(heldBytes() - before).toBeLessThan(50_000_000);
  expect(await client.isAllowed("http://h0.test/private")).toBe(false);
});
